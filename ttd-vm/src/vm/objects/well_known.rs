//! The builtin classes and names that the interpreter itself refers to.

use ttd_core::value::Value;

use crate::Vm;
use crate::operators::BinOp;

macro_rules! class_fields {
    ($($field:ident $python:literal;)*) => {
        /// The builtin classes.
        #[derive(Clone, Copy)]
        pub struct Types { $(#[doc = concat!("`", $python, "`.")] pub $field: Value,)* }

        impl Default for Types {
            fn default() -> Self {
                Types { $($field: Value::UNBOUND,)* }
            }
        }

        impl Types {
            /// Fills in the classes, given how to find one by name.
            pub(crate) fn fill(&mut self, mut find: impl FnMut(&str) -> Value) {
                $(self.$field = find($python);)*
            }

            /// All of them.
            pub fn all(&self) -> Vec<Value> {
                vec![$(self.$field),*]
            }
        }
    };
}

class_fields! {
    object "object"; type_ "type"; int "int"; bool_ "bool"; float "float"; complex "complex"; str_ "str"; bytes "bytes";
    bytearray "bytearray"; tuple "tuple"; list "list"; dict "dict"; set "set"; frozenset "frozenset"; range "range";
    slice "slice"; none_type "NoneType"; ellipsis_type "ellipsis"; not_implemented_type "NotImplementedType";
    function "function"; method "method"; builtin "builtin_function_or_method"; module "module"; cell "cell";
    generator "generator"; coroutine "coroutine"; async_generator "async_generator"; code "code";
    method_wrapper "method-wrapper"; wrapper_descriptor "wrapper_descriptor";
    property "property"; staticmethod "staticmethod"; classmethod "classmethod"; super_ "super"; traceback "traceback";
    base_exception "BaseException"; exception "Exception"; base_exception_group "BaseExceptionGroup";
    exception_group "ExceptionGroup"; type_error "TypeError"; value_error "ValueError"; key_error "KeyError";
    index_error "IndexError"; lookup_error "LookupError"; attribute_error "AttributeError"; name_error "NameError";
    unbound_local_error "UnboundLocalError"; runtime_error "RuntimeError"; not_implemented_error "NotImplementedError";
    recursion_error "RecursionError"; stop_iteration "StopIteration"; stop_async_iteration "StopAsyncIteration";
    generator_exit "GeneratorExit"; system_exit "SystemExit"; keyboard_interrupt "KeyboardInterrupt";
    arithmetic_error "ArithmeticError"; zero_division_error "ZeroDivisionError"; overflow_error "OverflowError";
    floating_point_error "FloatingPointError"; assertion_error "AssertionError"; import_error "ImportError";
    module_not_found_error "ModuleNotFoundError"; memory_error "MemoryError"; os_error "OSError"; eof_error "EOFError";
    file_not_found_error "FileNotFoundError"; syntax_error "SyntaxError"; indentation_error "IndentationError";
    tab_error "TabError"; unicode_error "UnicodeError"; unicode_decode_error "UnicodeDecodeError";
    unicode_encode_error "UnicodeEncodeError"; buffer_error "BufferError"; reference_error "ReferenceError";
    system_error "SystemError"; warning "Warning"; partial "functools.partial"; decimal "decimal.Decimal";
    placeholder "functools._PlaceholderType"; lru_cache "functools._lru_cache_wrapper";
    key_wrapper "functools.KeyWrapper";
    default_dict "collections.defaultdict"; ordered_dict "collections.OrderedDict";
    future "_asyncio.Future"; task "_asyncio.Task";
}

macro_rules! name_fields {
    ($($field:ident $text:literal;)*) => {
        /// Interned names.
        #[derive(Clone, Copy)]
        pub struct Names { $(#[doc = concat!("`", $text, "`.")] pub $field: Value,)* }

        impl Default for Names {
            fn default() -> Self {
                Names { $($field: Value::UNBOUND,)* }
            }
        }

        impl Names {
            /// Interns all of them.
            pub(crate) fn new(vm: &mut Vm) -> Names {
                Names { $($field: vm.intern($text),)* }
            }
        }
    };
}

name_fields! {
    init "__init__"; new "__new__"; call "__call__"; getattr "__getattr__"; getattribute "__getattribute__";
    setattr "__setattr__"; delattr "__delattr__"; get "__get__"; set "__set__"; delete "__delete__";
    dict "__dict__"; class "__class__"; name "__name__"; qualname "__qualname__"; module "__module__"; doc "__doc__";
    eq "__eq__"; ne "__ne__"; lt "__lt__"; le "__le__"; gt "__gt__"; ge "__ge__"; hash "__hash__"; bool_ "__bool__";
    len "__len__"; iter "__iter__"; next "__next__"; contains "__contains__"; getitem "__getitem__";
    setitem "__setitem__"; delitem "__delitem__"; missing "__missing__"; repr "__repr__"; str_ "__str__";
    format "__format__"; index "__index__"; int_ "__int__"; float_ "__float__"; neg "__neg__"; pos "__pos__";
    invert "__invert__"; enter "__enter__"; exit "__exit__"; aenter "__aenter__"; aexit "__aexit__";
    reversed "__reversed__"; set_name "__set_name__"; init_subclass "__init_subclass__";
    class_getitem "__class_getitem__"; prepare "__prepare__"; mro_entries "__mro_entries__"; slots "__slots__";
    match_args "__match_args__"; classcell "__classcell__"; builtins "__builtins__"; main "__main__"; file "__file__";
    all "__all__"; path "__path__"; package "__package__"; spec "__spec__"; loader "__loader__"; args "args";
    value "value"; code "code"; wrapped "__wrapped__"; annotations "__annotations__"; annotate "__annotate__";
    instancecheck "__instancecheck__"; subclasscheck "__subclasscheck__"; await_ "__await__"; aiter "__aiter__";
    anext "__anext__"; send "send"; throw "throw"; close "close"; length_hint "__length_hint__"; empty "";
    classdictcell "__classdictcell__"; firstlineno "__firstlineno__"; static_attributes "__static_attributes__";
    notes "__notes__"; mro "mro"; type_params "__type_params__"; bases "__bases__"; keys "keys"; exc_name "name";
    obj "obj"; msg "msg"; self_ "self"; cls "cls"; import "__import__"; del_ "__del__";
    stream_fd "_fd"; stream_end "_end"; stream_file_class "stream_file_class"; stream_closed "stream_closed";
    closed "closed"; stream_raw "_raw"; stream_ahead "_ahead"; stream_at "_at"; stream_pending "_pending";
    stream_pending_size "_pending_size"; stream_buffer "_buffer"; stream_buffer_size "_buffer_size";
    stream_pos "_pos"; stream_length "_length"; stream_parts "_parts"; stream_newline "_newline"; stream_text "_text";
    stream_chunk "_chunk"; stream_ways "_ways"; stream_telling "_telling"; stream_is_closed "_is_closed"; readline "readline"; values_ "_values";
    decimal_prec "prec"; decimal_rounding "rounding"; decimal_emin "Emin"; decimal_emax "Emax";
    decimal_capitals "capitals"; decimal_clamp "clamp"; decimal_ignored "_ignored_flags"; decimal_traps "traps";
    decimal_flags "flags"; decimal_half_even "ROUND_HALF_EVEN"; abc_checks "abc_checks"; abc_impl "_abc_impl";
    abc_cache "cache"; abc_negative "negative"; abc_version "version"; end_marker "END";
    get_debug "get_debug"; call_soon "call_soon"; call_soon_below "_call_soon";
    debug_ "_debug"; closed_ "_closed"; ready_ "_ready"; handle "Handle"; asyncio_tasks "asyncio.tasks";
    current_tasks "_current_tasks";
}

/// The interned special methods of a binary operator.
#[derive(Clone, Copy)]
pub struct OperatorNames {
    /// `__add__`.
    pub left: Value,
    /// `__radd__`.
    pub right: Value,
    /// `__iadd__`.
    pub in_place: Value,
}

impl OperatorNames {
    /// Interns the names of all operators.
    pub(crate) fn all(vm: &mut Vm) -> [OperatorNames; 13] {
        BinOp::ALL.map(|op| OperatorNames {
            left: vm.intern(op.dunder()),
            right: vm.intern(op.rdunder()),
            in_place: vm.intern(op.idunder()),
        })
    }
}

impl Default for OperatorNames {
    fn default() -> Self {
        OperatorNames { left: Value::UNBOUND, right: Value::UNBOUND, in_place: Value::UNBOUND }
    }
}
