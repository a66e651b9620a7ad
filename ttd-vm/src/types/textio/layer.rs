//! The text layer in Python, for standard streams with another encoding than UTF-8 or with other line ends.
//!
//! It is made when it is first needed: the environment may name an encoding that is written in Python, and streams are
//! there before anything can be imported. It keeps nothing back, so what others write comes in order.

use std::borrow::Cow;

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::host::Stream;
use crate::vm::slots;
use crate::{Vm, ids};

/// The name of an encoding other than UTF-8, or None.
pub(super) const ENCODING: usize = 4;
/// The line ends if they are others than the usual ones, or None.
pub(super) const NEWLINE: usize = 5;
/// The layer once it is made.
const LAYER: usize = 6;
/// The attributes that a program has given to it, a dict, or None.
const ATTRIBUTES: usize = 7;
/// How many slots a stream has.
pub(super) const SLOTS: usize = 8;

impl Vm {
    /// An attribute that a program has given to a standard stream.
    pub(crate) fn stream_attribute(&self, stream: Value, name: Value) -> Option<Value> {
        let own = Some(self.heap.slot(stream, ATTRIBUTES)).filter(|own| own.is(ids::DICT))?;
        self.dict_get_name(own, name)
    }

    /// The dict of a standard stream.
    pub(crate) fn stream_dict(&mut self, stream: Value) -> Value {
        let known = self.heap.slot(stream, ATTRIBUTES);
        if known.is(ids::DICT) {
            return known;
        }
        let own = self.new_dict();
        self.heap.set_slot(stream, ATTRIBUTES, own);
        own
    }
}

/// Whether a program has given attributes to the stream, which may take the place of its methods.
pub(super) fn has_attributes(vm: &Vm, stream: Value) -> bool {
    let own = vm.heap.slot(stream, ATTRIBUTES);
    own.is(ids::DICT) && vm.heap.dict_len(own) > 0
}

/// Whether the stream cannot do without.
pub(super) fn is_needed(vm: &Vm, stream: Value) -> bool {
    [ENCODING, NEWLINE, LAYER].into_iter().any(|slot| !vm.heap.slot(stream, slot).is_none())
}

/// The stream's encoding as it was given.
pub(super) fn encoding(vm: &Vm, stream: Value) -> Cow<'_, str> {
    match vm.heap.slot(stream, ENCODING) {
        given if given.is_none() => "utf-8".into(),
        given => vm.text_lossy(given),
    }
}

/// The layer, made if it is needed.
pub(super) fn of(vm: &mut Vm, stream: Value) -> Res<Option<Value>> {
    if !is_needed(vm, stream) {
        return Ok(None);
    }
    let made = vm.heap.slot(stream, LAYER);
    if !made.is_none() {
        return Ok(Some(made));
    }
    // The name came from the environment: programs see the codec's own.
    let (encoding, newline) = (vm.heap.slot(stream, ENCODING), vm.heap.slot(stream, NEWLINE));
    let f = vm.lib("codec_name");
    let encoding = vm.call(f, &[encoding])?;
    let errors = super::errors(vm, stream)?;
    set_up(vm, stream, [encoding, errors, newline], true).map(Some)
}

/// Makes the layer, or changes the one that there is. What an encoding begins streams with comes only in one that
/// `begins`.
pub(super) fn set_up(vm: &mut Vm, stream: Value, [encoding, errors, newline]: [Value; 3], begins: bool) -> Res {
    let buffer = super::buffer(vm, stream)?;
    let (f, layer) = (vm.lib("standard_text"), vm.heap.slot(stream, LAYER));
    let layer = vm.call(f, &[layer, buffer, encoding, errors, newline, Value::bool(begins)])?;
    for (slot, value) in
        [(ENCODING, encoding), (super::reconfigure::ERRORS, errors), (NEWLINE, newline), (LAYER, layer)]
    {
        vm.heap.set_slot(stream, slot, value);
    }
    Ok(layer)
}

/// Calls the layer's method in place of the stream's, if there is a layer.
pub(super) fn pass_on(vm: &mut Vm, args: &Args, name: &str) -> Res<()> {
    let Some(layer) = of(vm, args.get(0))? else { return Ok(()) };
    let f = vm.getattr_str(layer, name)?;
    let given: Vec<Value> = args.pos[1..].iter().copied().filter(|v| !v.is_unbound()).collect();
    Err(vm.tail_call(f, &given))
}

impl Vm {
    /// Writes to the program's standard error: nothing if it has none. An error there has no one left to report to.
    pub(crate) fn write_error(&mut self, text: &str) {
        let modules = self.global(slots::MODULES);
        let sys = self.dict_get_str(modules, "sys").filter(|module| module.is(ids::MODULE));
        let stream = sys.map(|module| self.heap.slot(module, 0)).map(|names| self.dict_get_str(names, "stderr"));
        match stream {
            Some(Some(stream)) if !super::is_direct(self, stream, 2) => {
                if !stream.is_none() {
                    let given = self.new_str(text);
                    let written = self.call_method(stream, "write", &[given]);
                    let _ = self.call_method(stream, "flush", &[]);
                    // The environment may name an encoding that is not there.
                    if written.is_err() && stream.is(ids::TEXTIO) {
                        self.write_host_error(text);
                    }
                }
            }
            Some(None) => {}
            _ => self.write_host_error(text),
        }
    }

    fn write_host_error(&mut self, text: &str) {
        let at = self.moment();
        let _ = self.host.write(Stream::Err, text.as_bytes(), at);
    }
}
