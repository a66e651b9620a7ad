//! Runs register code on symbolic values.

use super::world::{Raised, Sym, World, null, sym};
use crate::code::{Code, Const, Event};
use crate::dis::jump_target;
use crate::op::{Ins, Op};

/// The register machine.
pub(super) struct RegSim<'a> {
    pub(super) world: World,
    code: &'a Code,
    regs: Vec<Sym>,
}

impl<'a> RegSim<'a> {
    pub(super) fn new(code: &'a Code, world: World) -> Self {
        let n = code.locals.len();
        let reg = |i| {
            if i < n {
                sym("local", i as i64, &[])
            } else {
                sym("undefined", i as i64, &[])
            }
        };
        RegSim {
            world,
            code,
            regs: (0..code.nregs as usize).map(reg).collect(),
        }
    }

    /// Runs until the code returns, raises or the walk is long enough.
    pub(super) fn run(&mut self) {
        let mut at = 0;
        while !self.world.done() {
            let ins = self.code.ins[at];
            for (_, event) in self.code.events_at(at as u32) {
                self.event(*event);
            }
            match self.step(ins) {
                Ok(Some(true)) => at = jump_target(at, ins).expect("verified"),
                Ok(Some(false)) => at += 1,
                Ok(None) => return,
                Err(Raised(exception)) => {
                    let Some(h) = self.code.handler_of(at as u32) else {
                        return;
                    };
                    let reg = usize::from(h.reg);
                    self.regs[reg] = exception;
                    if h.lasti {
                        self.regs[reg] = sym("lasti", 0, &[]);
                        self.regs[reg + 1] = exception;
                    }
                    if h.line != 0 && h.line != self.code.positions[at].line {
                        self.event(Event::Line(h.line));
                    }
                    at = h.target as usize;
                }
            }
        }
    }

    fn event(&mut self, event: Event) {
        self.world
            .event(event, &self.regs[..self.code.locals.len()]);
    }

    fn r(&self, reg: u16) -> Sym {
        self.regs[usize::from(reg)]
    }

    fn set(&mut self, reg: u16, value: Sym) {
        self.regs[usize::from(reg)] = value;
    }

    fn window(&self, base: u16, n: u16) -> Vec<Sym> {
        self.regs[usize::from(base)..usize::from(base) + usize::from(n)].to_vec()
    }

    fn name(&self, site: u16) -> i64 {
        i64::from(self.code.sites[usize::from(site)].name)
    }

    /// `R[out]` = the value of an operation.
    fn op(
        &mut self,
        out: u16,
        name: &'static str,
        number: i64,
        operands: &[Sym],
    ) -> Result<(), Raised> {
        let value = self.world.effect(name, number, operands)?;
        self.set(out, value);
        Ok(())
    }

    fn parts(
        &mut self,
        base: u16,
        name: &'static str,
        number: i64,
        operand: &[Sym],
        n: u16,
    ) -> Result<(), Raised> {
        let value = self.world.effect(name, number, operand)?;
        for i in 0..n {
            self.set(base + i, sym("part", i64::from(i), &[value]));
        }
        Ok(())
    }

    fn unpack(&mut self, ins: Ins, name: &'static str, n: u16) -> Result<(), Raised> {
        let value = self
            .world
            .effect(name, i64::from(ins.c), &[self.r(ins.b)])?;
        for i in 0..n {
            self.set(ins.a + n - 1 - i, sym("part", i64::from(i), &[value]));
        }
        Ok(())
    }

    fn compare(
        &mut self,
        kind: i64,
        left: Sym,
        right: Sym,
        sense: bool,
    ) -> Result<Option<bool>, Raised> {
        let value = self.world.effect("compare", kind, &[left, right])?;
        let truth = self.world.truth(value)?;
        Ok(Some(self.world.branch(truth) == sense))
    }

