use super::*;
use crate::domain::python::StripMode;
use crate::domain::repository::Analyser;

fn view(condition: Condition) -> RepositoryView {
    let long: String = (1..=1_000).map(|i| format!("x{i} = {i}\n")).collect();
    let files = [
        ("README.md", "# Top\n".as_bytes()),
        ("pkg/a.py", b"'''Doc.'''\ndef f():  # why\r\n    return 'needle'\n"),
        ("pkg/long.py", long.as_bytes()),
        ("pkg/broken.py", b"def f(:\n"),
        ("pkg/empty.py", b""),
        ("pkg/bad.py", b"x = '\xe9'\n"),
        ("data/x.bin", b"\x00\x01"),
        ("data/evil.py", b"x = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'\n"),
    ];
    let files = files.into_iter().map(|(p, c)| (p.to_owned(), c.to_vec())).collect();
    let repository = Arc::new(Repository::from_files("r", files));
    RepositoryView::new(repository.clone(), Arc::new(Analyser::run(&repository, StripMode::Standard)), condition)
}

#[test]
fn conditions_show_different_files() {
    let paths = |condition| view(condition).paths().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(paths(Condition::Documented).len(), 8);
    assert_eq!(paths(Condition::CodeOnly), ["data/evil.py", "data/x.bin", "pkg/a.py", "pkg/empty.py", "pkg/long.py"]);
    assert!(paths(Condition::ClosedBook).is_empty());
}

#[test]
fn reading() {
    let code = view(Condition::CodeOnly);
    assert_eq!(code.read_file("./pkg//a.py", None, None).as_deref(), Ok("1\tdef f():\n2\t    return 'needle'\n"));
    let full = view(Condition::Documented);
    assert_eq!(full.read_file("/pkg/a.py", Some(2), Some(2)).as_deref(), Ok("2\tdef f():  # why\n"));
    let cut = full.read_file("pkg/long.py", Some(100), None).expect("there");
    assert!(cut.starts_with("100\tx100 = 100\n"));
    assert!(cut.ends_with(
        "899\tx899 = 899\n[cut: lines 100 to 899 of 1000; call read_file with start_line 900 for the rest]\n"
    ));
    assert_eq!(full.read_file("pkg/empty.py", None, None).as_deref(), Ok("pkg/empty.py is empty."));
}

#[test]
fn errors_help() {
    let full = view(Condition::Documented);
    let check = |result: Result<String, ToolError>, expected: &str| match result {
        Err(error) => assert!(error.to_string().contains(expected), "{error}"),
        Ok(text) => panic!("{text}"),
    };
    check(full.read_file("pkg/b.py", None, None), "Did you mean pkg/a.py");
    check(full.read_file("../x", None, None), "without '..'");
    check(full.read_file("data/x.bin", None, None), "binary");
    check(full.read_file("pkg/bad.py", None, None), "not UTF-8");
    check(full.read_file("pkg/a.py", Some(9), None), "only 3 lines");
    check(full.read_file("pkg/a.py", Some(3), Some(2)), "before");
    check(full.list_directory("pkg/a.py"), "read_file");
    check(full.list_directory("nothing/here"), "list_directory");
    check(full.search_code("(", None), "valid regular expression");
    check(full.search_code("x", Some("nope")), "no nope");
    check(view(Condition::ClosedBook).list_directory(""), "No files");
    check(view(Condition::CodeOnly).read_file("README.md", None, None), "no README.md");
}

#[test]
fn listing() {
    let full = view(Condition::Documented);
    assert_eq!(full.list_directory("").as_deref(), Ok("README.md\ndata/\npkg/\n"));
    assert_eq!(full.list_directory("data/").as_deref(), Ok("evil.py\nx.bin\n"));
}

#[test]
fn searching() {
    let code = view(Condition::CodeOnly);
    assert_eq!(code.search_code("need", None).as_deref(), Ok("pkg/a.py:2:     return 'needle'\n"));
    assert_eq!(code.search_code("why|Doc", None).as_deref(), Ok("No line matches in 4 .py files.\n"));
    assert_eq!(code.search_code("^x1 ", Some("pkg")).as_deref(), Ok("pkg/long.py:1: x1 = 1\n"));
    let many = code.search_code(r"^x\d+", None).expect("valid");
    assert!(many.ends_with("[cut: the first 100 matching lines; give a path or a narrower pattern for the rest]\n"));
}

#[test]
fn long_lines() {
    let line = format!("x = '{}needle'  # end\n", "a".repeat(50_000));
    let files = vec![("long.py".to_owned(), line.into_bytes())];
    let repository = Arc::new(Repository::from_files("r", files));
    let view = RepositoryView::new(
        repository.clone(),
        Arc::new(Analyser::run(&repository, StripMode::Standard)),
        Condition::Documented,
    );
    let check = |pattern: &str, expected: &str| {
        let reply = view.search_code(pattern, None).expect("valid");
        assert!(reply.starts_with(expected), "{pattern}: {reply}");
    };
    check("needle", "long.py:1: x = ");
    check(r"needle'(?=\s+#)", "long.py:1: x = ");
    check(r"(e)\1dle", "[not searched: 1 lines that are too long");
    check(r"(?<!z)nothing", "No line matches");
}

#[test]
fn catastrophic_patterns_end() {
    let files = (0..100).map(|i| (format!("f{i}.py"), format!("x = '{}!'\n", "a".repeat(60)).into_bytes())).collect();
    let repository = Arc::new(Repository::from_files("r", files));
    let view = RepositoryView::new(
        repository.clone(),
        Arc::new(Analyser::run(&repository, StripMode::Standard)),
        Condition::Documented,
    );
    assert_eq!(view.search_code(r"'(?:(a+)\1?)+!'(?<!a!')", None), Err(ToolError::TooSlow));
    assert_eq!(view.search_code(r"'(?:a+)+$(?!x)", None).as_deref(), Ok("No line matches in 100 .py files.\n"));
}
