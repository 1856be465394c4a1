//! What belongs to a release: its notes, its Debian package and its list of parts.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{cargo_command, deb, licences::Package, started};

/// Where manual pages, completions and the list of parts are written.
const FOLDER: &str = "target/package";
/// The shells whose completions are packaged, and the names that they look for.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "threefold.bash"),
    ("zsh", "_threefold"),
    ("fish", "threefold.fish"),
];

/// Prints the notes of a version: its section of the changelog.
pub(crate) fn notes(version: &str) -> anyhow::Result<()> {
    let changelog = fs::read_to_string("CHANGELOG.md").context("CHANGELOG.md")?;
    let Some(section) = section(&changelog, version) else {
        let known: Vec<&str> = headings(&changelog).collect();
        bail!("CHANGELOG.md has no section {version}; it has {}", known.join(", "));
    };
    println!("# Threefold {version}\n\n{section}");
    Ok(())
}

fn headings(changelog: &str) -> impl Iterator<Item = &str> {
    changelog.lines().filter_map(|line| line.strip_prefix("## "))
}

/// The text below the heading of a version; a date may follow the version in it.
fn section(changelog: &str, version: &str) -> Option<String> {
    let is_wanted = |heading: &str| heading.split(' ').next() == Some(version);
    let mut lines = changelog
        .lines()
        .skip_while(|line| !line.strip_prefix("## ").is_some_and(is_wanted));
    lines.next()?;
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Some(lines.join("\n").trim().to_owned())
}

/// Builds the program, its manual pages and completions, its list of parts and the Debian package.
pub(crate) fn package() -> anyhow::Result<()> {
    let mut build = cargo_command(&["build", "--release", "--package", "threefold"]);
    // A package is for every processor of its architecture; the engine chooses its vector code at run time.
    if cfg!(target_arch = "x86_64") {
        build.env("RUSTFLAGS", "-C target-cpu=x86-64");
    }
    started(&mut build)?;
    let program = target().join("release/threefold");
    pages(&program)?;
    parts()?;
    deb::build(&program).map(drop)
}

/// Writes the manual pages and the completions of the program.
pub(crate) fn pages(program: &Path) -> anyhow::Result<()> {
    let man = Path::new(FOLDER).join("man");
    if man.exists() {
        fs::remove_dir_all(&man)?;
    }
    let written = Command::new(program).arg("man").arg(&man).status()?;
    if !written.success() {
        bail!("the manual pages cannot be written");
    }
    for (shell, name) in COMPLETIONS {
        let output = Command::new(program).args(["completions", shell]).output()?;
        if !output.status.success() {
            bail!("there are no completions for {shell}");
        }
        fs::write(Path::new(FOLDER).join(name), output.stdout)?;
    }
    println!("manual pages and completions are in {FOLDER}");
    Ok(())
}

pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Identified>,
    resolve: Resolve,
}

#[derive(Debug, Deserialize)]
struct Identified {
    id: String,
    #[serde(flatten)]
    package: Package,
}

#[derive(Debug, Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Debug, Deserialize)]
struct Kind {
    /// Nothing for a usual dependency, else `build` or `dev`.
    kind: Option<String>,
}

/// Writes what the program is made of, as a `CycloneDX` file.
pub(crate) fn parts() -> anyhow::Result<()> {
    let host = cargo_command(&["-vV"]).output()?;
    let host = String::from_utf8_lossy(&host.stdout).into_owned();
    let host = host
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("cargo does not name its host")?;
    let output = cargo_command(&["metadata", "--format-version", "1", "--filter-platform", host]).output()?;
    if !output.status.success() {
        bail!("cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata cannot be read")?;
    let list = metadata.list(env!("CARGO_PKG_VERSION"))?;
    let file = Path::new(FOLDER).join("threefold.cdx.json");
    fs::create_dir_all(FOLDER)?;
    fs::write(&file, serde_json::to_string_pretty(&list)?)?;
    println!("the list of parts is {}", file.display());
    Ok(())
}

impl Metadata {
    /// Everything that is compiled into the binary, without what only builds or tests it.
    fn list(&self, version: &str) -> anyhow::Result<Value> {
        let nodes: BTreeMap<&str, &Node> = self.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
        let packages: BTreeMap<&str, &Package> = self
            .packages
            .iter()
            .map(|identified| (&*identified.id, &identified.package))
            .collect();
        let root = self
            .packages
            .iter()
            .find(|identified| identified.package.name == "threefold")
            .context("there is no package threefold")?;
        let mut found = BTreeSet::new();
        let mut open = vec![&*root.id];
        while let Some(id) = open.pop() {
            if !found.insert(id) {
                continue;
            }
            let node = nodes.get(id).with_context(|| format!("cargo does not resolve {id}"))?;
            let usual = |dependency: &&Dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
            open.extend(node.deps.iter().filter(usual).map(|dependency| &*dependency.pkg));
        }
        let mut components: Vec<&Package> = found.iter().filter_map(|id| packages.get(id).copied()).collect();
        components.retain(|package| package.name != "threefold");
        components.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        Ok(json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": {
                "component": {
                    "type": "application",
                    "name": "threefold",
                    "version": version,
                    "licenses": [{ "license": { "id": "GPL-3.0-or-later" } }],
                },
            },
            "components": components.iter().map(|package| component(package)).collect::<Vec<_>>(),
        }))
    }
}

fn component(package: &Package) -> Value {
    let Package { name, version, .. } = package;
    let mut component = json!({ "type": "library", "name": name, "version": version });
    if let Some(licence) = &package.license {
        // `CycloneDX` takes SPDX expressions only; old packages separate licences with a slash.
        component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
    }
    if package.source.is_some() {
        component["purl"] = json!(format!("pkg:cargo/{name}@{version}"));
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str =
        "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2026-11-17)\n\n- older\n  words\n\n## 0.1.0\n";

    #[test]
    fn a_section_ends_before_the_next() {
        assert_eq!(section(CHANGELOG, "0.2.0").as_deref(), Some("- older\n  words"));
        assert_eq!(section(CHANGELOG, "Unreleased").as_deref(), Some("- new"));
        assert_eq!(section(CHANGELOG, "0.1.0").as_deref(), Some(""));
        assert_eq!(section(CHANGELOG, "0.2"), None);
    }

    #[test]
    fn tools_that_build_are_no_part_of_the_program() {
        let metadata = json!({
            "packages": [
                { "id": "t", "name": "threefold", "version": "1.0.0", "license": "MIT", "source": null },
                { "id": "a", "name": "a", "version": "1.0.0", "license": "MIT/Apache-2.0", "source": "registry" },
                { "id": "b", "name": "b", "version": "1.0.0", "license": "MIT", "source": "registry" },
                { "id": "c", "name": "c", "version": "1.0.0", "license": "MIT", "source": "registry" },
            ],
            "resolve": { "nodes": [
                { "id": "t", "deps": [
                    { "pkg": "a", "dep_kinds": [{ "kind": null }, { "kind": "dev" }] },
                    { "pkg": "b", "dep_kinds": [{ "kind": "build" }] },
                ] },
                { "id": "a", "deps": [{ "pkg": "c", "dep_kinds": [{ "kind": null }] }] },
                { "id": "c", "deps": [] },
            ] },
        });
        let metadata: Metadata = serde_json::from_value(metadata).unwrap();
        let list = metadata.list("1.0.0").unwrap();
        let names: Vec<&str> = list["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|component| component["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["a", "c"]);
        assert_eq!(list["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(list["components"][0]["purl"], "pkg:cargo/a@1.0.0");
    }
}
