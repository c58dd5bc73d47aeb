use super::*;
use crate::domain::files::sample_task;

/// A task as it was made.
fn made() -> Task {
    Task { author: Author::Origin, earlier: Vec::new(), ..sample_task("t") }
}

fn worded(question: &str) -> Wording {
    Wording { question: question.into(), ..sample_task("t").wording() }
}

#[test]
fn every_earlier_wording_is_kept_and_can_be_put_back() {
    let mut task = made();
    let first = task.wording();
    task.edit(first.clone(), 1);
    assert_eq!((task.version_number(), task.author), (1, Author::Origin), "nothing has changed");
    task.edit(worded("Second?"), 2);
    task.edit(worded("Third?"), 3);
    assert_eq!((task.version_number(), task.author), (3, Author::Person));
    task.restore(1, 4);
    assert_eq!((task.version_number(), task.author), (4, Author::Origin), "the generator's words again");
    assert_eq!(task.wording(), first);
    task.restore(2, 5);
    assert_eq!((task.question.as_str(), task.author), ("Second?", Author::Person));
    task.restore(9, 6);
    task.restore(0, 6);
    assert_eq!(task.version_number(), 5, "there is no such version");
    let until: Vec<u64> = task.earlier.iter().map(|earlier| earlier.until_ms).collect();
    assert_eq!(until, [2, 3, 4, 5]);
}

#[test]
fn a_task_made_anew_keeps_what_it_said() {
    let mut task = made();
    task.edit(worded("By hand?"), 2);
    let anew = Task { question: "Anew?".into(), created_ms: 7, ..made() };
    task.regenerate(anew);
    assert_eq!((task.question.as_str(), task.author, task.version_number()), ("Anew?", Author::Origin, 3));
    assert_eq!(task.earlier[1].wording.question, "By hand?");
    assert_eq!((task.earlier[1].author, task.earlier[1].until_ms), (Author::Person, 7));
}

#[test]
fn a_wording_is_tidied_and_must_say_something() {
    let wording = |question: &str, answer: &str| Wording {
        question: question.into(),
        answer: answer.into(),
        rubric: vec![" a ".into(), "  ".into()],
        evidence: Vec::new(),
    };
    let tidied = wording(" q ", "a\n").tidied();
    assert_eq!(tidied.map(|w| (w.question, w.answer, w.rubric)), Ok(("q".into(), "a".into(), vec!["a".to_owned()])));
    assert_eq!(wording(" ", "a").tidied(), Err(WordingProblem::NoQuestion));
    assert_eq!(wording("q", " ").tidied(), Err(WordingProblem::NoAnswer));
    assert!(wording("What does a.py do?", "a").broken_rule(&[]).is_some_and(|rule| rule.contains("a.py")));
    assert_eq!(wording("What does it do?", "a").broken_rule(&[]), None);
}
