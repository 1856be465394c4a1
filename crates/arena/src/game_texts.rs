//! Texts of finished games in a temporary file, until they are exported.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::PathBuf,
};

use crate::{MatchError, files::cannot_write};

/// Texts in an unnamed file, which disappears when the program ends.
///
/// If a text cannot be written, only that text is missing; the next one is written again.
pub(crate) struct GameTexts {
    folder: PathBuf,
    /// As soon as there is a text.
    file: Option<File>,
    /// The length of all complete texts.
    length: u64,
    missing: u64,
}

impl GameTexts {
    /// None yet; they are stored in this folder, which is made if it is not there.
    pub(crate) const fn new(folder: PathBuf) -> Self {
        GameTexts {
            folder,
            file: None,
            length: 0,
            missing: 0,
        }
    }

    /// Appends a text, or counts it as missing.
    pub(crate) fn add(&mut self, text: &str) -> Result<(), MatchError> {
        let added = self.write(text);
        match added {
            Ok(()) => self.length += text.len() as u64,
            Err(_) => self.missing += 1,
        }
        added.map_err(cannot_write(&self.folder))
    }

    /// How many could not be stored.
    pub(crate) const fn missing(&self) -> u64 {
        self.missing
    }

    /// Writes all of them into `sink`; gives how many bytes they are.
    pub(crate) fn copy_to(&self, sink: &mut impl Write) -> io::Result<u64> {
        let Some(mut file) = self.file.as_ref() else {
            return Ok(0);
        };
        file.seek(SeekFrom::Start(0))?;
        io::copy(&mut file.take(self.length), sink)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                fs::create_dir_all(&self.folder)?;
                none.insert(tempfile::tempfile_in(&self.folder)?)
            }
        };
        // Overwrites an incomplete text after a full disk, and restores the position after reading.
        file.seek(SeekFrom::Start(self.length))?;
        file.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(texts: &GameTexts) -> String {
        let mut sink = Vec::new();
        let length = texts.copy_to(&mut sink).unwrap();
        assert_eq!(length, sink.len() as u64);
        String::from_utf8(sink).unwrap()
    }

    #[test]
    fn texts_are_read_again_and_leave_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut texts = GameTexts::new(folder.path().join("data"));
        assert_eq!(all(&texts), "");
        for text in ["one ", "two ", "three "] {
            texts.add(text).unwrap();
        }
        assert_eq!(
            (all(&texts).as_str(), all(&texts).as_str()),
            ("one two three ", "one two three ")
        );
        texts.add("four").unwrap();
        assert_eq!(all(&texts), "one two three four");
        assert_eq!(fs::read_dir(folder.path().join("data")).unwrap().count(), 0);
    }

    #[test]
    fn a_text_without_room_is_missing_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("data");
        fs::write(&place, "no folder").unwrap();
        let mut texts = GameTexts::new(place.clone());
        let error = texts.add("one ").unwrap_err().to_string();
        assert_eq!(error, format!("{} cannot be written", place.display()));
        fs::remove_file(&place).unwrap();
        texts.add("two ").unwrap();
        assert_eq!((all(&texts).as_str(), texts.missing()), ("two ", 1));
    }
}
