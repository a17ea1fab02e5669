//! The table of what a figure draws, as comma-separated values.

use super::error::FigureError;
use super::estimate::Estimate;

/// Rows of text under a head, written as CSV (RFC 4180, lines ended by `\n`).
pub(crate) struct Table {
    writer: csv::Writer<Vec<u8>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Result<Self, FigureError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(head)?;
        Ok(Self { writer })
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) -> Result<(), FigureError> {
        self.writer.write_record(cells)?;
        Ok(())
    }

    /// A row of names that ends with an estimate: its value, the ends of its interval and its count.
    pub(crate) fn estimate<const N: usize>(&mut self, names: [&str; N], of: Estimate) -> Result<(), FigureError> {
        let numbers = [of.value.to_string(), of.low.to_string(), of.high.to_string(), of.n.to_string()];
        self.writer.write_record(names.iter().copied().chain(numbers.iter().map(String::as_str)))?;
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<String, FigureError> {
        let bytes = self.writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
