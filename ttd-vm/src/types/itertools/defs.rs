//! The tables of the types of `itertools`.

use super::{itself, make, next_method, number, tee};
use crate::{ids, methods, native::*};

macro_rules! iterators {
    ($($tid:ident $name:literal $sig:literal => $new:path; $doc:literal, { $($more:tt)* }, { $($class:tt)* };)*) => {
        /// The types of this folder.
        pub const TYPES: &[TypeDef] = &[$(
            TypeDef {
                name: concat!("itertools.", $name),
                tid: ids::$tid,
                doc: $doc,
                methods: methods! {
                    /// Create and return a new object.  See help(type) for accurate signature.
                    CallsBack "__new__" $sig => $new;
                    /// Implement iter(self).
                    Pure "__iter__" "(self, /)" => itself;
                    /// Implement next(self).
                    CallsBack "__next__" "(self, /)" => next_method;
                    $($more)*
                },
                class_methods: methods! { $($class)* },
    slots: Slots { next: Some(super::next), engine: true, ..Slots::EMPTY },
                ..TypeDef::EMPTY
            },
        )*];
    };
}

iterators! {
    ACCUMULATE "accumulate" "(cls, iterable, func=None, *, initial=None)" => make::accumulate;
        "Return series of accumulated sums (or other binary function results).", {}, {};
    BATCHED "batched" "(cls, iterable, n, *, strict=False)" => make::batched;
        "Batch data into tuples of length n. The last batch may be shorter than n.\n\n\
         Loops over the input iterable and accumulates data into tuples\nup to size n.  The input is consumed lazily, \
         just enough to\nfill a batch.  The result is yielded as soon as a batch is full\nor when the input iterable is \
         exhausted.", {}, {};
    CHAIN "chain" "(cls, /, *args, **kwargs)" => make::chain;
        "Return a chain object whose .__next__() method returns elements from the\nfirst iterable until it is \
         exhausted, then elements from the next\niterable, until all of the iterables are exhausted.", {}, {
        /// Alternative chain() constructor taking a single iterable argument that evaluates lazily.
        CallsBack "from_iterable" "(cls, iterable, /)" => make::from_iterable;
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
    };
    COMBINATIONS "combinations" "(cls, iterable, r)" => make::combinations;
        "Return successive r-length combinations of elements in the iterable.\n\n\
         combinations(range(4), 3) --> (0,1,2), (0,1,3), (0,2,3), (1,2,3)", {}, {};
    COMBINATIONS_REPLACED "combinations_with_replacement" "(cls, iterable, r)" => make::with_replacement;
        "Return successive r-length combinations of elements in the iterable allowing individual elements to have \
         successive repeats.\n\ncombinations_with_replacement('ABC', 2) --> \
         ('A','A'), ('A','B'), ('A','C'), ('B','B'), ('B','C'), ('C','C')", {}, {};
    COMPRESS "compress" "(cls, data, selectors)" => make::compress;
        "Return data elements corresponding to true selector elements.\n\n\
         Forms a shorter iterator from selected data elements using the selectors to\nchoose the data elements.", {}, {};
    COUNT "count" "(cls, start=0, step=1)" => make::count;
        "Return a count object whose .__next__() method returns consecutive values.", {
        /// Return repr(self).
        CallsBack "__repr__" "(self, /)" => number::count_repr;
    }, {};
    CYCLE "cycle" "(cls, iterable, /)" => make::cycle;
        "Return elements from the iterable until it is exhausted. Then repeat the sequence indefinitely.", {}, {};
    DROPWHILE "dropwhile" "(cls, predicate, iterable, /)" => make::dropwhile;
        "Drop items from the iterable while predicate(item) is true.\n\n\
         Afterwards, return every element until the iterable is exhausted.", {}, {};
    FILTERFALSE "filterfalse" "(cls, function, iterable, /)" => make::filterfalse;
        "Return those items of iterable for which function(item) is false.\n\n\
         If function is None, return the items that are false.", {}, {};
    GROUPBY "groupby" "(cls, iterable, key=None)" => make::groupby;
        "make an iterator that returns consecutive keys and groups from the iterable\n\n  iterable\n    Elements to \
         divide into groups according to the key function.\n  key\n    A function for computing the group category for \
         each element.\n    If the key function is not specified or is None, the element itself\n    is used for \
         grouping.", {}, {};
    GROUPER "_grouper" "(cls, parent, tgtkey, /)" => make::grouper; "", {}, {};
    ISLICE "islice" "(cls, /, *args, **kwargs)" => make::islice;
        "islice(iterable, stop) --> islice object\nislice(iterable, start, stop[, step]) --> islice object\n\n\
         Return an iterator whose next() method returns selected values from an\niterable.  If start is specified, will \
         skip all preceding elements;\notherwise, start defaults to zero.  Step defaults to one.  If\nspecified as \
         another value, step determines how many values are\nskipped between successive calls.  Works like a slice() \
         on a list\nbut returns an iterator.", {}, {};
    PAIRWISE "pairwise" "(cls, iterable, /)" => make::pairwise;
        "Return an iterator of overlapping pairs taken from the input iterator.\n\n    \
         s -> (s0,s1), (s1,s2), (s2, s3), ...", {}, {};
    PERMUTATIONS "permutations" "(cls, iterable, r=None)" => make::permutations;
        "Return successive r-length permutations of elements in the iterable.\n\n\
         permutations(range(3), 2) --> (0,1), (0,2), (1,0), (1,2), (2,0), (2,1)", {}, {};
    PRODUCT "product" "(cls, /, *args, **kwargs)" => make::product;
        "Cartesian product of input iterables.  Equivalent to nested for-loops.\n\n\
         For example, product(A, B) returns the same as:  ((x,y) for x in A for y in B).\nThe leftmost iterators are in \
         the outermost for-loop, so the output tuples\ncycle in a manner similar to an odometer (with the rightmost \
         element changing\non every iteration).\n\nTo compute the product of an iterable with itself, specify the \
         number\nof repetitions with the optional repeat keyword argument. For example,\nproduct(A, repeat=4) means the \
         same as product(A, A, A, A).\n\n\
         product('ab', range(3)) --> ('a',0) ('a',1) ('a',2) ('b',0) ('b',1) ('b',2)\n\
         product((0,1), (0,1), (0,1)) --> (0,0,0) (0,0,1) (0,1,0) (0,1,1) (1,0,0) ...", {}, {};
    REPEAT "repeat" "(cls, object, times=None)" => make::repeat;
        "repeat(object [,times]) -> create an iterator which returns the object\nfor the specified number of times.  \
         If not specified, returns the object\nendlessly.", {
        /// Return repr(self).
        CallsBack "__repr__" "(self, /)" => number::repeat_repr;
        /// Private method returning an estimate of len(list(it)).
        Pure "__length_hint__" "(self, /)" => number::repeat_hint;
    }, {};
    STARMAP "starmap" "(cls, function, iterable, /)" => make::starmap;
        "Return an iterator whose values are returned from the function evaluated with an argument tuple taken from \
         the given sequence.", {}, {};
    TAKEWHILE "takewhile" "(cls, predicate, iterable, /)" => make::takewhile;
        "Return successive entries from an iterable as long as the predicate evaluates to true for each entry.", {}, {};
    TEE "_tee" "(cls, iterable, /)" => make::tee;
        "Iterator wrapped to make it copyable.", {
        /// Returns an independent iterator.
        Pure "__copy__" "(self, /)" => tee::copy;
    }, {};
    ZIP_LONGEST "zip_longest" "(cls, /, *args, **kwargs)" => make::zip_longest;
        "Return a zip_longest object whose .__next__() method returns a tuple where\nthe i-th element comes from the \
         i-th iterable argument.  The .__next__()\nmethod continues until the longest iterable in the argument \
         sequence\nis exhausted and then it raises StopIteration.  When the shorter iterables\nare exhausted, the \
         fillvalue is substituted in their place.  The fillvalue\ndefaults to None or can be specified by a keyword \
         argument.", {}, {};
}
