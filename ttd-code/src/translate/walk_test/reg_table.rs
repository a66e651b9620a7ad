//! The register machine: CPython's numbers of arithmetic and comparisons.

use crate::bytecode::op::Op;

/// Returns CPython's number of an arithmetic instruction, and whether its right operand is an immediate.
pub(super) fn binary(op: Op) -> Option<(i64, bool)> {
    const BY_NUMBER: [Op; 26] = [
        Op::Add,
        Op::And,
        Op::FloorDiv,
        Op::LShift,
        Op::MatMul,
        Op::Mul,
        Op::Mod,
        Op::Or,
        Op::Pow,
        Op::RShift,
        Op::Sub,
        Op::TrueDiv,
        Op::Xor,
        Op::IAdd,
        Op::IAnd,
        Op::IFloorDiv,
        Op::ILShift,
        Op::IMatMul,
        Op::IMul,
        Op::IMod,
        Op::IOr,
        Op::IPow,
        Op::IRShift,
        Op::ISub,
        Op::ITrueDiv,
        Op::IXor,
    ];
    const IMMEDIATE: [(Op, i64); 14] = [
        (Op::AddI, 0),
        (Op::SubI, 10),
        (Op::MulI, 5),
        (Op::FloorDivI, 2),
        (Op::ModI, 6),
        (Op::IAddI, 13),
        (Op::ISubI, 23),
        (Op::IMulI, 18),
        (Op::IFloorDivI, 15),
        (Op::IModI, 19),
        (Op::AndI, 1),
        (Op::LShiftI, 3),
        (Op::RShiftI, 9),
        (Op::GetItemI, 26),
    ];
    let plain = BY_NUMBER.iter().position(|o| *o == op).map(|n| (n as i64, false));
    plain.or_else(|| IMMEDIATE.iter().find(|(o, _)| *o == op).map(|(_, n)| (*n, true)))
}

/// Returns for a comparing jump the comparison, whether it jumps if that holds, and whether the right side is an
/// immediate.
pub(super) fn compare_jump(op: Op) -> Option<(i64, bool, bool)> {
    let name = op.info().name.strip_prefix("jump_")?;
    let (name, sense) = name.strip_prefix("not_").map_or((name, true), |n| (n, false));
    let (name, immediate) = name.strip_suffix('i').map_or((name, false), |n| (n, true));
    let kind = ["lt", "le", "eq", "ne", "gt", "ge"].iter().position(|k| *k == name)?;
    Some((kind as i64, sense, immediate))
}
