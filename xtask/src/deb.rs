//! The Debian package, from the same `[package.metadata.deb]` that cargo-deb reads, with Debian's own programs.
//!
//! Compiling cargo-deb takes minutes; `dpkg-deb`, `dpkg-shlibdeps` and `strip` are on every Debian machine that builds.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::{cargo_command, started, tools};

/// The package that has the binary, and its folder, which the paths of the assets are relative to.
const PACKAGE: &str = "threefold";
const FOLDER: &str = "crates/threefold";

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    version: String,
    description: String,
    metadata: Option<Tables>,
}

#[derive(Debug, Deserialize)]
struct Tables {
    deb: Option<Deb>,
}

/// The part of cargo-deb's table that is used here.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Deb {
    maintainer: String,
    copyright: String,
    section: String,
    priority: String,
    suggests: String,
    extended_description: String,
    /// From, to, mode.
    assets: Vec<[String; 3]>,
}

/// Builds the package from the program at `program` and returns its path.
pub(crate) fn build(program: &Path) -> anyhow::Result<PathBuf> {
    let output = cargo_command(&["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata cannot be read")?;
    let package = metadata.packages.into_iter().find(|package| package.name == PACKAGE);
    let package = package.context("there is no package threefold")?;
    let deb = package.metadata.as_ref().and_then(|tables| tables.deb.as_ref());
    let deb = deb.context("crates/threefold/Cargo.toml has no [package.metadata.deb]")?;
    let root = Path::new("target/package/root");
    if root.exists() {
        fs::remove_dir_all(root)?;
    }
    for [from, to, mode] in &deb.assets {
        for source in sources(from, program)? {
            install(&source, &root.join(destination(&source, to)?), mode)?;
        }
    }
    tools::shell(&format!("strip {}/usr/bin/*", root.display()))?;
    tools::shell(&format!(
        "gzip --best --no-name {}/usr/share/man/man1/*",
        root.display()
    ))?;
    write(&root.join("usr/share/doc/threefold/copyright"), &copyright(deb))?;
    let architecture = said("dpkg", &["--print-architecture"])?;
    let control = control(&package, deb, &architecture, &libraries(root)?, size(root)?);
    write(&root.join("DEBIAN/control"), &control)?;
    let file = PathBuf::from(format!(
        "target/debian/{PACKAGE}_{}-1_{architecture}.deb",
        package.version
    ));
    fs::create_dir_all("target/debian")?;
    let mut pack = Command::new("dpkg-deb");
    started(pack.args(["--root-owner-group", "--build"]).arg(root).arg(&file))?;
    println!("{}", file.display());
    Ok(file)
}

/// The files that an asset names: the program, a file, or all files with an ending in a folder.
fn sources(from: &str, program: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if from == "target/release/threefold" {
        return Ok(vec![program.to_owned()]);
    }
    let path = Path::new(FOLDER).join(from);
    let Some((folder, ending)) = from.rsplit_once("/*") else {
        return Ok(vec![path]);
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(Path::new(FOLDER).join(folder)).with_context(|| folder.to_owned())? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(ending) {
            files.push(path);
        }
    }
    if files.is_empty() {
        bail!("there is no file {from}");
    }
    Ok(files)
}

/// A destination that ends in a slash is a folder.
fn destination(source: &Path, to: &str) -> anyhow::Result<String> {
    if !to.ends_with('/') {
        return Ok(to.to_owned());
    }
    let name = source
        .file_name()
        .and_then(|name| name.to_str())
        .context("a file without a name")?;
    Ok(format!("{to}{name}"))
}

/// Copies a file with a mode, such as 755.
fn install(source: &Path, file: &Path, mode: &str) -> anyhow::Result<()> {
    started(Command::new("install").args(["-D", "-m", mode]).arg(source).arg(file))
        .with_context(|| source.display().to_string())
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let folder = file.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder)?;
    Ok(fs::write(file, text)?)
}

/// Debian's file about the licence.
fn copyright(deb: &Deb) -> String {
    format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Threefold\n\n\
         Files: *\nCopyright: {}\nLicense: GPL-3+\n On Debian systems the full text of the GNU General Public License, \
         version 3,\n is in /usr/share/common-licenses/GPL-3.\n",
        deb.copyright
    )
}

/// The libraries that the program needs, as Debian's packages.
fn libraries(root: &Path) -> anyhow::Result<String> {
    // It wants to be called beside the control file of a source package.
    let beside = Path::new("target/package/shlibdeps/debian");
    write(
        &beside.join("control"),
        "Source: threefold\n\nPackage: threefold\nArchitecture: any\n",
    )?;
    let program = fs::canonicalize(root.join("usr/bin/threefold"))?;
    let output = Command::new("dpkg-shlibdeps")
        .arg("-O")
        .arg(program)
        .current_dir("target/package/shlibdeps")
        .output()
        .context("dpkg-shlibdeps (Debian: dpkg-dev)")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let list = text.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    list.map(str::to_owned)
        .with_context(|| format!("dpkg-shlibdeps failed:\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// The size of everything that is installed, in KiB.
fn size(root: &Path) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() {
            size(&entry.path())? * 1024
        } else {
            entry.metadata()?.len()
        };
    }
    Ok(bytes.div_ceil(1024))
}

fn control(package: &Package, deb: &Deb, architecture: &str, libraries: &str, size: u64) -> String {
    let Package {
        name,
        version,
        description,
        ..
    } = package;
    let long = deb.extended_description.replace('\n', "\n ");
    format!(
        "Package: {name}\nVersion: {version}-1\nArchitecture: {architecture}\nMaintainer: {}\nInstalled-Size: {size}\n\
         Depends: {libraries}\nSuggests: {}\nSection: {}\nPriority: {}\nDescription: {}\n {long}\n",
        deb.maintainer,
        deb.suggests,
        deb.section,
        deb.priority,
        description.trim_end_matches('.')
    )
}

fn said(program: &str, arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| program.to_owned())?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_the_name_of_a_file() {
        let page = Path::new("target/man/threefold.1");
        assert_eq!(
            destination(page, "usr/share/man/man1/").unwrap(),
            "usr/share/man/man1/threefold.1"
        );
        assert_eq!(destination(page, "usr/bin/other").unwrap(), "usr/bin/other");
    }

    #[test]
    fn the_control_file_has_a_short_and_a_long_description() {
        let package = Package {
            name: "threefold".to_owned(),
            version: "1.2.3".to_owned(),
            description: "Games.".to_owned(),
            metadata: None,
        };
        let deb = Deb {
            maintainer: "A <a@b>".to_owned(),
            copyright: "A".to_owned(),
            section: "games".to_owned(),
            priority: "optional".to_owned(),
            suggests: "b".to_owned(),
            extended_description: "One\ntwo".to_owned(),
            assets: Vec::new(),
        };
        let control = control(&package, &deb, "amd64", "libc6", 7);
        assert!(
            control.starts_with("Package: threefold\nVersion: 1.2.3-1\n"),
            "{control}"
        );
        assert!(control.ends_with("Description: Games\n One\n two\n"), "{control}");
    }
}
