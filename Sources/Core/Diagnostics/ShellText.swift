/// A text as one word of a shell: quoted, unless it has only letters, digits and a few marks.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "_-./:=@%+,".utf8.contains(byte)
    }
  }
  return isPlain && !text.isEmpty ? text : singleQuoted(text)
}

/// Quotes a text with single quotes; within them, shells treat only the quote itself specially.
package func singleQuoted(_ text: String) -> String {
  var result = "'"
  for scalar in text.unicodeScalars {
    if scalar == "'" { result += #"'\''"# } else { result.unicodeScalars.append(scalar) }
  }
  return result + "'"
}
