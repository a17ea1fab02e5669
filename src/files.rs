//! Writing files so that none is ever seen half written.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file so that at its name there is the old content or the new, never a part of it. Folders are made as needed, and
/// a file that is replaced keeps its permissions.
///
/// # Errors
/// If that fails; the half-written file beside it is then taken away, and what was at its name before is still there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// Writes a file like [`write_whole`], its content by a function, for what is too large to be held twice.
///
/// # Errors
/// As there, and those of the function.
pub fn write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(folder)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let written = write_synced(&beside, path, write).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // It may not be there at all; the error that matters is the first one.
        let _ = fs::remove_file(&beside);
        return written;
    }
    sync_folder(folder)
}

fn write_synced(beside: &Path, replaced: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = File::create(beside)?;
    if let Ok(found) = fs::metadata(replaced) {
        file.set_permissions(found.permissions())?;
    }
    write(&mut file)?;
    file.sync_all()
}

/// Brings a renaming to the disk. Where a folder cannot be opened as a file there is nothing to be done.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "x").unwrap();
        assert!(write_whole(&path, b"y").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.sow");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
