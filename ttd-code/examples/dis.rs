//! Prints the listing of a file: `cargo run -p ttd-code --example dis -- FILE [library]`.

use ttd_code::{Mode, Options, compile, decode_source, disassemble};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which file?")?;
    let source = decode_source(&std::fs::read(&path)?)?;
    let opts = Options { counted: args.next().is_none(), ..Options::default() };
    let code = compile(&source, &path, Mode::Exec, opts)?;
    std::io::Write::write_all(&mut std::io::stdout(), disassemble(&code).as_bytes())?;
    Ok(())
}
