//! The instruction set: one table, from which everything else about an instruction is derived.
//!
//! A row is `Name "mnemonic" [a b c] "meaning"`. The three columns say what each operand is:
//!
//! | kind    | meaning                                                              |
//! |---------|----------------------------------------------------------------------|
//! | `out`   | a register that is written (after all operands have been read)       |
//! | `reg`   | a register that is read                                              |
//! | `base`  | the first of consecutive registers (the meaning says which)          |
//! | `num`   | a number: a count, a flag, a kind                                    |
//! | `imm`   | a signed 16-bit integer                                              |
//! | `name`  | an index into `Code::names`                                          |
//! | `site`  | an index into `Code::sites`: a name together with an inline cache    |
//! | `jump`  | a signed 16-bit distance from the instruction *after* this one       |
//! | `lo`,`hi` | the two halves of a 32-bit number: `k(b,c)` a constant, `j(b,c)` a signed distance |
//! | `-`     | unused, zero                                                         |
//!
//! Registers: `R[0..nlocalsplus]` are the locals, cells and free variables; `R[nlocalsplus + d]` is the home of
//! stack position `d` of the compiler's code. "NULL" is `Value::UNBOUND`.
//! To add an instruction, see `docs/add-an-opcode.md`.

#![allow(rustdoc::broken_intra_doc_links, reason = "in the table `r[a]` is a register")]

pub use super::operand::{OpInfo, Operand};

