//! Studies from the command line: what is killed, interrupted or shared out comes to the same bytes as a run left in peace.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PLAN: &str = "title: A small study
game: GAME
seed: 1931
games: 400
games_a_record: 100
keep: 2
agents: [random, greedy]
match_round_cap: 200
parts:
  - name: one at a time
    design: one-at-a-time
    severities: [A]
    scopes: [round, match]
";

fn folder_with_plan() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    fs::write(folder.path().join("study.yaml"), PLAN.replace("GAME", &game.display().to_string())).unwrap();
    folder
}

fn study(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowlab"));
    command.arg("study").arg(folder.join("study.yaml")).args(more).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Every file under a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn walk(at: &Path, root: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, found);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found.retain(|path, _| path != Path::new("study.yaml"));
    found
}

/// Whole records under a folder into which a run may be writing: half-written files come and go beside them.
fn records(folder: &Path) -> usize {
    let listed = |at: &Path| fs::read_dir(at).into_iter().flatten().flatten().map(|e| e.path()).collect::<Vec<_>>();
    let cells = listed(&folder.join("data"));
    cells.iter().flat_map(|cell| listed(cell)).filter(|p| p.extension().is_some_and(|e| e == "json")).count()
}

/// Waits until some records are there, so that a signal meets the run in the middle.
fn wait_for_records(folder: &Path, child: &mut Child, many: usize) {
    let patience = Instant::now() + Duration::from_secs(120);
    while records(folder) < many {
        assert!(child.try_wait().unwrap().is_none(), "the run was over before it could be disturbed");
        assert!(Instant::now() < patience, "no records came");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn a_run_that_was_killed_interrupted_and_shared_out_comes_to_the_bytes_of_one_left_in_peace() {
    let peaceful = folder_with_plan();
    assert!(study(peaceful.path(), &[]).status().unwrap().success());
    let expected = files(peaceful.path());
    assert!(expected.contains_key(Path::new("report.html")));

    let disturbed = folder_with_plan();
    let mut child = study(disturbed.path(), &[]).spawn().unwrap();
    wait_for_records(disturbed.path(), &mut child, 3);
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    let left = records(disturbed.path());
    assert!(left >= 3);

    let mut child = study(disturbed.path(), &[]).env("RAYON_NUM_THREADS", "1").spawn().unwrap();
    wait_for_records(disturbed.path(), &mut child, left + 3);
    signal(&child, "INT");
    let out = child.wait_with_output().unwrap();
    let told = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(3), "{told}");
    assert!(told.contains("kept; the same command goes on from there"), "{told}");

    assert!(study(disturbed.path(), &["--shard", "2/2"]).status().unwrap().success());
    assert!(study(disturbed.path(), &[]).status().unwrap().success());
    let found = files(disturbed.path());
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (path, bytes) in &expected {
        assert!(found[path] == *bytes, "{} differs", path.display());
    }
}

#[test]
fn a_kept_game_is_replayed_and_a_tampered_one_is_refused() {
    let folder = folder_with_plan();
    assert!(study(folder.path(), &[]).status().unwrap().success());
    let replay = |game: &str| {
        Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
            .arg("replay")
            .arg(folder.path())
            .arg(game)
            .output()
            .unwrap()
    };
    let out = replay("0-1");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(String::from_utf8(out.stdout).unwrap().contains("found the same"));
    let missing = replay("0-2");
    assert_eq!(missing.status.code(), Some(1));

    let kept: Vec<PathBuf> =
        files(folder.path()).into_keys().filter(|p| p.to_string_lossy().ends_with(".games.jsonl")).collect();
    for path in kept {
        let path = folder.path().join(path);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"pit\":\"A\"", "\"pit\":\"B\"")).unwrap();
    }
    let out = replay("0-1");
    assert_eq!(out.status.code(), Some(1), "{}", String::from_utf8_lossy(&out.stdout));
}
