// Reads links, one per line, matches their paths with matchit, and prints a JSON object for each: the least
// that 'signalbox resolve - --json' does, as a comparison on one core. docs/bench.md says how it is built.
// usage: lines ROUTES BASE < LINKS
use std::io::{self, BufRead, Write};

/// Appends a text in quotation marks, with escapes if it needs any.
fn quote(text: &str, output: &mut Vec<u8>) {
    output.push(b'"');
    let is_special = |byte: u8| byte < 0x20 || byte >= 0x7F || byte == b'"' || byte == b'\\';
    if text.bytes().fold(false, |any, byte| any | is_special(byte)) {
        for character in text.chars() {
            match character {
                '"' | '\\' => write!(output, "\\{character}").unwrap(),
                '\0'..='\x1F' => write!(output, "\\u{:04x}", character as u32).unwrap(),
                _ => write!(output, "{character}").unwrap(),
            }
        }
    } else {
        output.extend_from_slice(text.as_bytes());
    }
    output.push(b'"');
}

/// `/movies/:id` as matchit writes it.
fn converted(pattern: &str) -> String {
    let segments = pattern.split('/').map(|segment| match segment.strip_prefix(':') {
        Some(name) => format!("{{{name}}}"),
        None => segment.to_string(),
    });
    segments.collect::<Vec<_>>().join("/")
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let base = arguments[2].as_str();
    let mut router = matchit::Router::new();
    for pattern in std::fs::read_to_string(&arguments[1])?.lines() {
        router.insert(converted(pattern), pattern.to_string()).unwrap();
    }
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut stdout = io::stdout().lock();
    let (mut line, mut output) = (Vec::new(), Vec::with_capacity(1 << 17));
    while input.read_until(b'\n', &mut line)? > 0 {
        let end = line.len() - (line.last() == Some(&b'\n')) as usize;
        let link = String::from_utf8_lossy(&line[..end]);
        output.extend_from_slice(b"{\"link\":");
        quote(&link, &mut output);
        let path = link.strip_prefix(base).map(|rest| rest.split(['?', '#']).next().unwrap());
        match path.and_then(|path| router.at(path).ok()) {
            Some(found) => {
                output.extend_from_slice(b",\"route\":");
                quote(found.value, &mut output);
                output.extend_from_slice(b",\"params\":{");
                for (index, (name, value)) in found.params.iter().enumerate() {
                    if index > 0 {
                        output.push(b',');
                    }
                    quote(name, &mut output);
                    output.push(b':');
                    quote(value, &mut output);
                }
                output.extend_from_slice(b"}}\n");
            }
            None => output.extend_from_slice(b",\"error\":\"not-found\"}\n"),
        }
        if output.len() >= 1 << 16 {
            stdout.write_all(&output)?;
            output.clear();
        }
        line.clear();
    }
    stdout.write_all(&output)
}
