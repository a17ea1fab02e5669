//! Files that carry their own checksum.

use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};

/// Writes or reads, and hashes what goes through.
pub(super) struct Hashed<T> {
    inner: T,
    hash: Sha256,
}

impl<T: Write> Write for Hashed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(bytes)?;
        self.hash.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Hashed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(bytes)?;
        self.hash.update(&bytes[..n]);
        Ok(n)
    }
}

impl<T> Hashed<T> {
    /// Of what goes through from now on.
    pub fn new(inner: T) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    /// SHA-256 of what has gone through.
    pub fn digest(&self) -> [u8; 32] {
        self.hash.clone().finalize().into()
    }
}

impl<T: Write> Hashed<T> {
    /// Writes the hash of all before it.
    pub fn finish(mut self) -> io::Result<()> {
        let hash = self.digest();
        self.inner.write_all(&hash)?;
        self.inner.flush()
    }
}
