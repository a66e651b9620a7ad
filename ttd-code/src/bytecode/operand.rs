//! The columns of the instruction table in `op`.

/// The kind of an operand, as a column of the table in `op`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Written register.
    Out,
    /// Read register.
    Reg,
    /// First of consecutive registers.
    Base,
    /// Number.
    Num,
    /// Signed 16-bit integer.
    Imm,
    /// Index into the names.
    Name,
    /// Index into the sites.
    Site,
    /// Signed 16-bit distance.
    Jump,
    /// Low half of a 32-bit number.
    Lo,
    /// High half of a 32-bit number.
    Hi,
    /// Unused.
    None,
}

/// A row of the table, for the disassembler, the verifier and the documentation.
pub struct OpInfo {
    /// The mnemonic.
    pub name: &'static str,
    /// The kinds of `a`, `b` and `c`.
    pub operands: [Operand; 3],
    /// The meaning, in the notation of the table.
    pub doc: &'static str,
}
