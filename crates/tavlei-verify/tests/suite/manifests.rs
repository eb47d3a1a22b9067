//! The manifests of the workspace: no unused dependency, and what the registry and docs.rs show of a published crate.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders of all members of the workspace.
fn members() -> Vec<PathBuf> {
    let crates = std::fs::read_dir(root().join("crates")).expect("the folder of the crates");
    let crates = crates.map(|entry| entry.expect("an entry of a folder").path());
    let members: Vec<_> = crates.chain(["benches", "docs", "examples"].map(|name| root().join(name))).collect();
    assert!(members.len() > 10, "{members:?}");
    members
}

/// The dependencies that a manifest names under headings that end with `heading`.
fn dependencies(manifest: &str, heading: &str) -> BTreeSet<String> {
    let mut inside = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.trim_end_matches(']').trim_start_matches('[').rsplit('.').next() == Some(heading);
        } else if inside && line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            names.insert(name.to_owned());
        }
    }
    names
}

/// Reads all Rust sources and all pages with programs below a folder, build results left out.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            *text += &read(&path);
        }
    }
}

/// Reads a file; nothing if there is none.
fn read_if_there(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// Does the source name the crate?
fn uses(source: &str, package: &str) -> bool {
    let name = package.replace('-', "_");
    source.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

#[test]
fn dependencies_are_found_and_so_are_their_uses() {
    let manifest = "[dependencies]\na-b.workspace = true\nc = { version = \"1\" }\n# d = 1\n\n\
                    [target.'cfg(unix)'.dependencies]\ne = \"2\"\n[dev-dependencies]\nf = \"3\"\n[lints]\ng = true\n";
    assert_eq!(dependencies(manifest, "dependencies"), ["a-b", "c", "e"].map(String::from).into());
    assert_eq!(dependencies(manifest, "dev-dependencies"), ["f"].map(String::from).into());
    assert!(uses("use a_b::c;", "a-b") && !uses("use a_bc::d; // a-b", "a-b"));
}

#[test]
fn every_dependency_is_used() {
    for member in members() {
        let manifest = read(&member.join("Cargo.toml"));
        let (mut library, mut all) = (String::new(), String::new());
        sources(&member.join("src"), &mut library);
        sources(&member, &mut all);
        // The programs of the READMEs are compiled there.
        if all.contains("/README.md\"") {
            members().iter().for_each(|other| all += &read_if_there(&other.join("README.md")));
        }
        for (heading, source) in [("dependencies", &library), ("dev-dependencies", &all)] {
            // A package of programs alone has them in its own folder.
            let source = if source.is_empty() { &all } else { source };
            for package in dependencies(&manifest, heading) {
                assert!(uses(source, &package), "{}: {package} is not used", member.display());
            }
        }
    }
}

#[test]
fn every_dependency_of_the_workspace_is_one_of_a_member() {
    let manifests: Vec<String> = members().iter().map(|member| read(&member.join("Cargo.toml"))).collect();
    let named = |heading| manifests.iter().flat_map(move |manifest| dependencies(manifest, heading));
    let named: BTreeSet<String> = named("dependencies").chain(named("dev-dependencies")).collect();
    for package in dependencies(&read(&root().join("Cargo.toml")), "dependencies") {
        assert!(named.contains(&package), "no member depends on {package}");
    }
}

/// `test = false` saves the compilation of a test program without tests; it must not hide any.
#[test]
fn a_target_without_tests_has_none() {
    for member in members() {
        let manifest = read(&member.join("Cargo.toml"));
        let mut source = String::new();
        sources(&member.join("src"), &mut source);
        for program in manifest.lines().filter_map(|line| line.strip_prefix("path = \"")?.strip_suffix('"')) {
            source += &read(&member.join(program));
        }
        let left_out = manifest.contains("test = false");
        assert!(!left_out || !source.contains("#[test]"), "{}: its tests are left out", member.display());
    }
}

#[test]
fn every_published_crate_says_what_the_registry_and_docs_rs_show() {
    let mut published = 0;
    for member in members() {
        let manifest = read(&member.join("Cargo.toml"));
        let has = |line: &str| assert!(manifest.lines().any(|l| l == line), "{}: no {line}", member.display());
        has("repository.workspace = true");
        if manifest.contains("publish = false") {
            continue;
        }
        published += 1;
        has("documentation.workspace = true");
        has("[package.metadata.docs.rs]");
        has("all-features = true");
        let readme = manifest.lines().find_map(|line| line.strip_prefix("readme = \"")?.strip_suffix('"'));
        let readme = member.join(readme.unwrap_or_else(|| panic!("{}: no README", member.display())));
        assert!(read(&readme).starts_with("# tavlei"), "{}", readme.display());
    }
    assert!(published > 8, "{published}");
}
