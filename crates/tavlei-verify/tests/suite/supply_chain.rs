//! What a build consists of: the dependencies of the `no_std` crates, licences, duplicates, sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines that `cargo tree` prints, one for each package that it meets.
fn tree(arguments: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let run = Command::new(cargo).arg("tree").args(["--prefix", "none"]).args(arguments).current_dir(root()).output();
    let output = run.expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| line.trim_end_matches(" (*)").to_string()).collect()
}

/// The names of what is linked into a crate, procedural macros left out, with the features that are on.
fn linked(package: &str, features: &str) -> BTreeMap<String, String> {
    let edges = ["-e", "normal,no-proc-macro", "-f", "{p}\t{f}", "-p", package, "-F", features];
    let lines = tree(&edges);
    let name = |package: &str| package.split(' ').next().unwrap_or_default().to_string();
    lines.iter().filter_map(|line| line.split_once('\t')).map(|(of, features)| (name(of), features.into())).collect()
}

const BELOW: [&str; 5] = ["bitflags", "tavlei-game", "tavlei-geometry", "thiserror", "rand_core"];
/// The hash map of `tavlei-game`.
const MAP: [&str; 2] = ["foldhash", "hashbrown"];
const HASH: [&str; 9] =
    ["block-buffer", "cfg-if", "cpufeatures", "crypto-common", "digest", "hybrid-array", "sha2", "typenum", "zeroize"];
/// Ed25519, and what it brings beside the hash.
const SIGNATURES: [&str; 5] = ["curve25519-dalek", "ed25519", "ed25519-dalek", "signature", "subtle"];
const SERDE: [&str; 2] = ["serde", "serde_core"];

/// Every crate below is `no_std` as it is built here; a new one must be looked at and added by hand.
#[test]
fn no_std_crates_link_nothing_but_no_std_crates() {
    let table: [(&str, &str, &[&[&str]]); 11] = [
        ("tavlei-geometry", "", &[&BELOW]),
        ("tavlei-geometry", "serde", &[&BELOW, &SERDE]),
        ("tavlei-game", "", &[&BELOW, &MAP]),
        ("tavlei-game", "serde", &[&BELOW, &MAP, &SERDE]),
        ("tavlei-towers", "", &[&BELOW, &MAP, &["smallvec"]]),
        ("tavlei-towers", "serde", &[&BELOW, &MAP, &["smallvec"], &SERDE]),
        ("tavlei-ashtarashki", "", &[&BELOW, &MAP]),
        ("tavlei-ashtarashki", "serde", &[&BELOW, &MAP, &SERDE]),
        ("tavlei-proryv", "", &[&BELOW, &MAP]),
        ("tavlei-proryv", "commitment,serde", &[&BELOW, &MAP, &HASH, &SERDE]),
        ("tavlei-proryv", "signed,serde", &[&BELOW, &MAP, &HASH, &SIGNATURES, &SERDE]),
    ];
    for (package, features, allowed) in table {
        let allowed: BTreeSet<&str> = allowed.iter().copied().flatten().copied().chain([package]).collect();
        let linked = linked(package, features);
        assert!(linked.contains_key(package) && linked.contains_key("thiserror"), "{linked:?}");
        for (name, on) in &linked {
            assert!(allowed.contains(name.as_str()), "{package} [{features}] links {name}");
            assert!(!on.split(',').any(|feature| feature == "std"), "{package} [{features}] links {name} with std");
        }
        println!("{package} [{features}]: {}", linked.keys().cloned().collect::<Vec<_>>().join(" "));
    }
}

#[test]
fn no_std_crates_say_so_without_condition() {
    for package in ["geometry", "game", "towers", "ashtarashki", "proryv"] {
        let path = root().join(format!("crates/tavlei-{package}/src/lib.rs"));
        let source = std::fs::read_to_string(&path).expect("the crate has a root");
        assert!(source.lines().any(|line| line == "#![no_std]"), "{}", path.display());
        assert!(!source.contains("extern crate std"), "{}", path.display());
    }
}

/// The list of `deny.toml`.
const LICENCES: [&str; 6] = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "Unicode-3.0", "Zlib"];

/// Returns whether a licence expression can be met with the licences of the list. `/` is an old way of writing `OR`.
fn is_allowed(expression: &str) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" AND ").all(|all| all.split(" OR ").any(|one| LICENCES.contains(&one.trim())))
}

#[test]
fn licences_are_on_the_list() {
    let packages = tree(&["--workspace", "--all-features", "-e", "all", "-f", "{p}\t{l}"]);
    assert!(packages.len() > 50, "{packages:?}");
    // Lines with one column are headings.
    for (package, licence) in packages.iter().filter_map(|line| line.split_once('\t')) {
        assert!(is_allowed(licence), "{package}: {licence:?}");
    }
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0") && is_allowed("Unlicense/MIT"));
    assert!(!is_allowed("GPL-3.0-only") && !is_allowed("MIT AND GPL-3.0-only") && !is_allowed(""));
    let deny = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    for licence in LICENCES {
        assert!(deny.contains(&format!("\"{licence}\"")), "{licence} is not in deny.toml");
    }
}

/// The lock file names one version of each package, but of `syn` and of `itertools` (ratatui’s and criterion’s), and nothing that is not from the registry or here.
#[test]
fn the_lock_file_has_no_duplicates_and_no_strange_sources() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let mut versions = BTreeMap::<&str, usize>::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
            line.map(|value| value.trim_matches('"'))
        };
        let name = value("name").expect("a name");
        *versions.entry(name).or_default() += 1;
        match value("source") {
            None => assert!(name.starts_with("tavlei"), "{name} has no source"),
            Some(source) => {
                assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
                assert!(value("checksum").is_some_and(|checksum| checksum.len() == 64), "{name}");
            }
        }
    }
    let twice: Vec<_> = versions.iter().filter(|(_, count)| **count > 1).map(|(name, _)| *name).collect();
    assert_eq!(twice, ["itertools", "syn"]);
    assert!(versions.len() > 50, "{versions:?}");
}
