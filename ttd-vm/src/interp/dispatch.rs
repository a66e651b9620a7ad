//! The instructions that the loop does not handle itself.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::lifecycle::finalize::urgency;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

/// The pattern of the instructions that the loop leaves to `dispatch_rare`, always or outside their fast case. The
/// loop's match is exhaustive by name, so that the compiler emits no range check.
macro_rules! rare {
    () => {
        Op::LoadCommon
            | Op::LoadBuildClass
            | Op::CheckBound
            | Op::DeleteLocal
            | Op::MakeCell
            | Op::CopyFreeVars
            | Op::DeleteDeref
            | Op::StoreGlobal
            | Op::DeleteGlobal
            | Op::LoadName
            | Op::StoreName
            | Op::DeleteName
            | Op::LoadLocals
            | Op::LoadFromDictOrGlobals
            | Op::LoadFromDictOrDeref
            | Op::SetupAnnotations
            | Op::DeleteAttr
            | Op::LoadSuperAttr
            | Op::LoadSuperMethod
            | Op::LoadSpecial
            | Op::ImportName
            | Op::ImportFrom
            | Op::MatMul
            | Op::IMatMul
            | Op::Pos
            | Op::Invert
            | Op::Not
            | Op::ToBool
            | Op::DeleteItem
            | Op::BuildSlice
            | Op::BuildSet
            | Op::BuildString
            | Op::SetAdd
            | Op::MapAdd
            | Op::ListExtend
            | Op::SetUpdate
            | Op::DictUpdate
            | Op::DictMerge
            | Op::ListToTuple
            | Op::UnpackEx
            | Op::FormatSimple
            | Op::FormatSpec
            | Op::ConvertValue
            | Op::GetLen
            | Op::CallEx
            | Op::MakeFunction
            | Op::SetFunctionAttr
            | Op::ReturnGenerator
            | Op::GetYieldFromIter
            | Op::CleanupThrow
            | Op::GetAwaitable
            | Op::GetAIter
            | Op::GetANext
            | Op::EndAsyncFor
            | Op::AsyncGenWrap
            | Op::PushExc
            | Op::PopExc
            | Op::CheckExcMatch
            | Op::CheckEgMatch
            | Op::PrepReraiseStar
            | Op::Raise
            | Op::Reraise
            | Op::WithExceptStart
            | Op::StopIterationError
            | Op::MatchSequence
            | Op::MatchMapping
            | Op::MatchKeys
            | Op::MatchClass
            | Op::ImportStar
            | Op::PrintExpr
            | Op::TypeParam
            | Op::BuildInterpolation
            | Op::BuildTemplate
    };
}
pub(super) use rare;

impl Vm {
    /// Runs an instruction that has no fast case.
    #[inline(never)]
    pub(crate) fn dispatch_rare(&mut self, ins: Ins) -> Res<()> {
        match ins.op {
            Op::LoadCommon => self.op_load_common(ins),
            Op::LoadBuildClass => self.op_load_build_class(ins),
            Op::CheckBound => self.op_unbound_local(ins.a),
            Op::DeleteLocal | Op::DeleteDeref | Op::DeleteGlobal | Op::DeleteName | Op::DeleteAttr | Op::DeleteItem => {
                self.op_delete(ins)
            }
            Op::MakeCell => self.op_make_cell(ins),
            Op::CopyFreeVars => self.op_copy_free_vars(ins),
            Op::StoreGlobal => self.op_store_global(ins),
            Op::LoadName => self.op_load_name(ins),
            Op::StoreName => self.op_store_name(ins),
            Op::LoadLocals => self.op_load_locals(ins),
            Op::LoadFromDictOrGlobals => self.op_load_from_dict(ins),
            Op::LoadFromDictOrDeref => self.op_load_from_dict_or_deref(ins),
            Op::SetupAnnotations => self.op_setup_annotations(),
            Op::LoadSuperAttr => self.op_load_super(ins, false),
            Op::LoadSuperMethod => self.op_load_super(ins, true),
            Op::LoadSpecial => self.op_load_special(ins),
            Op::ImportName => self.op_import_name(ins),
            Op::ImportFrom => self.op_import_from(ins),
            Op::ImportStar => self.op_import_star(ins),
            Op::Neg | Op::Pos | Op::Invert => self.op_unary(ins),
            Op::Not | Op::ToBool => self.truth_then(self.reg(ins.b)),
            Op::BuildSet | Op::BuildSlice | Op::BuildString => self.op_build(ins),
            Op::SetAdd => {
                let (set, v) = (self.reg(ins.a), self.reg(ins.b));
                self.set_add(set, v).map(|_| ())
            }
            Op::MapAdd => {
                let (dict, k, v) = (self.reg(ins.a), self.reg(ins.b), self.reg(ins.c));
                self.dict_set(dict, k, v)
            }
            _ => self.dispatch_rarer(ins),
        }
    }

    /// Runs any `del`, then finalizes what it may have released.
    fn op_delete(&mut self, ins: Ins) -> Res<()> {
        let depth = self.depth();
        match ins.op {
            Op::DeleteLocal => {
                if self.reg(ins.a).is_unbound() {
                    return self.op_unbound_local(ins.a);
                }
                self.set_reg(ins.a, Value::UNBOUND);
            }
            Op::DeleteDeref => self.op_delete_deref(ins)?,
            Op::DeleteGlobal => self.op_delete_global(ins)?,
            Op::DeleteName => self.op_delete_name(ins)?,
            Op::DeleteAttr => self.op_delete_attr(ins)?,
            _ => self.op_delete_item(ins)?,
        }
        // A method of the program has only been entered yet.
        if self.state.finalizer_urgency > urgency::NONE && self.depth() == depth {
            self.finalization_point(false)?;
        }
        Ok(())
    }