/// Passes the whole table to the macro `$m`.
#[macro_export]
macro_rules! for_each_op {
    ($m:ident) => { $m! {
        // ---- moves and constants
        Nop "nop" [- - -] "nothing; carries events";
        Tick "tick" [- - -] "library code only: counts a call or a back-edge that is not time";
        Move "move" [out reg -] "R[a] = R[b]";
        LoadConst "load_const" [out lo hi] "R[a] = constant k(b,c)";
        LoadInt "load_int" [out imm -] "R[a] = the integer b";
        LoadImm "load_imm" [out num -] "R[a] = 0 None, 1 False, 2 True, 3 Ellipsis, 4 NULL";
        LoadCommon "load_common" [out num -] "R[a] = 0 AssertionError, 1 NotImplementedError, 2 tuple, 3 all, 4 any, 5 list, 6 set";
        LoadBuildClass "load_build_class" [out - -] "R[a] = __build_class__";
        // ---- locals and cells
        CheckBound "check_bound" [reg - -] "UnboundLocalError when R[a] is NULL";
        DeleteLocal "delete_local" [reg - -] "UnboundLocalError when R[a] is NULL; then R[a] = NULL";
        ClearLocal "clear_local" [out - -] "R[a] = NULL";
        MakeCell "make_cell" [reg - -] "R[a] = a new cell holding R[a] (which may be NULL)";
        CopyFreeVars "copy_free_vars" [num - -] "the last a of the localsplus = the function's closure";
        LoadDeref "load_deref" [out reg -] "R[a] = contents of the cell R[b]; NameError/UnboundLocalError when empty";
        StoreDeref "store_deref" [reg reg -] "contents of the cell R[a] = R[b]";
        DeleteDeref "delete_deref" [reg - -] "empties the cell R[a]; error when empty";
        // ---- globals and names
        LoadGlobal "load_global" [out - site] "R[a] = global or builtin named by the site";
        LoadGlobalCall "load_global_call" [base - site] "R[a] = global or builtin named by the site, R[a+1] = NULL";
        StoreGlobal "store_global" [- reg site] "global named by the site = R[b]";
        DeleteGlobal "delete_global" [- - name] "deletes the global";
        LoadName "load_name" [out - site] "R[a] = local namespace, else global, else builtin";
        StoreName "store_name" [- reg site] "local namespace[name] = R[b]";
        DeleteName "delete_name" [- - name] "deletes from the local namespace";
        LoadLocals "load_locals" [out - -] "R[a] = the local namespace";
        LoadFromDictOrGlobals "load_from_dict_or_globals" [out reg name] "R[a] = R[b][name], else global, else builtin";
        LoadFromDictOrDeref "load_from_dict_or_deref" [out reg reg] "R[a] = R[b][name of local c], else contents of the cell R[c]";
        SetupAnnotations "setup_annotations" [- - -] "makes __annotations__ in the local namespace";
        // ---- attributes
        LoadAttr "load_attr" [out reg site] "R[a] = R[b].name";
        LoadMethod "load_method" [base reg site] "R[a] = function, R[a+1] = R[b] for a method of the class; else R[a] = R[b].name, R[a+1] = NULL";
        StoreAttr "store_attr" [reg reg site] "R[a].name = R[b]";
        DeleteAttr "delete_attr" [reg - name] "del R[a].name";
        LoadSuperAttr "load_super_attr" [out base site] "R[a] = attribute of super: R[b] = the global super, R[b+1] = class, R[b+2] = self";
        LoadSuperMethod "load_super_method" [base base site] "as load_method for super; R[b..b+3] as load_super_attr";
        LoadSpecial "load_special" [base reg num] "R[a] = special method c (0 __enter__, 1 __exit__, 2 __aenter__, 3 __aexit__) of the type of R[b], R[a+1] = R[b] or NULL";
        // ---- imports
        ImportName "import_name" [out base name] "R[a] = __import__(name, level = R[b], fromlist = R[b+1])";
        ImportFrom "import_from" [out reg name] "R[a] = R[b].name as `from` does";
        // ---- arithmetic: R[a] = R[b] op R[c]
        Add "add" [out reg reg] "R[a] = R[b] + R[c]";
        Sub "sub" [out reg reg] "R[a] = R[b] - R[c]";
        Mul "mul" [out reg reg] "R[a] = R[b] * R[c]";
        TrueDiv "truediv" [out reg reg] "R[a] = R[b] / R[c]";
        FloorDiv "floordiv" [out reg reg] "R[a] = R[b] // R[c]";
        Mod "mod" [out reg reg] "R[a] = R[b] % R[c]";
        Pow "pow" [out reg reg] "R[a] = R[b] ** R[c]";
        MatMul "matmul" [out reg reg] "R[a] = R[b] @ R[c]";
        And "and" [out reg reg] "R[a] = R[b] & R[c]";
        Or "or" [out reg reg] "R[a] = R[b] | R[c]";
        Xor "xor" [out reg reg] "R[a] = R[b] ^ R[c]";
        LShift "lshift" [out reg reg] "R[a] = R[b] << R[c]";
        RShift "rshift" [out reg reg] "R[a] = R[b] >> R[c]";
        IAdd "iadd" [out reg reg] "R[a] = R[b] += R[c]";
        ISub "isub" [out reg reg] "R[a] = R[b] -= R[c]";
        IMul "imul" [out reg reg] "R[a] = R[b] *= R[c]";
        ITrueDiv "itruediv" [out reg reg] "R[a] = R[b] /= R[c]";
        IFloorDiv "ifloordiv" [out reg reg] "R[a] = R[b] //= R[c]";
        IMod "imod" [out reg reg] "R[a] = R[b] %= R[c]";
        IPow "ipow" [out reg reg] "R[a] = R[b] **= R[c]";
        IMatMul "imatmul" [out reg reg] "R[a] = R[b] @= R[c]";
        IAnd "iand" [out reg reg] "R[a] = R[b] &= R[c]";
        IOr "ior" [out reg reg] "R[a] = R[b] |= R[c]";
        IXor "ixor" [out reg reg] "R[a] = R[b] ^= R[c]";
        ILShift "ilshift" [out reg reg] "R[a] = R[b] <<= R[c]";
        IRShift "irshift" [out reg reg] "R[a] = R[b] >>= R[c]";
        AddI "addi" [out reg imm] "R[a] = R[b] + c";
        SubI "subi" [out reg imm] "R[a] = R[b] - c";
        MulI "muli" [out reg imm] "R[a] = R[b] * c";
        FloorDivI "floordivi" [out reg imm] "R[a] = R[b] // c, c > 0";
        ModI "modi" [out reg imm] "R[a] = R[b] % c, c > 0";
        IAddI "iaddi" [out reg imm] "R[a] = R[b] += c";
        ISubI "isubi" [out reg imm] "R[a] = R[b] -= c";
        IMulI "imuli" [out reg imm] "R[a] = R[b] *= c";
        IFloorDivI "ifloordivi" [out reg imm] "R[a] = R[b] //= c, c > 0";
        IModI "imodi" [out reg imm] "R[a] = R[b] %= c, c > 0";
        AndI "andi" [out reg imm] "R[a] = R[b] & c";
        LShiftI "lshifti" [out reg imm] "R[a] = R[b] << c, 0 <= c < 64";
        RShiftI "rshifti" [out reg imm] "R[a] = R[b] >> c, 0 <= c < 64";
        Neg "neg" [out reg -] "R[a] = -R[b]";
        Pos "pos" [out reg -] "R[a] = +R[b]";
        Invert "invert" [out reg -] "R[a] = ~R[b]";
        Not "not" [out reg -] "R[a] = not R[b]";
        ToBool "to_bool" [out reg -] "R[a] = bool(R[b])";
        // ---- comparisons
        Lt "lt" [out reg reg] "R[a] = R[b] < R[c]";
        Le "le" [out reg reg] "R[a] = R[b] <= R[c]";
        Eq "eq" [out reg reg] "R[a] = R[b] == R[c]";
        Ne "ne" [out reg reg] "R[a] = R[b] != R[c]";
        Gt "gt" [out reg reg] "R[a] = R[b] > R[c]";
        Ge "ge" [out reg reg] "R[a] = R[b] >= R[c]";
        Is "is" [out reg reg] "R[a] = R[b] is R[c]";
        IsNot "is_not" [out reg reg] "R[a] = R[b] is not R[c]";
        Contains "contains" [out reg reg] "R[a] = R[b] in R[c]";
        NotContains "not_contains" [out reg reg] "R[a] = R[b] not in R[c]";
        // ---- jumps
        Jump "jump" [- lo hi] "jump j(b,c), forwards";
        JumpBack "jump_back" [- lo hi] "jump j(b,c), backwards";
        JumpTrue "jump_true" [reg - jump] "if R[a]: jump c";
        JumpFalse "jump_false" [reg - jump] "if not R[a]: jump c";
        JumpNone "jump_none" [reg - jump] "if R[a] is None: jump c";
        JumpNotNone "jump_not_none" [reg - jump] "if R[a] is not None: jump c";
        JumpIs "jump_is" [reg reg jump] "if R[a] is R[b]: jump c";
        JumpIsNot "jump_is_not" [reg reg jump] "if R[a] is not R[b]: jump c";
        JumpLt "jump_lt" [reg reg jump] "if R[a] < R[b]: jump c";
        JumpLe "jump_le" [reg reg jump] "if R[a] <= R[b]: jump c";
        JumpEq "jump_eq" [reg reg jump] "if R[a] == R[b]: jump c";
        JumpNe "jump_ne" [reg reg jump] "if R[a] != R[b]: jump c";
        JumpGt "jump_gt" [reg reg jump] "if R[a] > R[b]: jump c";
        JumpGe "jump_ge" [reg reg jump] "if R[a] >= R[b]: jump c";
        JumpNotLt "jump_not_lt" [reg reg jump] "if not (R[a] < R[b]): jump c";
        JumpNotLe "jump_not_le" [reg reg jump] "if not (R[a] <= R[b]): jump c";
        JumpNotEq "jump_not_eq" [reg reg jump] "if not (R[a] == R[b]): jump c";
        JumpNotNe "jump_not_ne" [reg reg jump] "if not (R[a] != R[b]): jump c";
        JumpNotGt "jump_not_gt" [reg reg jump] "if not (R[a] > R[b]): jump c";
        JumpNotGe "jump_not_ge" [reg reg jump] "if not (R[a] >= R[b]): jump c";
        JumpLtI "jump_lti" [reg imm jump] "if R[a] < b: jump c";
        JumpLeI "jump_lei" [reg imm jump] "if R[a] <= b: jump c";
        JumpEqI "jump_eqi" [reg imm jump] "if R[a] == b: jump c";
        JumpNeI "jump_nei" [reg imm jump] "if R[a] != b: jump c";
        JumpGtI "jump_gti" [reg imm jump] "if R[a] > b: jump c";
        JumpGeI "jump_gei" [reg imm jump] "if R[a] >= b: jump c";
        JumpNotLtI "jump_not_lti" [reg imm jump] "if not (R[a] < b): jump c";
        JumpNotLeI "jump_not_lei" [reg imm jump] "if not (R[a] <= b): jump c";
        JumpNotEqI "jump_not_eqi" [reg imm jump] "if not (R[a] == b): jump c";
        JumpNotNeI "jump_not_nei" [reg imm jump] "if not (R[a] != b): jump c";
        JumpNotGtI "jump_not_gti" [reg imm jump] "if not (R[a] > b): jump c";
        JumpNotGeI "jump_not_gei" [reg imm jump] "if not (R[a] >= b): jump c";
        // ---- items and slices
        GetItem "get_item" [out reg reg] "R[a] = R[b][R[c]]";
        GetItemI "get_itemi" [out reg imm] "R[a] = R[b][c]";
        SetItem "set_item" [reg reg reg] "R[a][R[b]] = R[c]";
        SetItemI "set_itemi" [reg imm reg] "R[a][b] = R[c]";
        DeleteItem "delete_item" [reg reg -] "del R[a][R[b]]";
        GetSlice "get_slice" [out base -] "R[a] = R[b][R[b+1]:R[b+2]]";
        GetSliceStep "get_slice_step" [out base -] "R[a] = R[b][R[b+1]:R[b+2]:R[b+3]]";
        SetSlice "set_slice" [base reg num] "R[a][R[a+1]:R[a+2]] = R[b]; c: what a slicing gave to R[b] is nowhere else, and is let go";
        BuildSlice "build_slice" [out base num] "R[a] = slice(R[b], R[b+1]) or, c = 3, slice(R[b], R[b+1], R[b+2])";
        // ---- building
        BuildList "build_list" [out base num] "R[a] = [R[b] .. R[b+c-1]]";
        BuildTuple "build_tuple" [out base num] "R[a] = (R[b] .. R[b+c-1])";
        BuildSet "build_set" [out base num] "R[a] = {R[b] .. R[b+c-1]}";
        BuildMap "build_map" [out base num] "R[a] = {R[b]: R[b+1], ...}, c pairs";
        BuildString "build_string" [out base num] "R[a] = the strings R[b] .. R[b+c-1] joined";
        ListAppend "list_append" [reg reg -] "R[a].append(R[b]), R[a] an exact list";
        SetAdd "set_add" [reg reg -] "R[a].add(R[b])";
        MapAdd "map_add" [reg reg reg] "R[a][R[b]] = R[c]";
        ListExtend "list_extend" [reg reg -] "R[a].extend(R[b]) with the message of a starred display";
        SetUpdate "set_update" [reg reg -] "R[a].update(R[b])";
        DictUpdate "dict_update" [reg reg -] "R[a].update(R[b]) with the message of a ** display";
        DictMerge "dict_merge" [reg reg reg] "as dict_update, refusing keys that are there; R[c] is the callable for the message";
        ListToTuple "list_to_tuple" [out reg -] "R[a] = tuple(R[b])";
        UnpackSequence "unpack_sequence" [base reg num] "c items of R[b]: the first to R[a+c-1], the last to R[a]";
        UnpackUp "unpack_up" [base reg num] "c items of R[b]: the first to R[a], the last to R[a+c-1]";
        UnpackEx "unpack_ex" [base reg num] "before = c & 255, after = c >> 8, n = before + 1 + after: the first to R[a+n-1], the last to R[a], a list of the middle between";
        FormatSimple "format_simple" [out reg -] "R[a] = format(R[b])";
        FormatSpec "format_spec" [out reg reg] "R[a] = format(R[b], R[c])";
        ConvertValue "convert_value" [out reg num] "R[a] = 1 str, 2 repr, 3 ascii of R[b]";
        // ---- iteration
        GetIter "get_iter" [out reg -] "R[a] = iter(R[b])";
        ForIter "for_iter" [reg out jump] "top of a loop: R[b] = next(R[a]); when exhausted: jump c";
        ForNext "for_next" [reg out jump] "bottom of a loop: R[b] = next(R[a]) and jump c (backwards); when exhausted: go on";
        GetLen "get_len" [out reg -] "R[a] = len(R[b])";
        // ---- functions and calls
        Call "call" [base num out] "R[c] = R[a](R[a+1] unless NULL, R[a+2] .. R[a+1+b])";
        CallKw "call_kw" [base num out] "as call; the last of the b arguments are named by the tuple R[a+2+b]";
        CallEx "call_ex" [base - out] "R[c] = R[a](*R[a+2], **R[a+3]); R[a+3] may be NULL";
        MakeFunction "make_function" [out lo hi] "R[a] = a function of the code constant k(b,c) and the frame's globals";
        SetFunctionAttr "set_function_attr" [reg reg num] "of the function R[a]: 1 defaults, 2 kwdefaults, 4 annotations, 8 closure, 16 annotate = R[b]";
        Return "return" [reg - -] "returns R[a]";
        ReturnNone "return_none" [- - -] "returns None";
        // ---- generators and coroutines
        ReturnGenerator "return_generator" [- - -] "returns a new generator, coroutine or async generator holding this frame";
        Yield "yield" [out reg num] "suspends with R[b]; resumed: R[a] = the sent value; c = 1: yields for `yield from`/`await`";
        Send "send" [out reg jump] "sends R[a] to R[b]: R[a] = what it yields; when it returns: R[a] = its value and jump c";
        GetYieldFromIter "get_yield_from_iter" [out reg -] "R[a] = R[b] if a generator, else iter(R[b])";
        CleanupThrow "cleanup_throw" [out reg jump] "exception R[b]: a StopIteration gives R[a] = its value and jump c; any other is raised again";
        GetAwaitable "get_awaitable" [out reg num] "R[a] = awaitable of R[b]; c = where (0 plain, 1 aenter, 2 aexit)";
        GetAIter "get_aiter" [out reg -] "R[a] = aiter(R[b])";
        GetANext "get_anext" [out reg -] "R[a] = awaitable of R[b].__anext__()";
        EndAsyncFor "end_async_for" [reg - -] "exception R[a]: StopAsyncIteration ends the loop, any other is raised again";
        AsyncGenWrap "async_gen_wrap" [out reg -] "R[a] = R[b] wrapped as an async generator's value";
        // ---- exceptions
        PushExc "push_exc" [base - -] "R[a+1] = R[a] (the exception); R[a] = the exception handled until now; it becomes the handled one";
        PopExc "pop_exc" [reg - -] "the handled exception = R[a]";
        CheckExcMatch "check_exc_match" [out reg reg] "R[a] = whether the exception R[b] matches R[c]";
        CheckEgMatch "check_eg_match" [base reg reg] "splits the group R[b] by R[c]: R[a] = rest, R[a+1] = match or None; the match becomes the handled exception";
        PrepReraiseStar "prep_reraise_star" [out reg reg] "R[a] = what `except*` raises again, of the original R[b] and the list R[c]";
        Raise "raise" [num reg reg] "a = 0: raises the handled exception again; 1: raises R[b]; 2: raises R[b] from R[c]";
        Reraise "reraise" [reg num reg] "raises R[a] again with its traceback; b = 1: R[c] holds the instruction it came from";
        WithExceptStart "with_except_start" [out base reg] "R[a] = exit(type, value, traceback) of the exception R[c]: R[b] = exit function, R[b+1] = self or NULL";
        StopIterationError "stop_iteration_error" [out reg -] "R[a] = RuntimeError for a StopIteration R[b] that leaves a generator, else R[b]";
        // ---- patterns
        MatchSequence "match_sequence" [out reg -] "R[a] = whether R[b] is a sequence for patterns";
        MatchMapping "match_mapping" [out reg -] "R[a] = whether R[b] is a mapping for patterns";
        MatchKeys "match_keys" [out reg reg] "R[a] = tuple of the values of R[b] at the keys R[c], or None";
        MatchClass "match_class" [out base num] "subject R[b], class R[b+1], names R[b+2], c positional: R[a] = tuple of attributes or None";
        // ---- the rest
        ImportStar "import_star" [- reg -] "from R[b] import * into the local namespace";
        PrintExpr "print_expr" [- reg -] "sys.displayhook(R[b])";
        TypeParam "type_param" [out base num] "R[a] = type parameter: c = 0 TypeVar(R[b]), 1 ParamSpec, 2 TypeVarTuple, 3 TypeVar with bound R[b+1], 4 with constraints R[b+1], 5 set default R[b+1] of R[b], 6 Generic[R[b]], 7 type alias of the tuple R[b], 8 set type params R[b+1] of the function R[b]";
        BuildInterpolation "build_interpolation" [out base num] "R[a] = interpolation of value R[b], text R[b+1], c & 1: spec R[b+2], c >> 1: conversion";
        BuildTemplate "build_template" [out base -] "R[a] = template of the strings R[b] and interpolations R[b+1]";
    } };
}