    /// `Some(whether it jumps)`, or `None` at the end.
    fn step(&mut self, ins: Ins) -> Result<Option<bool>, Raised> {
        let Ins { op, a, b, c, .. } = ins;
        match op {
            Op::Jump | Op::JumpBack => return Ok(Some(true)),
            Op::JumpTrue | Op::JumpFalse => {
                let truth = self.world.truth(self.r(a))?;
                return Ok(Some(self.world.branch(truth) == (op == Op::JumpTrue)));
            }
            Op::JumpNone | Op::JumpNotNone => {
                let value = sym("is_none", 0, &[self.r(a)]);
                return Ok(Some(self.world.branch(value) == (op == Op::JumpNone)));
            }
            Op::JumpIs | Op::JumpIsNot => {
                let value = sym("is", 0, &[self.r(a), self.r(b)]);
                return Ok(Some(self.world.branch(value) == (op == Op::JumpIs)));
            }
            Op::ForIter | Op::ForNext => {
                let item = self.world.effect("next", 0, &[self.r(a)])?;
                let more = self.world.branch(item);
                if more {
                    self.set(b, item);
                }
                return Ok(Some(more == (op == Op::ForNext)));
            }
            Op::Send => {
                let result = self.world.effect("send", 0, &[self.r(b), self.r(a)])?;
                self.set(a, result);
                return Ok(Some(!self.world.branch(result)));
            }
            Op::CleanupThrow => {
                self.op(a, "cleanup_throw", 0, &[self.r(b)])?;
                return Ok(Some(true));
            }
            Op::Return => {
                self.world.sure("return", 0, &[self.r(a)]);
                return Ok(None);
            }
            Op::Raise => {
                let operands = [self.r(b), self.r(c)];
                let exception = self
                    .world
                    .sure("raise", i64::from(a), &operands[..usize::from(a)]);
                return Err(Raised(exception));
            }
            Op::Reraise => {
                let exception = self.r(a);
                self.world.sure("reraise", i64::from(b), &[exception]);
                return Err(Raised(exception));
            }
            _ => {
                if let Some((kind, sense, immediate)) = compare_jump(op) {
                    let right = if immediate {
                        sym("int", i64::from(b as i16), &[])
                    } else {
                        self.r(b)
                    };
                    return self.compare(kind, self.r(a), right, sense);
                }
                self.data_step(ins)?;
            }
        }
        Ok(Some(false))
    }

