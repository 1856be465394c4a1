//! The options that a UCI program declares, and settings checked against them.

use super::process::shortened;

/// What a program has declared, in its order.
#[derive(Clone, Debug, Default)]
pub(super) struct Options(Vec<Declared>);

impl Options {
    /// Adds an option, unless there are already more than anybody could read.
    pub(super) fn add(&mut self, declared: Declared) {
        if self.0.len() < MOST_OPTIONS {
            self.0.push(declared);
        }
    }

    /// The option of this name, whatever the case of its letters.
    pub(super) fn find(&self, name: &str) -> Option<&Declared> {
        self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Their names, for people.
    pub(super) fn names(&self) -> String {
        if self.0.is_empty() {
            return "none".to_owned();
        }
        let names: Vec<&str> = self.0.iter().map(|option| option.name.as_str()).collect();
        names.join(", ")
    }
}

/// One option with the values it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Check,
    Spin { least: i64, most: i64 },
    Combo(Vec<String>),
    Button,
    Text,
}

impl Declared {
    /// Reads what follows the word `option`; `None` without a name.
    ///
    /// A kind that is not known takes any text: the program will know.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        if words.next() != Some("name") {
            return None;
        }
        let name: Vec<&str> = words.by_ref().take_while(|&word| word != "type").collect();
        if name.is_empty() {
            return None;
        }
        let kind = match words.next() {
            Some("check") => Kind::Check,
            Some("spin") => {
                let parts = parts(words);
                let bound = |key| {
                    parts
                        .iter()
                        .find(|part| part.0 == key)
                        .and_then(|part| part.1.parse().ok())
                };
                Kind::Spin {
                    least: bound("min").unwrap_or(i64::MIN),
                    most: bound("max").unwrap_or(i64::MAX),
                }
            }
            Some("combo") => {
                let parts = parts(words).into_iter();
                Kind::Combo(parts.filter(|part| part.0 == "var").map(|part| part.1).collect())
            }
            Some("button") => Kind::Button,
            _ => Kind::Text,
        };
        Some(Declared {
            name: shortened(&name.join(" "), NAME_LENGTH),
            kind,
        })
    }

    /// The command that sets this option, or what it takes instead of `value`.
    pub(super) fn set(&self, value: &str) -> Result<String, String> {
        if value.contains(char::is_control) {
            return Err("a text without control characters".to_owned());
        }
        let value = value.trim();
        let value = match &self.kind {
            Kind::Check => ["true", "false"]
                .into_iter()
                .find(|word| word.eq_ignore_ascii_case(value))
                .ok_or("true or false")?,
            Kind::Spin { least, most } => match value.parse::<i64>() {
                Ok(number) if (*least..=*most).contains(&number) => value,
                _ => return Err(format!("a number from {least} to {most}")),
            },
            Kind::Combo(values) => values
                .iter()
                .find(|known| known.eq_ignore_ascii_case(value))
                .ok_or_else(|| values.join(" or "))?,
            Kind::Button => return Ok(format!("setoption name {}", self.name)),
            // As UCI writes a text of no letters.
            Kind::Text if value.is_empty() => "<empty>",
            Kind::Text => value,
        };
        Ok(format!("setoption name {} value {value}", self.name))
    }

    /// The number nearest to `wanted` that this option takes.
    pub(super) fn nearest(&self, wanted: usize) -> usize {
        match self.kind {
            Kind::Spin { least, most } => {
                let wanted = i64::try_from(wanted).unwrap_or(i64::MAX);
                usize::try_from(wanted.min(most).max(least)).unwrap_or(1)
            }
            Kind::Check | Kind::Combo(_) | Kind::Button | Kind::Text => wanted,
        }
    }
}

/// Options that are remembered; the richest programs have a hundred.
const MOST_OPTIONS: usize = 512;

/// Characters of an option's name that are kept.
const NAME_LENGTH: usize = 80;

/// The words in parts, each headed by one of the words that begin a part of an option line.
fn parts<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(&'a str, String)> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for word in words {
        if let "default" | "min" | "max" | "var" = word {
            parts.push((word, String::new()));
        } else if let Some((_, content)) = parts.last_mut() {
            if !content.is_empty() {
                content.push(' ');
            }
            content.push_str(word);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(declaration: &str, value: &str) -> Result<String, String> {
        Declared::read(declaration).unwrap().set(value)
    }

    #[test]
    fn names_may_have_several_words_and_any_case() {
        let mut options = Options::default();
        assert_eq!(options.names(), "none");
        options.add(Declared::read("name Skill Level type spin default 20 min 0 max 20").unwrap());
        options.add(Declared::read("name Clear Hash type button").unwrap());
        assert_eq!(options.names(), "Skill Level, Clear Hash");
        assert_eq!(
            options.find("skill level").unwrap().set("3").unwrap(),
            "setoption name Skill Level value 3"
        );
        assert!(options.find("Skill").is_none());
    }

    #[test]
    fn values_that_fit_are_sent_as_the_program_spells_them() {
        let accepted = [
            ("name Ponder type check default false", "TRUE", " value true"),
            ("name Hash type spin default 16 min 1 max 64", "64", " value 64"),
            ("name Bias type spin default 0 min -9 max 9", "-3", " value -3"),
            (
                "name Style type combo default Calm var Calm var Very Wild",
                "very wild",
                " value Very Wild",
            ),
            ("name Clear Hash type button", "", ""),
            (
                "name SyzygyPath type string default <empty>",
                "/a b:/c",
                " value /a b:/c",
            ),
            ("name SyzygyPath type string default <empty>", "", " value <empty>"),
            ("name Odd type future", "7", " value 7"),
        ];
        for (declaration, value, sent) in accepted {
            let line = set(declaration, value).unwrap();
            assert!(line.starts_with("setoption name ") && line.ends_with(sent), "{line}");
            assert_eq!(line.contains(" value "), !sent.is_empty(), "{line}");
        }
    }

    #[test]
    fn values_that_do_not_fit_are_refused_with_those_that_would() {
        let refused = [
            ("name Ponder type check default false", "yes", "true or false"),
            (
                "name Hash type spin default 16 min 1 max 64",
                "65",
                "a number from 1 to 64",
            ),
            (
                "name Hash type spin default 16 min 1 max 64",
                "much",
                "a number from 1 to 64",
            ),
            (
                "name Style type combo default Calm var Calm var Wild",
                "Mad",
                "Calm or Wild",
            ),
            ("name Log type string", "a\nquit", "a text without control characters"),
            (
                "name Clear Hash type button",
                "\r\n",
                "a text without control characters",
            ),
        ];
        for (declaration, value, takes) in refused {
            assert_eq!(set(declaration, value).unwrap_err(), takes);
        }
    }

    #[test]
    fn lines_without_a_name_are_no_options() {
        for text in ["", "name", "name type spin", "Hash type spin", "type check name Ponder"] {
            assert_eq!(Declared::read(text), None, "{text}");
        }
    }

    #[test]
    fn more_lines_than_offered_are_cut() {
        let declared = Declared::read("name MultiPV type spin default 1 min 1 max 5").unwrap();
        assert_eq!([0, 3, 900].map(|wanted| declared.nearest(wanted)), [1, 3, 5]);
    }
}
