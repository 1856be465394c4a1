//! Allowed dependencies between crates: only on lower layers.

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::cargo_command;

/// The toy game, which only tests may use.
const TOY: &str = "hexapawn";
/// What the tests of any crate may use: real games to play, the toy, and a database.
const FOR_TESTS: [&str; 3] = ["games", TOY, "scratch-postgres"];

/// Every crate with the crates of this project it may depend on, lowest first.
const LAYERS: [(&str, &[&str]); 24] = [
    ("play", &[]),
    ("chess", &["play"]),
    ("engine", &[]),
    ("ransom", &["play"]),
    ("kungfu", &[]),
    ("models", &["play", "chess", "engine", "ransom"]),
    ("bots", &["play", "chess", "engine", "ransom", "models"]),
    ("kungfu-bots", &["play", "kungfu"]),
    ("games", &["play", "bots"]),
    (TOY, &["play"]),
    ("puzzles", &["play", "chess", "ransom"]),
    ("practice", &["play", "kungfu", "kungfu-bots", "puzzles"]),
    ("host", &["play", "kungfu", "kungfu-bots"]),
    ("arena", &["play", "kungfu", "kungfu-bots", "host"]),
    ("training", &["engine"]),
    ("ratings", &[]),
    (
        "server",
        &[
            "play",
            "kungfu",
            "kungfu-bots",
            "games",
            "host",
            "puzzles",
            "practice",
            "ratings",
        ],
    ),
    ("remote", &["host"]),
    (
        "terminal",
        &[
            "play",
            "kungfu-bots",
            "host",
            "games",
            "arena",
            "puzzles",
            "practice",
            "ratings",
        ],
    ),
    (
        "threefold",
        &[
            "play",
            "chess",
            "engine",
            "ransom",
            "kungfu",
            "models",
            "bots",
            "kungfu-bots",
            "games",
            "host",
            "arena",
            "server",
            "remote",
            "terminal",
            "training",
            "puzzles",
            "practice",
        ],
    ),
    ("scratch-postgres", &[]),
    ("load", &["scratch-postgres"]),
    (
        "fuzz",
        &[
            "play",
            "chess",
            "engine",
            "ransom",
            "kungfu",
            "bots",
            "kungfu-bots",
            "games",
            "host",
            "terminal",
        ],
    ),
    ("xtask", &["scratch-postgres"]),
];

/// Checks the whole workspace.
pub(crate) fn run() -> anyhow::Result<()> {
    let output = cargo_command(&["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()
        .context("cargo cannot be started")?;
    if !output.status.success() {
        bail!(
            "cargo metadata failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata cannot be read")?;
    let faults = faults(&metadata);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n       "));
    }
    println!(
        "layers: {} crates, dependencies point downwards",
        metadata.packages.len()
    );
    Ok(())
}

fn faults(metadata: &Metadata) -> Vec<String> {
    let names: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut faults = Vec::new();
    for package in &metadata.packages {
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == package.name) else {
            faults.push(format!(
                "{} has no layer; give it one in xtask/src/layers.rs",
                package.name
            ));
            continue;
        };
        // A crate may name itself to switch features on for its own tests.
        let wrong = package
            .dependencies
            .iter()
            .filter(|dependency| {
                dependency.kind.as_deref() != Some("dev") || !FOR_TESTS.contains(&dependency.name.as_str())
            })
            .map(|dependency| dependency.name.as_str())
            .filter(|name| names.contains(name) && *name != package.name && !allowed.contains(name));
        faults.extend(wrong.map(|name| format!("{} must not know {name}", package.name)));
    }
    faults
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` for what only tests use.
    kind: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(json: &str) -> Vec<String> {
        faults(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn upward_dependencies_and_unknown_crates_are_faults() {
        let faults = faults_of(
            r#"{"packages": [
                {"name": "play", "dependencies": [{"name": "serde"}, {"name": "chess"}, {"name": "play"}]},
                {"name": "chess", "dependencies": [{"name": "play"}, {"name": "hexapawn", "kind": "dev"}]},
                {"name": "ransom", "dependencies": [{"name": "hexapawn", "kind": null}]},
                {"name": "hexapawn", "dependencies": []},
                {"name": "novel", "dependencies": []}
            ]}"#,
        );
        assert_eq!(
            faults,
            [
                "play must not know chess",
                "ransom must not know hexapawn",
                "novel has no layer; give it one in xtask/src/layers.rs"
            ]
        );
    }

    #[test]
    fn layers_only_name_lower_ones() {
        for (index, (name, allowed)) in LAYERS.iter().enumerate() {
            for lower in *allowed {
                assert!(
                    LAYERS[..index].iter().any(|(below, _)| below == lower),
                    "{name} over {lower}"
                );
            }
        }
    }
}
