//! Walking through the marks by keys.

use super::Layout;

/// A step from one mark to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next in reading order.
    Next,
    /// To the one before.
    Previous,
    /// To the same series in the next group.
    NextGroup,
    /// To the same series in the group before.
    PreviousGroup,
    /// To the first.
    First,
    /// To the last.
    Last,
}

impl Layout {
    /// The index of the mark that a step leads to; it stays where there is none further. The first step from
    /// nowhere leads to the first mark, or to the last.
    pub fn step(&self, from: Option<usize>, step: Step) -> Option<usize> {
        let last = self.marks.len().checked_sub(1)?;
        let Some((index, here)) = from.and_then(|index| self.marks.get(index).map(|mark| (index, mark.key))) else {
            return Some(if step == Step::Last { last } else { 0 });
        };
        let alike = |(at, mark): (usize, &super::Mark)| {
            (mark.key.series == here.series && mark.key.group != here.group).then_some(at)
        };
        let to = match step {
            Step::First => 0,
            Step::Last => last,
            Step::Next => (index + 1).min(last),
            Step::Previous => index.saturating_sub(1),
            Step::NextGroup => self.marks.iter().enumerate().skip(index + 1).find_map(alike).unwrap_or(index),
            Step::PreviousGroup => self.marks.iter().enumerate().take(index).rev().find_map(alike).unwrap_or(index),
        };
        Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples;
    use super::*;

    #[test]
    fn steps() {
        let layout = Layout::of(&samples::bars(4, 3), 1200.0);
        let check = |from, step, expected| assert_eq!(layout.step(from, step), expected, "{from:?} {step:?}");
        check(None, Step::Next, Some(0));
        check(None, Step::Last, Some(11));
        check(Some(0), Step::Next, Some(1));
        check(Some(0), Step::Previous, Some(0));
        check(Some(11), Step::Next, Some(11));
        check(Some(1), Step::NextGroup, Some(4));
        check(Some(10), Step::NextGroup, Some(10));
        check(Some(7), Step::PreviousGroup, Some(4));
        check(Some(7), Step::First, Some(0));
        check(Some(99), Step::Next, Some(0));
        assert_eq!(Layout::default().step(None, Step::Next), None);
    }

    #[test]
    fn every_mark_can_be_walked_to() {
        for (name, chart) in samples::all(4) {
            let layout = Layout::of(&chart, 900.0);
            let (mut at, mut seen) = (None, 0);
            while at.map_or(0, |at: usize| at + 1) < layout.marks.len() {
                at = layout.step(at, Step::Next);
                seen += 1;
            }
            assert_eq!(seen, layout.marks.len(), "{name}");
        }
    }
}