    fn data_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        match op {
            Op::Nop | Op::Tick => {}
            Op::Move => self.set(a, self.r(b)),
            Op::LoadConst => {
                let index = ins.wide();
                let value = match &self.code.consts[index as usize] {
                    Const::Int(n) if i16::try_from(*n).is_ok() => sym("int", *n, &[]),
                    _ => sym("const", i64::from(index), &[]),
                };
                self.set(a, value);
            }
            Op::LoadInt => self.set(a, sym("int", i64::from(b as i16), &[])),
            Op::LoadImm => self.set(a, sym("imm", i64::from(b), &[])),
            Op::CheckBound => {
                self.world.effect("check_bound", 0, &[self.r(a)])?;
            }
            Op::DeleteLocal => {
                self.world.effect("check_bound", 0, &[self.r(a)])?;
                self.set(a, null());
            }
            Op::ClearLocal => self.set(a, null()),
            Op::MakeCell => {
                let cell = self.world.sure("make_cell", i64::from(a), &[self.r(a)]);
                self.set(a, cell);
            }
            Op::CopyFreeVars => {
                let n = self.code.locals.len() as u16;
                (0..a).for_each(|i| self.set(n - a + i, sym("free", i64::from(i), &[])));
            }
            Op::LoadDeref => self.op(a, "load_deref", 0, &[self.r(b)])?,
            Op::StoreDeref => {
                self.world.sure("store_deref", 0, &[self.r(a), self.r(b)]);
            }
            Op::DeleteDeref => {
                self.world.effect("delete_deref", 0, &[self.r(a)])?;
            }
            Op::ReturnGenerator => {
                self.world.sure("return_generator", 0, &[]);
            }
            Op::Yield => self.op(a, "yield", i64::from(c), &[self.r(b)])?,
            _ => match binary(op) {
                Some((number, false)) => self.op(a, "binary", number, &[self.r(b), self.r(c)])?,
                Some((number, true)) => {
                    let right = sym("int", i64::from(c as i16), &[]);
                    self.op(a, "binary", number, &[self.r(b), right])?;
                }
                None => self.operator_step(ins)?,
            },
        }
        Ok(())
    }

    fn operator_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        let number = i64::from(c);
        match op {
            Op::Neg => self.op(a, "neg", 0, &[self.r(b)])?,
            Op::Invert => self.op(a, "invert", 0, &[self.r(b)])?,
            Op::Not | Op::ToBool => {
                let truth = self.world.truth(self.r(b))?;
                let value = if op == Op::Not {
                    self.world.not(truth)
                } else {
                    truth
                };
                self.set(a, value);
            }
            Op::Lt | Op::Le | Op::Eq | Op::Ne | Op::Gt | Op::Ge => {
                let kind = [Op::Lt, Op::Le, Op::Eq, Op::Ne, Op::Gt, Op::Ge]
                    .iter()
                    .position(|o| *o == op);
                self.op(
                    a,
                    "compare",
                    kind.map_or(-1, |k| k as i64),
                    &[self.r(b), self.r(c)],
                )?;
            }
            Op::Is | Op::IsNot | Op::Contains | Op::NotContains => {
                let operands = [self.r(b), self.r(c)];
                let value = match op {
                    Op::Is | Op::IsNot => sym("is", 0, &operands),
                    _ => self.world.effect("contains", 0, &operands)?,
                };
                let value = self.world.boolean(value);
                let negative = matches!(op, Op::IsNot | Op::NotContains);
                let value = if negative {
                    self.world.not(value)
                } else {
                    value
                };
                self.set(a, value);
            }
            Op::GetItem => self.op(a, "binary", 26, &[self.r(b), self.r(c)])?,
            Op::SetItem => {
                self.world
                    .effect("set_item", 0, &[self.r(c), self.r(a), self.r(b)])?;
            }
            Op::DeleteItem => {
                self.world
                    .effect("delete_item", 0, &[self.r(a), self.r(b)])?;
            }
            Op::GetSlice => self.op(a, "get_slice", 0, &self.window(b, 3))?,
            Op::SetSlice => {
                let operands = [vec![self.r(b)], self.window(a, 3)].concat();
                self.world.effect("set_slice", 0, &operands)?;
            }
            Op::BuildSlice => self.op(a, "build_slice", number, &self.window(b, c))?,
            Op::BuildList => self.op(a, "build_list", number, &self.window(b, c))?,
            Op::BuildTuple => self.op(a, "build_tuple", number, &self.window(b, c))?,
            Op::BuildSet => self.op(a, "build_set", number, &self.window(b, c))?,
            Op::BuildMap => self.op(a, "build_map", number, &self.window(b, 2 * c))?,
            Op::BuildString => self.op(a, "build_string", number, &self.window(b, c))?,
            Op::BuildTemplate => self.op(a, "build_template", 0, &self.window(b, 2))?,
            Op::BuildInterpolation => {
                let number = i64::from(c & 1) | i64::from(c >> 1) << 2;
                self.op(
                    a,
                    "build_interpolation",
                    number,
                    &self.window(b, 2 + (c & 1)),
                )?;
            }
            _ => self.collection_step(ins)?,
        }
        Ok(())
    }

    fn collection_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        let adds = match op {
            Op::ListAppend => Some("list_append"),
            Op::SetAdd => Some("set_add"),
            Op::ListExtend => Some("list_extend"),
            Op::SetUpdate => Some("set_update"),
            Op::DictUpdate => Some("dict_update"),
            _ => None,
        };
        if let Some(name) = adds {
            self.world.effect(name, 0, &[self.r(a), self.r(b)])?;
            return Ok(());
        }
        match op {
            Op::DictMerge => {
                self.world
                    .effect("dict_merge", 0, &[self.r(a), self.r(b), self.r(c)])?;
            }
            Op::MapAdd => {
                self.world
                    .effect("map_add", 0, &[self.r(a), self.r(b), self.r(c)])?;
            }
            Op::UnpackSequence => self.unpack(ins, "unpack_sequence", c)?,
            Op::UnpackEx => self.unpack(ins, "unpack_ex", (c & 255) + 1 + (c >> 8))?,
            Op::FormatSimple => self.op(a, "format_simple", 0, &[self.r(b)])?,
            Op::FormatSpec => self.op(a, "format_spec", 0, &[self.r(b), self.r(c)])?,
            Op::ConvertValue => self.op(a, "convert_value", i64::from(c), &[self.r(b)])?,
            Op::GetIter => self.op(a, "get_iter", 0, &[self.r(b)])?,
            Op::GetLen => self.op(a, "get_len", 0, &[self.r(b)])?,
            _ => self.name_step(ins)?,
        }
        Ok(())
    }

    fn name_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        let number = i64::from(c);
        match op {
            Op::LoadName => self.op(a, "load_name", self.name(c), &[])?,
            Op::LoadGlobal => self.op(a, "load_global", self.name(c), &[])?,
            Op::StoreName => {
                self.world
                    .effect("store_name", self.name(c), &[self.r(b)])?;
            }
            Op::StoreGlobal => {
                self.world
                    .effect("store_global", self.name(c), &[self.r(b)])?;
            }
            Op::DeleteName => {
                self.world.effect("delete_name", number, &[])?;
            }
            Op::DeleteGlobal => {
                self.world.effect("delete_global", number, &[])?;
            }
            Op::LoadLocals => self.op(a, "load_locals", 0, &[])?,
            Op::LoadFromDictOrGlobals => {
                self.op(a, "load_from_dict_or_globals", number, &[self.r(b)])?
            }
            Op::LoadFromDictOrDeref => {
                self.op(a, "load_from_dict_or_deref", 0, &[self.r(b), self.r(c)])?
            }
            Op::LoadBuildClass => self.op(a, "load_build_class", 0, &[])?,
            Op::LoadCommon => self.op(a, "load_common", i64::from(b), &[])?,
            Op::SetupAnnotations => {
                self.world.effect("setup_annotations", 0, &[])?;
            }
            Op::MakeFunction => {
                let code = sym("const", i64::from(ins.wide()), &[]);
                self.op(a, "make_function", 0, &[code])?;
            }
            Op::SetFunctionAttr => {
                self.world
                    .effect("set_function_attr", number, &[self.r(b), self.r(a)])?;
            }
            Op::Call => self.call("call", ins, i64::from(b), b + 2)?,
            Op::CallKw => self.call("call_kw", ins, i64::from(b), b + 3)?,
            Op::CallEx => self.call("call_ex", ins, 0, 4)?,
            Op::LoadAttr => self.op(a, "load_attr", self.name(c), &[self.r(b)])?,
            Op::LoadMethod => self.parts(a, "load_method", self.name(c), &[self.r(b)], 2)?,
            Op::StoreAttr => {
                self.world
                    .effect("store_attr", self.name(c), &[self.r(b), self.r(a)])?;
            }
            Op::DeleteAttr => {
                self.world.effect("delete_attr", number, &[self.r(a)])?;
            }
            Op::LoadSuperAttr => self.op(a, "load_super_attr", self.name(c), &self.window(b, 3))?,
            Op::LoadSuperMethod => {
                self.parts(a, "load_super_method", self.name(c), &self.window(b, 3), 2)?
            }
            Op::LoadSpecial => self.parts(a, "load_special", number, &[self.r(b)], 2)?,
            Op::ImportName => self.op(a, "import_name", number, &self.window(b, 2))?,
            Op::ImportFrom => self.op(a, "import_from", number, &[self.r(b)])?,
            _ => self.rare_step(ins)?,
        }
        Ok(())
    }

    /// A call. The callee's frame may lie over everything from the first argument on.
    fn call(&mut self, name: &'static str, ins: Ins, number: i64, n: u16) -> Result<(), Raised> {
        let operands = self.window(ins.a, n);
        for i in usize::from(ins.a)..self.regs.len() {
            self.regs[i] = sym("overwritten", i as i64, &[]);
        }
        self.op(ins.c, name, number, &operands)
    }

    fn rare_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        match op {
            Op::PushExc => {
                let exception = self.r(a);
                let previous = self.world.sure("push_exc", 0, &[exception]);
                self.set(a, previous);
                self.set(a + 1, exception);
            }
            Op::PopExc => {
                self.world.sure("pop_exc", 0, &[self.r(a)]);
            }
            Op::CheckExcMatch => {
                self.op(a, "check_exc_match", 0, &[self.r(b), self.r(c)])?;
                self.world.boolean(self.r(a));
            }
            Op::CheckEgMatch => self.parts(a, "check_eg_match", 0, &[self.r(b), self.r(c)], 2)?,
            Op::WithExceptStart => {
                self.op(
                    a,
                    "with_except_start",
                    0,
                    &[self.r(b), self.r(b + 1), self.r(c)],
                )?;
            }
            Op::GetYieldFromIter => self.op(a, "get_yield_from_iter", 0, &[self.r(b)])?,
            Op::GetAwaitable => self.op(a, "get_awaitable", i64::from(c), &[self.r(b)])?,
            Op::GetAIter => self.op(a, "get_aiter", 0, &[self.r(b)])?,
            Op::GetANext => self.op(a, "get_anext", 0, &[self.r(b)])?,
            Op::EndAsyncFor => {
                self.world.effect("end_async_for", 0, &[self.r(a)])?;
            }
            Op::MatchSequence => self.op(a, "match_sequence", 0, &[self.r(b)])?,
            Op::MatchMapping => self.op(a, "match_mapping", 0, &[self.r(b)])?,
            Op::MatchKeys => self.op(a, "match_keys", 0, &[self.r(b), self.r(c)])?,
            Op::MatchClass => self.op(a, "match_class", i64::from(c), &self.window(b, 3))?,
            Op::PrintExpr => {
                self.world.effect("intrinsic_1", 1, &[self.r(b)])?;
            }
            Op::ImportStar => {
                self.world.effect("intrinsic_1", 2, &[self.r(b)])?;
            }
            Op::StopIterationError => self.op(a, "intrinsic_1", 3, &[self.r(b)])?,
            Op::AsyncGenWrap => self.op(a, "intrinsic_1", 4, &[self.r(b)])?,
            Op::Pos => self.op(a, "intrinsic_1", 5, &[self.r(b)])?,
            Op::ListToTuple => self.op(a, "intrinsic_1", 6, &[self.r(b)])?,
            Op::PrepReraiseStar => self.op(a, "intrinsic_2", 1, &[self.r(b), self.r(c)])?,
            Op::TypeParam => {
                // Our number, which intrinsic function, its number, its operands.
                let (name, number, n) = match c {
                    0..=2 => ("intrinsic_1", 7 + i64::from(c), 1),
                    3 => ("intrinsic_2", 2, 2),
                    4 => ("intrinsic_2", 3, 2),
                    5 => ("intrinsic_2", 5, 2),
                    6 => ("intrinsic_1", 10, 1),
                    7 => ("intrinsic_1", 11, 1),
                    _ => ("intrinsic_2", 4, 2),
                };
                self.op(a, name, number, &self.window(b, n))?;
            }
            other => panic!("the register machine does not know {other:?}"),
        }
        Ok(())
    }
}