#[rustfmt::skip]
macro_rules! operand {
    (out) => { Operand::Out };
    (reg) => { Operand::Reg };
    (base) => { Operand::Base };
    (num) => { Operand::Num };
    (imm) => { Operand::Imm };
    (name) => { Operand::Name };
    (site) => { Operand::Site };
    (jump) => { Operand::Jump };
    (lo) => { Operand::Lo };
    (hi) => { Operand::Hi };
    (-) => { Operand::None };
}

macro_rules! define_ops {
    ($($name:ident $text:literal [$a:tt $b:tt $c:tt] $doc:literal;)*) => {
        /// The opcode of an instruction. `Break` and `Look` never occur in a `Code`: searches for events patch them
        /// into loaded code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = $doc] $name,)*
            /** Patched in where an event may match; the original instruction is in the `Code`. */
            Break,
            /** Patched in where an event matters only after a watched object was written to. */
            Look,
        }

        /// All rows, indexed by `Op as usize`.
        pub const OPS: &[OpInfo] = &[
            $(OpInfo { name: $text, operands: [operand!($a), operand!($b), operand!($c)], doc: $doc },)*
            OpInfo { name: "break", operands: [Operand::None; 3], doc: "a patch" },
            OpInfo { name: "look", operands: [Operand::None; 3], doc: "a patch" },
        ];

        impl Op {
            /// All instructions in the order of the table.
            pub const ALL: &[Op] = &[$(Op::$name,)* Op::Break, Op::Look];
        }
    };
}
for_each_op!(define_ops);

impl Op {
    /// Returns the row of this opcode.
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }
}

/// One instruction, 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Ins {
    /// The opcode.
    pub op: Op,
    /// Number of events delivered before this instruction runs; 0 in library code.
    pub events: u8,
    /// First operand.
    pub a: u16,
    /// Second operand.
    pub b: u16,
    /// Third operand.
    pub c: u16,
}

impl Ins {
    /// Returns the 32-bit number in `b` and `c`.
    pub fn wide(self) -> u32 {
        u32::from(self.b) | u32::from(self.c) << 16
    }
}
