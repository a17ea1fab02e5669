//! A report verified, bundled and set by a template of one's own, from the command line.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;

const PLAN: &str = "title: A small study
game: GAME
seed: 1931
games: 60
keep: 1
agents: [random, greedy]
parts:
  - name: around
    design: one-at-a-time
    questions: [BOSH-02, BOSH-08]
    scopes: [round]
  - name: crossed
    design: factorial
    questions: [BOSH-02, BOSH-08]
    scopes: [round]
";

fn sowlab() -> Command {
    Command::cargo_bin("sowlab").expect("it has been built")
}

/// A folder with rules, their sources and a study of them that has been played.
fn played() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let variants = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    for name in ["bosh.sow", "sources.bib"] {
        fs::copy(variants.join(name), folder.path().join(name)).expect("copied");
    }
    let study = folder.path().join("studies/small");
    fs::create_dir_all(&study).expect("made");
    fs::write(study.join("study.yaml"), PLAN.replace("GAME", "../../bosh.sow")).expect("written");
    sowlab().arg("study").arg(study.join("study.yaml")).assert().success();
    folder
}

/// What `verify` finds, as (path, fault).
fn found(study: &Path, more: &[&str]) -> Vec<(String, String)> {
    let out = sowlab().arg("verify").arg(study).arg("--json").args(more).output().expect("run");
    let answer: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(out.status.code(), Some(i32::from(!answer["findings"].as_array().expect("a list").is_empty())));
    let pair =
        |f: &Value| (f["path"].as_str().expect("text").to_owned(), f["fault"].as_str().expect("text").to_owned());
    answer["findings"].as_array().expect("a list").iter().map(pair).collect()
}

fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
    of.iter().map(|(path, fault)| ((*path).to_owned(), (*fault).to_owned())).collect()
}

#[test]
fn what_differs_from_the_data_or_the_manifest_is_named() {
    let folder = played();
    let study = folder.path().join("studies/small");
    assert_eq!(found(&study, &[]), []);
    assert_eq!(found(&study, &["--from-seed"]), []);
    fs::write(study.join("figures/effects-round.csv"), "panel\n").expect("written");
    fs::remove_file(study.join("tables/measures.csv")).expect("removed");
    fs::write(study.join("figures/of-old.svg"), "<svg/>").expect("written");
    let changed = [
        ("figures/effects-round.csv", "not-as-listed"),
        ("figures/effects-round.csv", "not-as-recomputed"),
        ("figures/of-old.svg", "stray"),
        ("tables/measures.csv", "missing"),
    ];
    assert_eq!(found(&study, &[]), pairs(&changed));
    // A report made again is sound again, but for what was never its own.
    sowlab().arg("report").arg(&study).assert().success();
    assert_eq!(found(&study, &[]), pairs(&[("figures/of-old.svg", "stray")]));
}

#[test]
fn a_record_that_is_not_what_the_seed_gives_is_named() {
    let folder = played();
    let study = folder.path().join("studies/small");
    let kept = |name: &str| {
        let mut folders: Vec<_> =
            fs::read_dir(study.join("data")).expect("records").flatten().map(|e| e.path()).collect();
        folders.sort();
        folders[0].join(name)
    };
    fs::write(kept("00000.json"), "{}").expect("written");
    let out = sowlab().arg("verify").arg(&study).assert().code(1).get_output().stderr.clone();
    let told = String::from_utf8(out).expect("text");
    assert!(told.contains("1 of") && told.contains("or give --from-seed"), "{told}");
    let path = kept("00000.json");
    let path = path.strip_prefix(&study).expect("it lies there").display().to_string();
    assert_eq!(found(&study, &["--from-seed"]), pairs(&[(path.as_str(), "not-as-recomputed")]));
}

