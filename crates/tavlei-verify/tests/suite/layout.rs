//! No two files of a crate import each other, a module and its children apart (ARCHITECTURE.md).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module by its path in the crate: `["notation", "moves"]`; the root is empty.
type Module = Vec<String>;

/// The sources of a crate by module.
fn modules(src: &Path) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = vec![src.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(src).expect("below the sources").with_extension("");
                let mut module: Module = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                if module == ["lib"] || module == ["main"] {
                    module.clear();
                }
                found.insert(module, fs::read_to_string(&path).expect("UTF-8"));
            }
        }
    }
    found
}

/// The paths of the `use` statements of a file, its tests left out, each whole: `crate::a::b::Name`.
fn imports(source: &str) -> Vec<String> {
    fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
        let tree = tree.trim();
        match tree.split_once('{') {
            None => paths.push(format!("{prefix}{}", tree.split(" as ").next().unwrap_or_default().trim())),
            Some((head, rest)) => {
                let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
                let (mut depth, mut from) = (0, 0);
                for (at, c) in inside.char_indices().chain([(inside.len(), ',')]) {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            if !inside[from..at].trim().is_empty() {
                                expand(&format!("{prefix}{}", head.trim()), &inside[from..at], paths);
                            }
                            from = at + 1;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut paths = Vec::new();
    for (at, _) in source.match_indices("use ").filter(|(at, _)| *at == 0 || source[..*at].ends_with(['\n', ' '])) {
        let line = source[..at].rsplit('\n').next().unwrap_or_default();
        if line.trim().is_empty() || line.trim().starts_with("pub") {
            let statement = source[at + 4..].split(';').next().unwrap_or_default();
            expand("", statement, &mut paths);
        }
    }
    paths
}

/// The modules that each module imports from; a name that the root hands on belongs to the module that defines it.
fn arrows(modules: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let segments = |path: &str| path.split("::").map(|part| part.trim().to_owned()).collect::<Vec<_>>();
    let deepest =
        |path: &[String]| (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|at| modules.contains_key(at));
    let root = modules.get(&Vec::new()).expect("a root");
    let handed_on: BTreeMap<String, Module> = imports(root)
        .iter()
        .map(|path| segments(path.trim_start_matches("crate::").trim_start_matches("self::")))
        .filter_map(|path| Some((path.last()?.clone(), deepest(&path).filter(|module| !module.is_empty())?)))
        .collect();
    let mut arrows = BTreeMap::new();
    for (module, source) in modules.iter().filter(|(module, _)| !module.is_empty()) {
        let mut targets = BTreeSet::new();
        for path in imports(source) {
            let path = segments(&path);
            let whole = match path[0].as_str() {
                "crate" => path[1..].to_vec(),
                "super" => {
                    let up = path.iter().take_while(|part| *part == "super").count();
                    [&module[..module.len() - up.min(module.len())], &path[up..]].concat()
                }
                "self" => [module.as_slice(), &path[1..]].concat(),
                _ => continue,
            };
            let target = match deepest(&whole) {
                Some(target) if !target.is_empty() => target,
                _ => match whole.last().and_then(|name| handed_on.get(name)) {
                    Some(target) => target.clone(),
                    None => continue,
                },
            };
            // A module and its children are one thing.
            if !target.starts_with(module) && !module.starts_with(&target) {
                targets.insert(target);
            }
        }
        arrows.insert(module.clone(), targets);
    }
    arrows
}

/// A way along the arrows from a module back to itself.
fn circle(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<String>> {
    for start in arrows.keys() {
        let mut ways = vec![vec![start]];
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop() {
            let last = way.last().expect("a way is not empty");
            for next in arrows.get(*last).into_iter().flatten() {
                if next == start {
                    return Some(way.iter().chain([&start]).map(|module| module.join("::")).collect());
                }
                if seen.insert(next) {
                    ways.push(way.iter().copied().chain([next]).collect());
                }
            }
        }
    }
    None
}

#[test]
fn no_two_files_of_a_crate_import_each_other() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut files, mut found) = (0, 0);
    for entry in fs::read_dir(crates).expect("the crates") {
        let src = entry.expect("a crate").path().join("src");
        if !src.is_dir() {
            continue;
        }
        let modules = modules(&src);
        let arrows = arrows(&modules);
        files += modules.len();
        found += arrows.values().map(BTreeSet::len).sum::<usize>();
        assert_eq!(circle(&arrows), None, "{}", src.display());
    }
    assert!(files > 200 && found > 300, "{files} files, {found} imports");
}

#[test]
fn a_circle_would_be_found() {
    let module = |name: &str| vec![name.to_owned()];
    let sources = [
        (Vec::new(), "mod a;\nmod b;\nmod c;\npub use b::Name;\n"),
        (module("a"), "use std::fmt;\nuse crate::{Name, c::Other};\n"),
        (module("b"), "use super::c::Third as T;\n"),
        (module("c"), "use crate::a;\n#[cfg(test)]\nmod tests { use crate::b; }\n"),
    ];
    let with = |last: &str| {
        let mut modules: BTreeMap<_, _> =
            sources.iter().map(|(name, text)| (name.clone(), (*text).to_owned())).collect();
        modules.insert(module("c"), last.to_owned());
        circle(&arrows(&modules)).is_some()
    };
    assert!(with("use crate::a;\n"), "a → c → a");
    assert!(with("use crate::Name;\n"), "b → c → b, by a name that the root hands on");
    assert!(!with("use std::fmt;\n#[cfg(test)]\nmod tests { use crate::b; }\n"), "tests may look everywhere");
}
