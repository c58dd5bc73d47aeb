//! Lines of two texts side by side.

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp as Op, TextDiff};

/// Neighbouring rows of the side-by-side view to which the same happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffRun {
    /// What happened to the lines.
    pub op: DiffOp,
    /// First line on the left, 0-based index.
    pub left: Option<u32>,
    /// First line on the right, 0-based index; a removed line has no right side.
    pub right: Option<u32>,
    /// How many lines.
    pub lines: u32,
}

/// What happened to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffOp {
    /// The same on both sides.
    Same,
    /// Only on the left.
    Removed,
    /// On both sides, but not the same, or only on the right.
    Changed,
}

/// Aligns the lines of two texts.
pub fn side_by_side(left: &str, right: &str) -> Vec<DiffRun> {
    let diff = TextDiff::configure().algorithm(Algorithm::Patience).diff_lines(left, right);
    let mut runs = Vec::new();
    for op in diff.ops() {
        match *op {
            Op::Equal { old_index, new_index, len } => {
                runs.push(run(DiffOp::Same, Some(old_index), Some(new_index), len));
            }
            Op::Delete { old_index, old_len, .. } => runs.push(run(DiffOp::Removed, Some(old_index), None, old_len)),
            Op::Insert { new_index, new_len, .. } => runs.push(run(DiffOp::Changed, None, Some(new_index), new_len)),
            Op::Replace { old_index, old_len, new_index, new_len } => {
                let both = old_len.min(new_len);
                runs.push(run(DiffOp::Changed, Some(old_index), Some(new_index), both));
                runs.push(run(DiffOp::Removed, Some(old_index + both), None, old_len - both));
                runs.push(run(DiffOp::Changed, None, Some(new_index + both), new_len - both));
            }
        }
    }
    runs.retain(|run| run.lines > 0);
    runs
}

/// A line of two texts that are shown as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnifiedLine<'a> {
    /// In both.
    Same(&'a str),
    /// Only on the left.
    Removed(&'a str),
    /// Only on the right.
    Added(&'a str),
}

/// The lines of two short texts as one list, what is gone before what is new.
pub fn unified<'a>(left: &'a str, right: &'a str) -> Vec<UnifiedLine<'a>> {
    let runs = side_by_side(&format!("{left}\n"), &format!("{right}\n"));
    let (left, right): (Vec<&str>, Vec<&str>) = (left.split('\n').collect(), right.split('\n').collect());
    let mut lines = Vec::new();
    for DiffRun { op, left: from, right: to, lines: count } in runs {
        let of = |side: &[&'a str], at: Option<u32>| {
            let at = at.map_or(side.len(), |at| at as usize);
            side.iter().skip(at).take(count as usize).copied().collect::<Vec<_>>()
        };
        match op {
            DiffOp::Same => lines.extend(of(&left, from).into_iter().map(UnifiedLine::Same)),
            DiffOp::Removed | DiffOp::Changed => {
                lines.extend(of(&left, from).into_iter().map(UnifiedLine::Removed));
                lines.extend(of(&right, to).into_iter().map(UnifiedLine::Added));
            }
        }
    }
    lines
}

fn run(op: DiffOp, left: Option<usize>, right: Option<usize>, lines: usize) -> DiffRun {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    DiffRun { op, left: left.map(number), right: right.map(number), lines: number(lines) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(left: &str, right: &str, expected: &str) {
        let line = |line: UnifiedLine<'_>| match line {
            UnifiedLine::Same(text) => format!(" {text}|"),
            UnifiedLine::Removed(text) => format!("-{text}|"),
            UnifiedLine::Added(text) => format!("+{text}|"),
        };
        assert_eq!(unified(left, right).into_iter().map(line).collect::<String>(), expected);
    }

    #[test]
    fn two_texts_as_one() {
        check("a", "a", " a|");
        check("a\nb", "a\nb\nc", " a| b|+c|");
        check("a\nb\nc", "c", "-a|-b| c|");
        check("a\nb\nc", "a\nx\ny\nc", " a|-b|+x|+y| c|");
        check("a", "a\n", " a|+|");
        check("a\n\nb", "", "-a| |-b|");
    }

    #[test]
    fn removed_and_changed_lines() {
        let runs = side_by_side("a\n# c\nb  # d\n", "a\nb\n");
        let runs: Vec<_> = runs.iter().map(|run| (run.op, run.left, run.right, run.lines)).collect();
        assert_eq!(
            runs,
            [
                (DiffOp::Same, Some(0), Some(0), 1),
                (DiffOp::Changed, Some(1), Some(1), 1),
                (DiffOp::Removed, Some(2), None, 1)
            ]
        );
    }
}
