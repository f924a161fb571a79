/// Quotes a text with single quotes; within them, shells treat only the quote itself specially.
package func singleQuoted(_ text: String) -> String {
  var result = "'"
  for scalar in text.unicodeScalars {
    if scalar == "'" { result += #"'\''"# } else { result.unicodeScalars.append(scalar) }
  }
  return result + "'"
}
