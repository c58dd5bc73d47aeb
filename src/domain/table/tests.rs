use super::*;

fn table() -> Table {
    let score = Figure { value: 0.857, notation: Notation::Score, interval: Some((0.8412, 0.87)), n: Some(1528) };
    let delta = Figure { value: -0.018, notation: Notation::Delta, interval: None, n: None };
    Table {
        name: "odd",
        caption: "Odd names & 50 % of them".into(),
        columns: vec![Column::words("Model_name"), Column::figures("Score"), Column::figures("d")],
        rows: vec![
            vec![Cell::text("=1+1|\"x\", a_b\nc"), Cell::Figure(score), Cell::Figure(delta)],
            vec![Cell::text("[a] \\b{c}^~#$<"), Cell::Nothing("no score"), Cell::count(9072)],
        ],
        notes: vec!["p < 0.05; ≥ 2 × as much.".into()],
    }
}

#[test]
fn as_comma_separated_values() {
    assert_eq!(
        Format::Csv.write(&table()),
        "Model_name,Score,\"Score, low\",\"Score, high\",\"Score, n\",d\r\n\
         \"'=1+1|\"\"x\"\", a_b\nc\",0.857000,0.841200,0.870000,1528,-0.018000\r\n\
         [a] \\b{c}^~#$<,,,,,9072\r\n"
    );
}

#[test]
fn as_markdown() {
    assert_eq!(
        Format::Markdown.write(&table()),
        "Odd names & 50 % of them.\n\n\
         | Model\\_name | Score | d |\n| --- | ---: | ---: |\n\
         | =1+1\\|\"x\", a\\_b c | 0.857 \\[0.841, 0.870\\], n = 1,528 | −0.018 |\n\
         | \\[a\\] \\\\b{c}^\\~#\\$\\< | no score | 9,072 |\n\n\
         p \\< 0.05; ≥ 2 × as much.\n"
    );
}

#[test]
fn as_latex() {
    let text = Format::Latex.write(&table());
    let has = |part: &str| assert!(text.contains(part), "{part} in\n{text}");
    has("\\caption{Odd names \\& 50 \\% of them.}");
    has("\\begin{tabular}{lrr}");
    has("    Model\\_name & Score & d \\\\\n    \\midrule");
    has("=1+1|\"x\", a\\_b c & 0.857 {\\footnotesize {[}0.841, 0.870], n = 1,528} & $-$0.018 \\\\");
    has("{[}a] \\textbackslash{}b\\{c\\}\\textasciicircum{}\\textasciitilde{}\\#\\$$<$ & no score & 9,072 \\\\");
    has("{\\footnotesize p $<$ 0.05; $\\geq$ 2 $\\times$ as much.}");
}

#[test]
fn figures_in_words() {
    let write = |value, notation: Notation| notation.write(value);
    assert_eq!(write(-0.0184, Notation::Delta), "−0.018");
    assert_eq!(write(0.000_9, Notation::P), "< 0.001");
    assert_eq!(write(0.039, Notation::P), "0.039");
    assert_eq!(write(0.125, Notation::Share), "12.5 %");
    assert_eq!(
        [0.0, 999.0, 1000.0, 1_234_567.0].map(|v| write(v, Notation::Count)),
        ["0", "999", "1,000", "1,234,567"]
    );
}
