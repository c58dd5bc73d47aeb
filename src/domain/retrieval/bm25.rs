//! BM25 (Robertson and Zaragoza, 2009; the variant with a floor of zero on the inverse document
//! frequency). Our own since it is part of what the benchmark measures with, and is small.

use std::collections::HashMap;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// An index over documents given as lists of terms.
#[derive(Clone, Debug, Default)]
pub struct Bm25 {
    postings: HashMap<String, Vec<(u32, u32)>>,
    lengths: Vec<u32>,
    total_length: u64,
}

impl Bm25 {
    /// Indexes documents; they are known by their place.
    pub fn new<'t>(documents: impl IntoIterator<Item = &'t [String]>) -> Self {
        let mut index = Self::default();
        for document in documents {
            let id = u32::try_from(index.lengths.len()).unwrap_or(u32::MAX);
            let mut counts: HashMap<&str, u32> = HashMap::new();
            for term in document {
                *counts.entry(term).or_insert(0) += 1;
            }
            for (term, count) in counts {
                index.postings.entry(term.to_owned()).or_default().push((id, count));
            }
            let length = u32::try_from(document.len()).unwrap_or(u32::MAX);
            index.lengths.push(length);
            index.total_length += u64::from(length);
        }
        index
    }

    /// The best `count` documents with a score above 0, best first; equal scores in the order of the
    /// documents.
    pub fn search(&self, query: &[String], count: usize) -> Vec<(usize, f64)> {
        let documents = self.lengths.len() as f64;
        let mean_length = (self.total_length as f64 / documents.max(1.0)).max(1.0);
        let mut unique: Vec<&String> = query.iter().collect();
        unique.sort_unstable();
        unique.dedup();
        let mut scores = vec![0.0; self.lengths.len()];
        for postings in unique.into_iter().filter_map(|term| self.postings.get(term)) {
            let holding = postings.len() as f64;
            let idf = (1.0 + (documents - holding + 0.5) / (holding + 0.5)).ln();
            for &(id, count) in postings {
                let length = f64::from(self.lengths[id as usize]);
                let count = f64::from(count);
                let weight = count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length / mean_length));
                scores[id as usize] += idf * weight;
            }
        }
        let mut found: Vec<(usize, f64)> = scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found.truncate(count);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::retrieval::terms;

    fn check(documents: &[&str], query: &str, expected: &[usize]) {
        let documents: Vec<Vec<String>> = documents.iter().map(|text| terms(text)).collect();
        let index = Bm25::new(documents.iter().map(Vec::as_slice));
        let found: Vec<usize> = index.search(&terms(query), 10).into_iter().map(|(id, _)| id).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rare_terms_and_short_documents_rank_first() {
        let documents =
            ["def parse_header(line)", "def parse_body(text) parse parse", "class Header: long long text here", "x"];
        check(&documents, "parse the header", &[0, 1, 2]);
        check(&documents, "HeaderParser", &[0, 2]);
        check(&documents, "nothing", &[]);
        check(&[], "nothing", &[]);
    }
}
