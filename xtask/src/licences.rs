//! Licences, bans and sources of the dependencies, as `deny.toml` allows them.
//!
//! This is the part of `cargo deny check` that needs nothing but `cargo metadata`. The test command runs it because
//! compiling cargo-deny takes minutes on a fresh machine; `cargo xtask deny` runs the real one, advisories included.

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::cargo_command;

/// The one registry; cargo writes its address like this.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Debug, Deserialize)]
struct Rules {
    licenses: Licences,
    bans: Bans,
}

#[derive(Debug, Deserialize)]
struct Licences {
    allow: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Bans {
    deny: Vec<Banned>,
}

#[derive(Debug, Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// What cargo knows of a package.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) source: Option<String>,
}

/// Checks every package of the lock file and prints how many there are.
pub(crate) fn run() -> anyhow::Result<()> {
    let rules: Rules = toml::from_str(&std::fs::read_to_string("deny.toml").context("deny.toml")?)?;
    let packages = packages()?;
    let faults: Vec<String> = packages.iter().filter_map(|package| rules.fault(package)).collect();
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!("{} packages: licences, bans and sources are fine", packages.len());
    Ok(())
}

/// All packages that the workspace may be built from, for any system.
pub(crate) fn packages() -> anyhow::Result<Vec<Package>> {
    let output = cargo_command(&["metadata", "--format-version", "1", "--all-features"]).output()?;
    if !output.status.success() {
        bail!("cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata cannot be read")?;
    Ok(metadata.packages)
}

impl Rules {
    /// Why a package may not be used.
    fn fault(&self, package: &Package) -> Option<String> {
        let Package { name, version, .. } = package;
        if self.bans.deny.iter().any(|banned| banned.name == *name) {
            return Some(format!("{name} {version} is banned by deny.toml"));
        }
        if let Some(source) = &package.source
            && source != REGISTRY
        {
            return Some(format!("{name} {version} comes from {source}, not from the registry"));
        }
        let Some(licence) = &package.license else {
            return Some(format!("{name} {version} states no licence"));
        };
        match satisfied(licence, &self.licenses.allow) {
            Some(true) => None,
            Some(false) => Some(format!(
                "{name} {version}: the licence {licence} is not allowed by deny.toml"
            )),
            None => Some(format!("{name} {version}: the licence {licence} cannot be read")),
        }
    }
}

/// Whether an SPDX expression can be satisfied with the allowed licences; `None` if it is not an expression.
///
/// The slash of old packages is an OR. A licence with an exception counts as one that is not allowed.
fn satisfied(expression: &str, allowed: &[String]) -> Option<bool> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let value = either(&mut words, allowed)?;
    words.next().is_none().then_some(value)
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn either(words: &mut Words<'_>, allowed: &[String]) -> Option<bool> {
    let mut value = both(words, allowed)?;
    while words.next_if_eq(&"OR").is_some() {
        value |= both(words, allowed)?;
    }
    Some(value)
}

fn both(words: &mut Words<'_>, allowed: &[String]) -> Option<bool> {
    let mut value = one(words, allowed)?;
    while words.next_if_eq(&"AND").is_some() {
        value &= one(words, allowed)?;
    }
    Some(value)
}

fn one(words: &mut Words<'_>, allowed: &[String]) -> Option<bool> {
    match words.next()? {
        "(" => {
            let value = either(words, allowed)?;
            (words.next()? == ")").then_some(value)
        }
        ")" | "AND" | "OR" | "WITH" => None,
        name => {
            let is_allowed = allowed.iter().any(|allowed| allowed == name);
            if words.next_if_eq(&"WITH").is_some() {
                words.next()?;
                return Some(false);
            }
            Some(is_allowed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        toml::from_str("licenses.allow = [\"MIT\", \"ISC\"]\nbans.deny = [{ crate = \"openssl-sys\" }]").unwrap()
    }

    #[test]
    fn expressions_are_read() {
        let allowed = rules().licenses.allow;
        for fine in [
            "MIT",
            "MIT OR Apache-2.0",
            "Apache-2.0/MIT",
            "MIT AND ISC",
            "(Apache-2.0 OR MIT) AND ISC",
            "Apache-2.0 WITH LLVM-exception OR MIT",
        ] {
            assert_eq!(satisfied(fine, &allowed), Some(true), "{fine}");
        }
        for refused in [
            "Apache-2.0",
            "MIT AND Apache-2.0",
            "ISC AND (Apache-2.0 OR Zlib)",
            "MIT WITH a-twist",
        ] {
            assert_eq!(satisfied(refused, &allowed), Some(false), "{refused}");
        }
        for broken in ["", "MIT OR", "(MIT", "MIT ISC", "AND MIT", "MIT)"] {
            assert_eq!(satisfied(broken, &allowed), None, "{broken}");
        }
    }

    #[test]
    fn a_package_is_refused_for_its_name_its_source_and_its_licence() {
        let fine = Package {
            name: "fine".to_owned(),
            version: "1.0.0".to_owned(),
            license: Some("MIT".to_owned()),
            source: Some(REGISTRY.to_owned()),
        };
        assert_eq!(rules().fault(&fine), None);
        let bad = [
            Package {
                name: "openssl-sys".to_owned(),
                ..fine.clone()
            },
            Package {
                source: Some("git+https://example.org/a".to_owned()),
                ..fine.clone()
            },
            Package {
                license: None,
                ..fine.clone()
            },
            Package {
                license: Some("Proprietary".to_owned()),
                ..fine
            },
        ];
        for package in bad {
            assert!(rules().fault(&package).is_some(), "{package:?}");
        }
    }
}
