//! Near matches for a path that doesn't exist.

/// The closest paths, best first: the same file name elsewhere, then names that differ little.
pub(super) fn similar<'p>(paths: impl Iterator<Item = &'p str>, wanted: &str, count: usize) -> Vec<String> {
    let wanted = wanted.trim_matches('/').to_lowercase();
    let name = name_of(&wanted);
    if name.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, usize, &str)> = paths
        .filter_map(|path| {
            let low = path.to_lowercase();
            let stem = |name: &str| name.rsplit_once('.').map_or(name.to_owned(), |(stem, _)| stem.to_owned());
            let folder_of_same_name = low.split('/').rev().skip(1).any(|part| part == stem(name));
            let distance = match distance(name_of(&low), name, name.len() / 3 + 1) {
                Some(distance) => distance * 2,
                None if folder_of_same_name => name.len(),
                None => return None,
            };
            Some((distance, unshared_parts(&low, &wanted), path))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().take(count).map(|(_, _, path)| path.to_owned()).collect()
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// How many folders of either path the other lacks.
fn unshared_parts(a: &str, b: &str) -> usize {
    let lacks = |x: &str, y: &str| x.split('/').filter(|part| !y.split('/').any(|other| other == *part)).count();
    lacks(a, b) + lacks(b, a)
}

/// Edit distance in bytes, if it is at most `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    if a == b {
        return Some(0);
    }
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
        if row.iter().min().is_some_and(|least| *least > limit) {
            return None;
        }
    }
    row.last().copied().filter(|d| *d <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_matches() {
        let paths = ["a/models.py", "a/b/model.py", "c/views.py", "model/__init__.py", "c/models.py"];
        let check = |wanted, expected: &[&str]| assert_eq!(similar(paths.into_iter(), wanted, 3), expected, "{wanted}");
        check("c/sub/models.py", &["c/models.py", "a/models.py", "a/b/model.py"]);
        check("model.py", &["a/b/model.py", "a/models.py", "c/models.py"]);
        check("zzzzzz.rs", &[]);
    }
}
