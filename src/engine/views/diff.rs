//! Lines of two texts side by side.

use similar::{Algorithm, DiffOp as Op, TextDiff};

use crate::engine::protocol::{DiffLine, DiffOp};

/// Aligns the lines of the original with those of the code-only text.
pub fn side_by_side(original: &str, code_only: &str) -> Vec<DiffLine> {
    let diff = TextDiff::configure().algorithm(Algorithm::Patience).diff_lines(original, code_only);
    let mut lines = Vec::new();
    for op in diff.ops() {
        match *op {
            Op::Equal { old_index, new_index, len } => {
                lines.extend((0..len).map(|at| line(DiffOp::Same, Some(old_index + at), Some(new_index + at))));
            }
            Op::Delete { old_index, old_len, .. } => {
                lines.extend((0..old_len).map(|at| line(DiffOp::Removed, Some(old_index + at), None)));
            }
            Op::Insert { new_index, new_len, .. } => {
                lines.extend((0..new_len).map(|at| line(DiffOp::Changed, None, Some(new_index + at))));
            }
            Op::Replace { old_index, old_len, new_index, new_len } => {
                for at in 0..old_len.max(new_len) {
                    let left = (at < old_len).then_some(old_index + at);
                    let right = (at < new_len).then_some(new_index + at);
                    let op = if right.is_some() { DiffOp::Changed } else { DiffOp::Removed };
                    lines.push(line(op, left, right));
                }
            }
        }
    }
    lines
}

fn line(op: DiffOp, left: Option<usize>, right: Option<usize>) -> DiffLine {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    DiffLine { op, left: left.map(number), right: right.map(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_and_changed_lines() {
        let lines = side_by_side("a\n# c\nb  # d\n", "a\nb\n");
        let ops: Vec<_> = lines.iter().map(|l| (l.op, l.left, l.right)).collect();
        assert_eq!(
            ops,
            [(DiffOp::Same, Some(0), Some(0)), (DiffOp::Changed, Some(1), Some(1)), (DiffOp::Removed, Some(2), None)]
        );
    }
}