/// The compiler's number of an arithmetic instruction, and whether its right operand is an immediate.
fn binary(op: Op) -> Option<(i64, bool)> {
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
    const IMMEDIATE: [(Op, i64); 7] = [
        (Op::AddI, 0),
        (Op::SubI, 10),
        (Op::MulI, 5),
        (Op::FloorDivI, 2),
        (Op::ModI, 6),
        (Op::IAddI, 13),
        (Op::ISubI, 23),
    ];
    let plain = BY_NUMBER
        .iter()
        .position(|o| *o == op)
        .map(|n| (n as i64, false));
    plain.or_else(|| {
        IMMEDIATE
            .iter()
            .find(|(o, _)| *o == op)
            .map(|(_, n)| (*n, true))
    })
}

/// Of a comparing jump: which comparison, whether it jumps when that holds, and whether the right side is an immediate.
fn compare_jump(op: Op) -> Option<(i64, bool, bool)> {
    let name = op.info().name.strip_prefix("jump_")?;
    let (name, sense) = name
        .strip_prefix("not_")
        .map_or((name, true), |n| (n, false));
    let (name, immediate) = name.strip_suffix('i').map_or((name, false), |n| (n, true));
    let kind = ["lt", "le", "eq", "ne", "gt", "ge"]
        .iter()
        .position(|k| *k == name)?;
    Some((kind as i64, sense, immediate))
}