#[test]
fn a_bundle_is_the_same_every_time_and_can_be_verified_where_it_is_unpacked() {
    let folder = played();
    let study = folder.path().join("studies/small");
    let bundle = |name: &str| {
        let out = folder.path().join(name);
        sowlab().arg("bundle").arg(&study).arg("--out").arg(&out).assert().success();
        fs::read(out).expect("an archive")
    };
    let bytes = bundle("one.zip");
    assert_eq!(bytes, bundle("two.zip"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip file").extract(elsewhere.path()).expect("unpacked");
    for name in ["CITATION.cff", "README.txt", "bosh.sow", "sources.bib", "studies/small/methods.tex"] {
        assert!(elsewhere.path().join(name).is_file(), "{name}");
    }
    assert_eq!(found(&elsewhere.path().join("studies/small"), &[]), []);
    // A report that was changed by hand is not packed.
    fs::write(study.join("methods.md"), "mine").expect("written");
    sowlab().arg("bundle").arg(&study).assert().code(1);
}

#[test]
fn a_template_of_ones_own_is_used_and_has_to_be_named_to_verify() {
    let folder = played();
    let study = folder.path().join("studies/small");
    let template = folder.path().join("mine.tex");
    fs::write(&template, "\\section{<< page.title >>}\n").expect("written");
    let path = template.to_str().expect("text");
    sowlab().arg("report").arg(&study).args(["--template", path, "--dpi", "150"]).assert().success();
    assert_eq!(fs::read_to_string(study.join("report.tex")).expect("set"), "\\section{A small study}\n");
    assert_eq!(found(&study, &["--template", path]), []);
    // The manifest lists the hash of what the template makes.
    let other = [("manifest.json", "not-as-recomputed"), ("report.tex", "not-as-recomputed")];
    assert_eq!(found(&study, &[]), pairs(&other));
    fs::write(&template, "<< page.titel >>").expect("written");
    let out =
        sowlab().arg("report").arg(&study).args(["--template", path]).assert().code(1).get_output().stderr.clone();
    let told = String::from_utf8(out).expect("text");
    assert!(told.contains("mine.tex:1"), "{told}");
}

/// Whether every brace and every environment that a text in LaTeX opens is closed in order.
fn well_nested(text: &str) -> bool {
    let mut braces = 0_i32;
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '{' if before != '\\' => braces += 1,
            '}' if before != '\\' => braces -= 1,
            _ => {}
        }
        before = if before == '\\' && c == '\\' { ' ' } else { c };
        if braces < 0 {
            return false;
        }
    }
    let mut open = Vec::new();
    for (at, _) in text.match_indices('\\') {
        let rest = &text[at..];
        let name = |rest: &str| rest.split('}').next().unwrap_or_default().to_owned();
        if let Some(rest) = rest.strip_prefix("\\begin{") {
            open.push(name(rest));
        } else if let Some(rest) = rest.strip_prefix("\\end{")
            && open.pop() != Some(name(rest))
        {
            return false;
        }
    }
    braces == 0 && open.is_empty()
}

#[test]
fn the_manuscripts_are_well_formed_and_find_their_figures_and_works() {
    assert!(well_nested("\\begin{a}{x}\\{\\end{a}") && !well_nested("\\begin{a}\\begin{b}\\end{a}\\end{b}"));
    let folder = played();
    let study = folder.path().join("studies/small");
    let read = |name: &str| fs::read_to_string(study.join(name)).expect(name);
    let (tex, markdown, bib) = (read("report.tex"), read("report.md"), read("references.bib"));
    assert!(well_nested(&tex), "{tex}");
    let mut pictures = 0;
    for (text, before) in [(&tex, "]{figures/"), (&markdown, "](figures/")] {
        for piece in text.split(before).skip(1) {
            let name = piece.split(['}', ')']).next().expect("a name");
            assert!(study.join("figures").join(name).is_file(), "{name}");
            pictures += 1;
        }
    }
    assert!(pictures > 10, "{pictures}");
    for piece in tex.split("\\citealp{").skip(1) {
        let key = piece.split('}').next().expect("a key");
        assert!(bib.contains(&format!("{{{key},\n")), "{key}");
    }
    // The rows of a table in LaTeX have as many cells as its head; those of one in Markdown too.
    for table in tex.split("\\toprule").skip(1) {
        let rows: Vec<&str> = table.split("\\bottomrule").next().expect("it ends").lines().collect();
        let cells = |row: &&str| row.replace("\\&", "").matches('&').count();
        let counts: Vec<usize> = rows.iter().filter(|row| row.ends_with("\\\\")).map(cells).collect();
        assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{counts:?} {rows:?}");
    }
    let mut widths = Vec::new();
    for line in markdown.lines().chain([""]) {
        if line.starts_with('|') {
            widths.push(line.replace("\\|", "").matches('|').count());
        } else {
            assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{widths:?} before {line}");
            widths.clear();
        }
    }
}
