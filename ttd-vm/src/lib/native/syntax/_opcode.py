"""What `opcode` asks about CPython's instructions. Code here is register code, so none of it can be disassembled; the
answers are those that let `opcode`, `dis` and `inspect` be imported."""

ENABLE_SPECIALIZATION = False
ENABLE_SPECIALIZATION_FT = False


def stack_effect(opcode, oparg=None, /, *, jump=None):
    raise NotImplementedError("stack effects are not supported by ttd-py yet")


def _never(opcode):
    return False


is_valid = has_arg = has_const = has_name = has_jump = has_free = has_local = has_exc = _never


def get_specialization_stats():
    return None


def get_nb_ops():
    return [("NB_" + name, sign) for name, sign in (
        ("ADD", "+"), ("AND", "&"), ("FLOOR_DIVIDE", "//"), ("LSHIFT", "<<"), ("MATRIX_MULTIPLY", "@"),
        ("MULTIPLY", "*"), ("REMAINDER", "%"), ("OR", "|"), ("POWER", "**"), ("RSHIFT", ">>"), ("SUBTRACT", "-"),
        ("TRUE_DIVIDE", "/"), ("XOR", "^"), ("INPLACE_ADD", "+="), ("INPLACE_AND", "&="),
        ("INPLACE_FLOOR_DIVIDE", "//="), ("INPLACE_LSHIFT", "<<="), ("INPLACE_MATRIX_MULTIPLY", "@="),
        ("INPLACE_MULTIPLY", "*="), ("INPLACE_REMAINDER", "%="), ("INPLACE_OR", "|="), ("INPLACE_POWER", "**="),
        ("INPLACE_RSHIFT", ">>="), ("INPLACE_SUBTRACT", "-="), ("INPLACE_TRUE_DIVIDE", "/="),
        ("INPLACE_XOR", "^="), ("SUBSCR", "[]"))]


def get_intrinsic1_descs():
    return ["INTRINSIC_1_INVALID", "INTRINSIC_PRINT", "INTRINSIC_IMPORT_STAR", "INTRINSIC_STOPITERATION_ERROR",
            "INTRINSIC_ASYNC_GEN_WRAP", "INTRINSIC_UNARY_POSITIVE", "INTRINSIC_LIST_TO_TUPLE", "INTRINSIC_TYPEVAR",
            "INTRINSIC_PARAMSPEC", "INTRINSIC_TYPEVARTUPLE", "INTRINSIC_SUBSCRIPT_GENERIC", "INTRINSIC_TYPEALIAS"]


def get_intrinsic2_descs():
    return ["INTRINSIC_2_INVALID", "INTRINSIC_PREP_RERAISE_STAR", "INTRINSIC_TYPEVAR_WITH_BOUND",
            "INTRINSIC_TYPEVAR_WITH_CONSTRAINTS", "INTRINSIC_SET_FUNCTION_TYPE_PARAMS",
            "INTRINSIC_SET_TYPEPARAM_DEFAULT"]


def get_special_method_names():
    return ["__enter__", "__exit__", "__aenter__", "__aexit__"]


def get_executor(*, code, offset):
    raise RuntimeError("Executors are not available in this build")