    fn dispatch_rarer(&mut self, ins: Ins) -> Res<()> {
        match ins.op {
            Op::ListExtend => self.op_list_extend(ins),
            Op::SetUpdate => self.op_set_update(ins),
            Op::DictUpdate => self.op_dict_update(ins),
            Op::DictMerge => self.op_dict_merge(ins),
            Op::ListToTuple => self.op_list_to_tuple(ins),
            Op::UnpackEx => self.op_unpack(ins),
            Op::FormatSimple | Op::FormatSpec => self.op_format(ins),
            Op::ConvertValue => self.op_convert(ins),
            Op::GetLen => self.op_get_len(ins),
            Op::CallEx => self.op_call_ex(ins),
            Op::MakeFunction => self.op_make_function(ins),
            Op::SetFunctionAttr => self.op_set_function_attr(ins),
            Op::ReturnGenerator => self.op_return_generator(),
            Op::GetYieldFromIter => self.op_yield_from_iter(ins),
            Op::CleanupThrow => self.op_cleanup_throw(ins),
            Op::GetAwaitable => self.op_get_awaitable(ins),
            Op::GetAIter => self.op_get_aiter(ins),
            Op::GetANext => self.op_get_anext(ins),
            Op::AsyncGenWrap => self.op_async_gen_wrap(ins),
            Op::PushExc => self.op_push_exc(ins),
            Op::PopExc => self.op_pop_exc(ins),
            Op::CheckExcMatch => self.op_check_match(ins),
            Op::CheckEgMatch => self.op_check_eg_match(ins),
            Op::PrepReraiseStar => self.op_prep_reraise_star(ins),
            Op::Raise => self.op_raise(ins),
            Op::Reraise => self.op_reraise(ins),
            Op::WithExceptStart => self.op_with_except(ins),
            Op::StopIterationError => self.op_stop_iteration_error(ins),
            Op::EndAsyncFor => self.op_end_async_for(ins),
            Op::MatchSequence => self.op_match_sequence(ins),
            Op::MatchMapping => self.op_match_mapping(ins),
            Op::MatchKeys => self.op_match_keys(ins),
            Op::MatchClass => self.op_match_class(ins),
            _ => self.dispatch_missing(ins),
        }
    }

    /// Raises NotImplementedError for instructions of language features that are missing.
    fn dispatch_missing(&mut self, ins: Ins) -> Res<()> {
        let what = match ins.op {
            Op::IMatMul | Op::MatMul | Op::Pow | Op::IPow => return self.op_binary(ins, self.reg(ins.c)),
            op if (Op::Add as u8..=Op::IRShift as u8).contains(&(op as u8)) => {
                return self.op_binary(ins, self.reg(ins.c));
            }
            Op::BuildInterpolation => return self.op_build_interpolation(ins),
            Op::BuildTemplate => return self.op_build_template(ins),
            Op::TypeParam => return self.op_type_param(ins),
            Op::PrintExpr => {
                let v = self.reg(ins.b);
                let f = self.lib("display_hook");
                return self.invoke(f, &[v], &[], Cont::Discard, 0);
            }
            _ => "this instruction",
        };
        Err(self.not_supported(what))
    }

    /// `Op::LoadCommon`. The compiler compares `all`, `any` and `tuple` with these to inline a generator expression. No
    /// value is identical to these, so the functions are always called, as in CPython 3.13.
    fn op_load_common(&mut self, ins: Ins) -> Res<()> {
        let v = match ins.b {
            0 => self.types.assertion_error,
            1 => self.types.not_implemented_error,
            _ => Value::UNBOUND,
        };
        self.set_reg(ins.a, v);
        Ok(())
    }

    /// `is`: identity. Big integers and strings are objects like any other.
    #[inline(always)]
    pub fn is_same(&self, a: Value, b: Value) -> bool {
        a == b
    }

    /// The truth of a value, if no method of the program determines it.
    #[inline]
    pub(crate) fn plain_truth(&self, v: Value) -> Option<bool> {
        if v.is_bool() {
            return Some(v == Value::TRUE);
        }
        if v.is_int() {
            return Some(v.as_int() != 0);
        }
        if v.is_float() {
            return Some(v.as_float() != 0.0);
        }
        if !v.is_obj() {
            return if v == Value::NOT_IMPLEMENTED { None } else { Some(v != Value::NONE) };
        }
        match v.tid() {
            ids::INST | ids::CLASS => None,
            ids::STR | ids::BYTES => Some(!self.heap.bytes(v).is_empty()),
            ids::BIGINT => Some(true),
            ids::COMPLEX => {
                let parts = self.heap.tuple(v);
                Some(parts[0].as_float() != 0.0 || parts[1].as_float() != 0.0)
            }
            _ => match self.slots_of(v).truth {
                Some(truth) => Some(truth(self, v)),
                None if self.slots_of(v).truth_is_called => None,
                // A view of a mapping whose length Python code gives is asked for it.
                None => match crate::ops::item::len(self, v) {
                    None if v.is(ids::MAPPINGPROXY) => None,
                    length => Some(length.is_none_or(|n| n != 0)),
                },
            },
        }
    }
}
