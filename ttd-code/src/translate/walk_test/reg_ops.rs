//! The register machine: instructions on data, names, exceptions and patterns.

use super::reg_sim::RegSim;
use super::world::{Raised, null, sym};
use crate::bytecode::op::{Ins, Op};

impl RegSim<'_> {
    pub(super) fn operator_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        match op {
            Op::Neg => self.op(a, "neg", 0, &[self.r(b)])?,
            Op::Invert => self.op(a, "invert", 0, &[self.r(b)])?,
            Op::Not | Op::ToBool => {
                let truth = self.world.truth(self.r(b))?;
                let value = if op == Op::Not { self.world.not(truth) } else { truth };
                self.set(a, value);
            }
            Op::Lt | Op::Le | Op::Eq | Op::Ne | Op::Gt | Op::Ge => {
                let kind = [Op::Lt, Op::Le, Op::Eq, Op::Ne, Op::Gt, Op::Ge].iter().position(|o| *o == op);
                self.op(a, "compare", kind.map_or(-1, |k| k as i64), &[self.r(b), self.r(c)])?;
            }
            Op::Is | Op::IsNot | Op::Contains | Op::NotContains => {
                let operands = [self.r(b), self.r(c)];
                let value = match op {
                    Op::Is | Op::IsNot => sym("is", 0, &operands),
                    _ => self.world.effect("contains", 0, &operands)?,
                };
                let value = self.world.boolean(value);
                let negative = matches!(op, Op::IsNot | Op::NotContains);
                let value = if negative { self.world.not(value) } else { value };
                self.set(a, value);
            }
            _ => self.build_step(ins)?,
        }
        Ok(())
    }

    fn build_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        let number = i64::from(c);
        match op {
            Op::GetItem => self.op(a, "binary", 26, &[self.r(b), self.r(c)])?,
            Op::SetItemI => {
                let key = sym("int", i64::from(b as i16), &[]);
                self.world.effect("set_item", 0, &[self.r(c), self.r(a), key])?;
            }
            Op::SetItem => {
                self.world.effect("set_item", 0, &[self.r(c), self.r(a), self.r(b)])?;
            }
            Op::DeleteItem => {
                self.world.effect("delete_item", 0, &[self.r(a), self.r(b)])?;
            }
            Op::GetSlice => self.op(a, "get_slice", 0, &self.window(b, 3))?,
            Op::GetSliceStep => {
                let slice = self.world.effect("build_slice", 3, &self.window(b + 1, 3))?;
                self.op(a, "binary", 26, &[self.r(b), slice])?;
            }
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
                self.op(a, "build_interpolation", number, &self.window(b, 2 + (c & 1)))?;
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
                self.world.effect("dict_merge", 0, &[self.r(a), self.r(b), self.r(c)])?;
            }
            Op::MapAdd => {
                self.world.effect("map_add", 0, &[self.r(a), self.r(b), self.r(c)])?;
            }
            Op::UnpackSequence => self.unpack(ins, "unpack_sequence", c)?,
            Op::UnpackUp => self.parts(a, "unpack_sequence", i64::from(c), &[self.r(b)], c)?,
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
            Op::LoadGlobalCall => {
                self.op(a, "load_global", self.name(c), &[])?;
                self.set(a + 1, null());
            }
            Op::StoreName => {
                self.world.effect("store_name", self.name(c), &[self.r(b)])?;
            }
            Op::StoreGlobal => {
                self.world.effect("store_global", self.name(c), &[self.r(b)])?;
            }
            Op::DeleteName => {
                self.world.effect("delete_name", number, &[])?;
            }
            Op::DeleteGlobal => {
                self.world.effect("delete_global", number, &[])?;
            }
            Op::LoadLocals => self.op(a, "load_locals", 0, &[])?,
            Op::LoadFromDictOrGlobals => self.op(a, "load_from_dict_or_globals", number, &[self.r(b)])?,
            Op::LoadFromDictOrDeref => self.op(a, "load_from_dict_or_deref", 0, &[self.r(b), self.r(c)])?,
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
                self.world.effect("set_function_attr", number, &[self.r(b), self.r(a)])?;
            }
            Op::Call => self.call("call", ins, i64::from(b), b + 2)?,
            Op::CallKw => self.call("call_kw", ins, i64::from(b), b + 3)?,
            Op::CallEx => self.call("call_ex", ins, 0, 4)?,
            Op::LoadAttr => self.op(a, "load_attr", self.name(c), &[self.r(b)])?,
            Op::LoadMethod => self.parts(a, "load_method", self.name(c), &[self.r(b)], 2)?,
            Op::StoreAttr => {
                self.world.effect("store_attr", self.name(c), &[self.r(b), self.r(a)])?;
            }
            Op::DeleteAttr => {
                self.world.effect("delete_attr", number, &[self.r(a)])?;
            }
            Op::LoadSuperAttr => self.op(a, "load_super_attr", self.name(c), &self.window(b, 3))?,
            Op::LoadSuperMethod => self.parts(a, "load_super_method", self.name(c), &self.window(b, 3), 2)?,
            Op::LoadSpecial => self.parts(a, "load_special", number, &[self.r(b)], 2)?,
            Op::ImportName => self.op(a, "import_name", number, &self.window(b, 2))?,
            Op::ImportFrom => self.op(a, "import_from", number, &[self.r(b)])?,
            _ => self.rare_step(ins)?,
        }
        Ok(())
    }

    /// Performs a call. The callee's window may overlap everything from the first argument on.
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
                let previous = self.world.infallible("push_exc", 0, &[exception]);
                self.set(a, previous);
                self.set(a + 1, exception);
            }
            Op::PopExc => {
                self.world.infallible("pop_exc", 0, &[self.r(a)]);
            }
            Op::CheckExcMatch => {
                self.op(a, "check_exc_match", 0, &[self.r(b), self.r(c)])?;
                self.world.boolean(self.r(a));
            }
            Op::CheckEgMatch => self.parts(a, "check_eg_match", 0, &[self.r(b), self.r(c)], 2)?,
            Op::WithExceptStart => {
                self.op(a, "with_except_start", 0, &[self.r(b), self.r(b + 1), self.r(c)])?;
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
                // By `c`: the kind of the intrinsic, CPython's number of it, and its number of operands.
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
