//! SWE-QA's multiple-choice figures.

use serde::Deserialize;
use serde_json::{Map, Value};

/// The file `public/published/swe-qa-mcq.json`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Mcq {
    /// Name and version of the paper.
    pub paper: String,
    /// How many questions of each kind.
    pub questions: Questions,
    oracle_accuracy_percent: OracleTable,
    noisy_oracle_percent: Vec<Noisy>,
}

/// How many questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Questions {
    /// In all.
    pub total: usize,
    /// On a declaration and its call.
    pub declaration_and_call: usize,
    /// On entities that interact.
    pub interacting_entities: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct OracleTable {
    rows: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Noisy {
    model: String,
    declaration_and_call: f64,
    interacting_entities: f64,
}

/// A model's accuracy on both kinds of question, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct McqRow {
    /// The model.
    pub model: String,
    /// Declaration-and-call, given the right chunks.
    pub declaration_and_call: f64,
    /// Interacting entities, given the right chunks.
    pub interacting_entities: f64,
    /// The same two with distracting chunks beside, where measured.
    pub noisy: Option<[f64; 2]>,
}

impl Mcq {
    /// Accuracy with the right chunks given (oracle), in the paper's order; a malformed row is left out.
    pub fn rows(&self) -> Vec<McqRow> {
        self.oracle_accuracy_percent.rows.iter().filter_map(|(model, values)| self.row(model, values)).collect()
    }

    fn row(&self, model: &str, values: &Value) -> Option<McqRow> {
        let share = |i: usize| values.get(i).and_then(Value::as_f64).map(|percent| percent / 100.0);
        let noisy = self.noisy_oracle_percent.iter().find(|row| row.model == model);
        Some(McqRow {
            model: model.to_owned(),
            declaration_and_call: share(0)?,
            interacting_entities: share(1)?,
            noisy: noisy.map(|row| [row.declaration_and_call / 100.0, row.interacting_entities / 100.0]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_file_is_read_in_order() {
        let mcq: Mcq = serde_json::from_str(include_str!("../../../public/published/swe-qa-mcq.json")).unwrap();
        let rows = mcq.rows();
        assert_eq!((rows.len(), mcq.questions.total), (15, 9_072));
        assert_eq!(rows[0].model, "Llama-3.3-70B-Instruct");
        assert!((rows[0].declaration_and_call - 0.7875).abs() < 1e-9);
        assert_eq!(rows.iter().filter(|row| row.noisy.is_some()).count(), 3);
    }

    #[test]
    fn a_malformed_row_is_left_out() {
        let text = r#"{"oracle_accuracy_percent": {"rows": {"a": [50, 40], "b": ["x"], "c": 3}}}"#;
        let mcq: Mcq = serde_json::from_str(text).unwrap();
        assert_eq!(mcq.rows().len(), 1);
    }
}
