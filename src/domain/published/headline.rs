//! The finding in words, computed from the figures.

use super::CodeQa;
use crate::domain::condition::Condition;
use crate::domain::results::NEGLIGIBLE;
use crate::domain::stats::mean;
use crate::domain::task::TaskSet;

/// What a task set shows: a claim, and the figures that carry it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// The claim, a few words.
    pub claim: String,
    /// The figures, one or two sentences.
    pub figures: String,
}

impl CodeQa {
    /// The mean of the models' scores, to the three decimals that are shown, so that differences shown are those of
    /// the figures shown.
    pub fn mean_over_models(&self, set: TaskSet, condition: Condition) -> Option<f64> {
        let scores: Vec<f64> =
            self.scores(set).into_iter().filter_map(|row| row.score(condition)).map(|s| s.mean).collect();
        mean(&scores).map(|m| (m * 1000.0 + 1e-6).round() / 1000.0)
    }

    /// The headline of a set, from means over the models; `None` where a condition has no score.
    pub fn headline(&self, set: TaskSet) -> Option<Headline> {
        let rows = self.scores(set);
        let closed = self.mean_over_models(set, Condition::ClosedBook)?;
        let code = self.mean_over_models(set, Condition::CodeOnly)?;
        let documented = self.mean_over_models(set, Condition::Documented)?;
        let (tasks, models) = (rows.first().map_or(0, |row| row.tasks), rows.len());
        Some(Headline {
            claim: claim(code - closed, documented - code).into(),
            figures: format!(
                "Over {models} models on {tasks} {} tasks, the mean score is {closed:.3} from memory, {code:.3} with \
                 the code alone ({:+.3}), and {documented:.3} with code and documentation ({:+.3}).",
                set.label(),
                code - closed,
                documented - code,
            ),
        })
    }
}

fn claim(code_gain: f64, documentation_gain: f64) -> &'static str {
    match (code_gain >= NEGLIGIBLE, documentation_gain >= NEGLIGIBLE) {
        (true, true) => "Models read the code, and documentation takes them further.",
        (true, false) => "Models read the code: documentation adds next to nothing.",
        (false, true) => "Models read the documentation: code alone adds next to nothing.",
        (false, false) => "Models answer from memory: neither code nor documentation adds much.",
    }
}

#[cfg(test)]
mod tests {
    use super::super::code_qa::tests::real_file;
    use super::*;

    fn check(set: TaskSet, claim: &str, figures: &[&str]) {
        let headline = real_file().headline(set).unwrap();
        assert_eq!(headline.claim, claim);
        for figure in figures {
            assert!(headline.figures.contains(figure), "{figure} in {}", headline.figures);
        }
    }

    #[test]
    fn code_derivable() {
        let claim = "Models read the code: documentation adds next to nothing.";
        check(TaskSet::CodeDerivable, claim, &["4 models", "528", "0.500", "0.857", "+0.357", "0.864", "+0.007"]);
    }

    #[test]
    fn doc_dependent() {
        let claim = "Models read the code, and documentation takes them further.";
        check(TaskSet::DocDependent, claim, &["100", "0.860", "0.931", "+0.071"]);
    }

    #[test]
    fn nothing_to_say_of_nothing() {
        assert_eq!(CodeQa::default().headline(TaskSet::CodeDerivable), None);
    }
}
