//! Where the program stores its files: the folders each system has for settings and for data.

use std::path::PathBuf;

/// The folders of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Settings and themes.
    pub config: PathBuf,
    /// Games and exports.
    pub data: PathBuf,
}

impl Folders {
    /// The folders that the environment names; `look_up` reads a variable. `None` if there is no home folder either.
    ///
    /// `XDG_CONFIG_HOME` and `XDG_DATA_HOME` count on every system if they are absolute, as their specification asks.
    pub fn of_environment(look_up: impl Fn(&str) -> Option<PathBuf>) -> Option<Folders> {
        let absolute = |name: &str| look_up(name).filter(|path| path.is_absolute());
        let home = absolute("HOME").or_else(|| absolute("USERPROFILE"));
        let folder = |xdg: &str, own: &str| {
            let base = absolute(xdg).or_else(|| {
                if cfg!(windows) {
                    absolute("APPDATA")
                } else if cfg!(target_os = "macos") {
                    Some(home.as_ref()?.join("Library/Application Support"))
                } else {
                    Some(home.as_ref()?.join(own))
                }
            });
            Some(base?.join("threefold"))
        };
        Some(Folders {
            config: folder("XDG_CONFIG_HOME", ".config")?,
            data: folder("XDG_DATA_HOME", ".local/share")?,
        })
    }

    /// Where games are stored.
    pub fn games(&self) -> PathBuf {
        self.data.join("games")
    }

    /// Where exported games are written.
    pub fn exports(&self) -> PathBuf {
        self.data.join("exports")
    }
}

#[cfg(all(test, not(windows), not(target_os = "macos")))]
mod tests {
    use super::*;

    fn folders(variables: &[(&str, &str)]) -> Option<Folders> {
        Folders::of_environment(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| PathBuf::from(value))
        })
    }

    #[test]
    fn xdg_goes_before_home() {
        let both = folders(&[("HOME", "/home/ada"), ("XDG_DATA_HOME", "/data")]).unwrap();
        assert_eq!(both.config, PathBuf::from("/home/ada/.config/threefold"));
        assert_eq!(both.data, PathBuf::from("/data/threefold"));
    }

    #[test]
    fn relative_folders_do_not_count() {
        let home = folders(&[("HOME", "/home/ada"), ("XDG_DATA_HOME", "data")]).unwrap();
        assert_eq!(home.games(), PathBuf::from("/home/ada/.local/share/threefold/games"));
        assert_eq!(folders(&[("HOME", "somewhere")]), None);
    }
}
