use std::sync::Arc;

use super::*;
use crate::domain::condition::Condition;
use crate::domain::python::StripMode;
use crate::domain::repository::{Analyser, Repository};

const HUB: &str = "import os\n\n\nclass Hub:\n    \"\"\"Reads sensors, see PollRate.\"\"\"\n\n    def poll(\n        self,\n    ):\n        for sensor in self.sensors:\n            yield sensor.read_now()\n\n    def close(self):\n        pass\n";

fn views(files: &[(&str, &str)]) -> [RepositoryView; 2] {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    let repository = Arc::new(Repository::from_files("r", files));
    let analysis = Arc::new(Analyser::run(&repository, StripMode::Standard));
    [Condition::Documented, Condition::CodeOnly]
        .map(|condition| RepositoryView::new(repository.clone(), analysis.clone(), condition))
}

fn task(evidence: &[&str]) -> Task {
    let evidence = evidence.iter().map(|text| (*text).to_owned()).collect();
    Task { evidence, ..crate::domain::files::sample_task("t") }
}

#[test]
fn evidence_is_anchored_in_the_code() {
    let [_, code] = views(&[("r/pkg/hub.py", HUB), ("r/pkg/other.py", "x = 1\n"), ("r/README.md", "hub.py\n")]);
    let anchors = anchors(&task(&["`Hub.poll` reads all (hub.py, poll)", "it is quick", "see pkg/other.py"]), &code);
    let short: Vec<_> =
        anchors.iter().map(|a| (a.evidence, a.path.as_str(), a.symbol.as_deref(), a.start_line, a.end_line)).collect();
    let hub = "pkg/hub.py";
    assert_eq!(
        short,
        [(0, hub, Some("Hub"), 4, 13), (0, hub, Some("poll"), 6, 10), (2, "pkg/other.py", None, 1, 1)],
        "lines of the code without docstrings"
    );
    assert!(anchors.iter().all(|anchor| look_up(anchor, &code) == AnchorState::There));
}

#[test]
fn anchors_are_found_again_or_missed() {
    let [_, code] = views(&[("r/pkg/hub.py", HUB), ("r/b.py", "x = 1\n")]);
    let all = anchors(&task(&["(hub.py, poll)"]), &code);
    let state = |files: &[(&str, &str)]| look_up(&all[0], &views(files)[1]);
    let below = format!("X = 1\n{HUB}");
    assert_eq!(
        state(&[("r/pkg/hub.py", &below), ("r/b.py", "")]),
        AnchorState::Moved { path: "pkg/hub.py".into(), line: 7 }
    );
    assert_eq!(
        state(&[("r/new/hub.py", HUB), ("r/b.py", "")]),
        AnchorState::Moved { path: "new/hub.py".into(), line: 6 }
    );
    let changed = HUB.replace("read_now", "read_later");
    assert_eq!(state(&[("r/pkg/hub.py", &changed), ("r/b.py", "")]), AnchorState::Changed { line: 6 });
    assert_eq!(state(&[("r/pkg/hub.py", "pass\n"), ("r/b.py", "")]), AnchorState::Gone);
}

#[test]
fn names_that_only_documentation_knows() {
    let [documented, code] = views(&[("r/pkg/hub.py", HUB), ("r/README.md", "Set poll_interval first.\n")]);
    let names =
        names("`Hub.poll` calls read_now; PollRate and poll_interval and no_such_thing and is_poll, not pkg/hub_x.py");
    assert_eq!(names, ["read_now", "PollRate", "poll_interval", "no_such_thing", "is_poll"]);
    let only_documented: Vec<&String> =
        names.iter().filter(|name| !occurs(name, &code) && occurs(name, &documented)).collect();
    assert_eq!(only_documented, ["PollRate", "poll_interval"]);
}
