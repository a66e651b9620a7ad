//! `_ttd_tls`: requests to connections of TLS, and what certificates and keys say, for the folder
//! `lib/native/tls`. See `docs/architecture/tls.md`.

use ttd_core::value::Value;
use ttd_pyalgos::x509::decode::{self, Item};
use ttd_pyalgos::x509::key::{self, Form, KeyError};
use ttd_pyalgos::x509::{Certificate, objects, pem};

use crate::modules::sqlite::{to_value, to_wire};
use crate::types::bytes::value::bytes_arg;
use crate::vm::host::tls::{KeyProblem, Kind, check_key};
use crate::vm::host::wire::Wire;
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_tls",
    doc: "Requests to connections of TLS; certificates and keys.",
    functions: methods! {
        /// Asks something of a connection: its number, the kind, the arguments. A list is an error.
        External "request" "(connection, kind, args, /)" => request;
        /// The blocks of a text in PEM: pairs of a label and the bytes, or None where they cannot be decoded.
        Pure "blocks" "(text, /)" => blocks;
        /// The private key in a text: its form and its bytes, or the number of an error.
        Pure "private_key" "(text, password, /)" => private_key;
        /// Whether a key can be used with certificates: 0, or 1 if it is not theirs, or 2.
        Pure "check_key" "(chain, form, key, /)" => check;
        /// What a certificate says, as pairs; None if it is none.
        Pure "describe" "(der, /)" => describe;
        /// The subject of a certificate in one line.
        Pure "subject_line" "(der, /)" => subject_line;
        /// How many of these bytes are a certificate: an authority's (positive) or another one (negative); 0: none.
        Pure "measure" "(der, /)" => measure;
        /// Whether a certificate's key is one of RSA.
        Pure "is_rsa" "(der, /)" => is_rsa;
        /// The objects that have names: number, short name, long name, identifier.
        Pure "objects" "()" => all_objects;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for kind in Kind::ALL {
        vm.dict_set_str(dict, kind.name(), Value::int(*kind as i64));
    }
    Ok(())
}

fn request(vm: &mut Vm, args: Args) -> Res {
    let (number, kind) = (args.get(0).as_int(), args.get(1).as_int());
    let mut data = Vec::new();
    let wire = to_wire(vm, args.get(2))?.unwrap_or(Wire::Null);
    wire.encode(&mut data);
    let asked = HostRequest::of(Op::Tls).number(number).number(kind).data(&data);
    match vm.request(&asked)? {
        Reply::Bytes(bytes) => to_value(vm, &Wire::decode(&mut bytes.as_slice()), false),
        Reply::Fail(errno) => Err(vm.errno_error_about(i64::from(errno), &[])),
        _ => Ok(Value::NONE),
    }
}

fn blocks(vm: &mut Vm, args: Args) -> Res {
    let text = bytes_arg(vm, args.get(0))?;
    let mut items = Vec::new();
    for block in pem::blocks(&text) {
        let bytes = block.bytes.map_or(Wire::Null, Wire::Blob);
        items.push(Wire::Row(vec![Wire::text(&block.label), bytes]));
    }
    to_value(vm, &Wire::Row(items), false)
}

fn private_key(vm: &mut Vm, args: Args) -> Res {
    let text = bytes_arg(vm, args.get(0))?;
    let password = if args.get(1).is_none() { None } else { Some(bytes_arg(vm, args.get(1))?) };
    let reply = match key::load(&text, password.as_deref()) {
        Ok((form, bytes)) => {
            let form = match form {
                Form::Pkcs8 => 0,
                Form::Pkcs1 => 1,
                Form::Sec1 => 2,
            };
            Wire::Row(vec![Wire::Int(form), Wire::Blob(bytes)])
        }
        Err(KeyError::Missing) => Wire::Int(0),
        Err(KeyError::Encrypted) => Wire::Int(1),
        Err(KeyError::Password) => Wire::Int(2),
        Err(KeyError::Malformed) => Wire::Int(3),
    };
    to_value(vm, &reply, false)
}

fn check(vm: &mut Vm, args: Args) -> Res {
    let mut chain = Vec::new();
    for item in vm.heap.tuple(args.get(0)).to_vec() {
        chain.push(bytes_arg(vm, item)?);
    }
    let form = args.get(1).as_int();
    let key = bytes_arg(vm, args.get(2))?;
    let chain: Vec<&[u8]> = chain.iter().map(|der| &der[..]).collect();
    Ok(Value::int(match check_key(&chain, form, &key) {
        Ok(()) => 0,
        Err(KeyProblem::Mismatch) => 1,
        Err(KeyProblem::Unsupported) => 2,
    }))
}

fn item_wire(item: &Item) -> Wire {
    match item {
        Item::Text(text) => Wire::Text(text.clone()),
        Item::Int(n) => Wire::Int(*n),
        Item::Row(items) => Wire::Row(items.iter().map(item_wire).collect()),
    }
}

fn describe(vm: &mut Vm, args: Args) -> Res {
    let der = bytes_arg(vm, args.get(0))?;
    let Some(fields) = decode::describe(&der) else { return Ok(Value::NONE) };
    let rows = fields.iter().map(|(name, item)| Wire::Row(vec![Wire::text(name), item_wire(item)]));
    to_value(vm, &Wire::Row(rows.collect()), false)
}

fn subject_line(vm: &mut Vm, args: Args) -> Res {
    let der = bytes_arg(vm, args.get(0))?;
    let line = decode::subject_line(&der).unwrap_or_default();
    Ok(vm.new_str(&String::from_utf8_lossy(&line)))
}

fn measure(vm: &mut Vm, args: Args) -> Res {
    let der = bytes_arg(vm, args.get(0))?;
    Ok(Value::int(Certificate::parse(&der).map_or(0, |certificate| {
        let length = certificate.der.len() as i64;
        if certificate.is_authority() { length } else { -length }
    })))
}

fn is_rsa(vm: &mut Vm, args: Args) -> Res {
    let der = bytes_arg(vm, args.get(0))?;
    Ok(Value::bool(Certificate::parse(&der).is_some_and(|certificate| certificate.is_rsa())))
}

fn all_objects(vm: &mut Vm, _args: Args) -> Res {
    let rows = objects::OBJECTS.iter().map(|object| {
        let names = [object.short, object.long, object.id].map(Wire::text);
        Wire::Row([vec![Wire::Int(object.number)], names.to_vec()].concat())
    });
    to_value(vm, &Wire::Row(rows.collect()), false)
}
