//! The types of heap objects that the interpreter speaks of: their numbers. How the heap stores each is up to the type.
//!
//! A `TypeId` is the *exact* builtin type. Instances of classes written in Python are `INST`, also when the class
//! derives from a builtin: then their first slot holds the builtin value (the *payload*), see `Vm::payload`.
//!
//! A type that only its own folder names has its number there, from [`FIRST_FREE`] up.

use ttd_core::value::TypeId;

/// The first number for types that are not listed here.
pub const FIRST_FREE: u8 = 168;

macro_rules! type_ids {
    ($($name:ident = $number:literal $python:literal;)*) => {
        $(#[doc = concat!("`", $python, "`.")] pub const $name: TypeId = TypeId($number);)*
    };
}

type_ids! {
    INST = 0 "object";
    STR = 1 "str";
    BYTES = 2 "bytes";
    BIGINT = 3 "int";
    TUPLE = 4 "tuple";
    LIST = 5 "list";
    DICT = 6 "dict";
    SET = 7 "set";
    FROZENSET = 8 "frozenset";
    BYTEARRAY = 9 "bytearray";
    FUNCTION = 10 "function";
    METHOD = 11 "method";
    BUILTIN = 12 "builtin_function_or_method";
    METHOD_DESC = 13 "method_descriptor";
    GETSET = 14 "getset_descriptor";
    CLASS = 15 "type";
    MODULE = 16 "module";
    CELL = 17 "cell";
    GENERATOR = 18 "generator";
    COROUTINE = 19 "coroutine";
    ASYNC_GEN = 20 "async_generator";
    CODE = 21 "code";
    SLICE = 22 "slice";
    RANGE = 23 "range";
    PROPERTY = 24 "property";
    STATICMETHOD = 25 "staticmethod";
    CLASSMETHOD = 26 "classmethod";
    SUPER = 27 "super";
    TRACEBACK = 28 "traceback";
    FRAME = 29 "frame";
    COMPLEX = 30 "complex";
    LIST_ITER = 31 "list_iterator";
    TUPLE_ITER = 32 "tuple_iterator";
    STR_ITER = 33 "str_iterator";
    BYTES_ITER = 34 "bytes_iterator";
    RANGE_ITER = 35 "range_iterator";
    SET_ITER = 36 "set_iterator";
    DICT_KEYITER = 37 "dict_keyiterator";
    DICT_VALUEITER = 38 "dict_valueiterator";
    DICT_ITEMITER = 39 "dict_itemiterator";
    LIST_REVITER = 40 "list_reverseiterator";
    REVERSED = 41 "reversed";
    ENUMERATE = 42 "enumerate";
    ZIP = 43 "zip";
    MAP = 44 "map";
    FILTER = 45 "filter";
    CALLABLE_ITER = 46 "callable_iterator";
    SEQ_ITER = 47 "iterator";
    DICT_KEYS = 48 "dict_keys";
    DICT_VALUES = 49 "dict_values";
    DICT_ITEMS = 50 "dict_items";
    MAPPINGPROXY = 51 "mappingproxy";
    DEQUE = 53 "collections.deque";
    MEMBER = 54 "member_descriptor";
    RANDOM_STATE = 55 "_random_state";
    DICT_REVKEYITER = 57 "dict_reversekeyiterator";
    DICT_REVVALUEITER = 58 "dict_reversevalueiterator";
    DICT_REVITEMITER = 59 "dict_reverseitemiterator";
    TEXTIO = 60 "TextIOWrapper";
    FLOAT = 61 "float";
    DEQUE_ITER = 62 "collections._deque_iterator";
    CLASSMETHOD_DESC = 115 "classmethod_descriptor";
    DEQUE_REVITER = 63 "collections._deque_reverse_iterator";
    ACCUMULATE = 85 "itertools.accumulate";
    BATCHED = 86 "itertools.batched";
    CHAIN = 87 "itertools.chain";
    COMBINATIONS = 88 "itertools.combinations";
    COMBINATIONS_REPLACED = 89 "itertools.combinations_with_replacement";
    COMPRESS = 90 "itertools.compress";
    COUNT = 91 "itertools.count";
    CYCLE = 92 "itertools.cycle";
    DROPWHILE = 93 "itertools.dropwhile";
    FILTERFALSE = 94 "itertools.filterfalse";
    GROUPBY = 95 "itertools.groupby";
    GROUPER = 96 "itertools._grouper";
    ISLICE = 97 "itertools.islice";
    PAIRWISE = 98 "itertools.pairwise";
    PERMUTATIONS = 99 "itertools.permutations";
    PRODUCT = 100 "itertools.product";
    REPEAT = 101 "itertools.repeat";
    STARMAP = 102 "itertools.starmap";
    TAKEWHILE = 103 "itertools.takewhile";
    TEE = 104 "itertools._tee";
    ZIP_LONGEST = 105 "itertools.zip_longest";
    ITEMGETTER = 106 "operator.itemgetter";
    ATTRGETTER = 107 "operator.attrgetter";
    METHODCALLER = 108 "operator.methodcaller";
    TUPLEGETTER = 109 "collections._tuplegetter";
    ASYNC_ASEND = 140 "async_generator_asend";
    ASYNC_ATHROW = 141 "async_generator_athrow";
    ASYNC_WRAPPED = 142 "async_generator_wrapped_value";
    ANEXT = 143 "anext_awaitable";
    CORO_WRAPPER = 144 "coroutine_wrapper";
    WEAKREF = 146 "weakref.ReferenceType";
    MEMORYVIEW = 160 "memoryview";
    MEMORY_ITER = 161 "memory_iterator";
    MANAGED_BUFFER = 162 "managedbuffer";
    BYTEARRAY_ITER = 163 "bytearray_iterator";
    RE_PATTERN = 70 "re.Pattern";
    RE_MATCH = 71 "re.Match";
    RE_SCANNER = 72 "_sre.SRE_Scanner";
    RE_TEMPLATE = 73 "_sre.SRE_Template";
    COMPILED = 74 "compiled";
    RE_FINDITER = 75 "callable_iterator";
    STRUCT = 76 "_struct.Struct";
    STRUCT_ITER = 77 "_struct.unpack_iterator";
    JSON_SCANNER = 78 "_json.Scanner";
    JSON_ENCODER = 79 "_json.Encoder";
    HASH = 80 "_hashlib.HASH";
    HASHXOF = 81 "_hashlib.HASHXOF";
    BLAKE2B = 82 "_blake2.blake2b";
    BLAKE2S = 83 "_blake2.blake2s";
    ARRAY = 84 "array.array";
    ARRAY_ITER = 164 "array.arrayiterator";
    FORGOTTEN = 147 "forgotten";
    LONGRANGE_ITER = 165 "longrange_iterator";
    WIDE_RANGE_ITER = 166 "range_iterator";
}
