//! The kinds of characters of XML 1.0, with the names of its fourth edition, which expat knows.

/// White space.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether a document may have the character.
pub fn is_xml_char(c: char) -> bool {
    !matches!(c, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}')
}

/// Whether a name may begin with it.
pub fn is_name_start(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '_' | ':' => true,
        '\0'..='\x7F' | '\u{D7}' | '\u{F7}' => false,
        '\u{80}'..='\u{BF}' => false,
        '\u{300}'..='\u{36F}' | '\u{37E}' => false,
        '\u{2000}'..='\u{200B}' | '\u{200E}'..='\u{206F}' | '\u{2190}'..='\u{2BFF}' | '\u{3000}' => false,
        '\u{E000}'..='\u{F8FF}' => false,
        '\u{FDD0}'..='\u{FDEF}' | '\u{FFFE}' | '\u{FFFF}' => false,
        '\u{10000}'.. => false,
        c => c.is_alphabetic(),
    }
}

/// Whether it may stand inside of a name.
pub fn is_name_char(c: char) -> bool {
    match c {
        '0'..='9' | '-' | '.' | '\u{B7}' => true,
        c if is_name_start(c) => true,
        '\0'..='\x7F' | '\u{10000}'.. => false,
        '\u{300}'..='\u{345}' | '\u{360}' | '\u{361}' | '\u{387}' | '\u{640}' => true,
        c => !c.is_whitespace() && c.is_alphanumeric() && !is_name_start(c),
    }
}
