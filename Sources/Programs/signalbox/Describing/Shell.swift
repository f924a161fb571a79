/// The shells that completions are made for.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The completion as a file of that shell, made from the tables of commands and options.
  var completion: String {
    switch self {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }
}

/// A text between single quotes: none of the shells looks into those, but for the quote itself.
func singleQuoted(_ text: String) -> String {
  "'" + text.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
}

/// The forms in which an option may be typed.
func forms(_ option: Option) -> [String] {
  (option.letter.map { ["-\($0)"] } ?? []) + ["--" + option.name]
}
