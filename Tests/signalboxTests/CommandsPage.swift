import Diagnostics
@testable import signalbox

/// The page docs/commands.md, in Markdown.
enum CommandsPage: Manual {
  static var text: String {
    var page = """
      # Commands

      **Which commands does `signalbox` have, and what does each take?** `signalbox help COMMAND`
      prints the same. The commands of the prompt are in [repl.md](repl.md).

      <!-- Written by TableTests: change the table of commands, not this. -->


      """
    for subcommand in Subcommand.shown {
      let name = subcommand.name
      page += "- [`\(name)`](#signalbox-\(name)): \(escaped(subcommand.summary))\n"
    }
    return page + commands + appendix
  }

  static func section(_ title: String) -> String { "\n## \(title)\n\n" }

  static func entry(_ term: String, _ text: String) -> String {
    lines("- `\(term)`: \(escaped(text))").joined(separator: "\n  ") + "\n"
  }

  static func command(_ subcommand: Subcommand, options: String) -> String {
    let examples = subcommand.examples.map { "\($0.line)  # \($0.meaning)\n" }.joined()
    let text = escaped(sentence(subcommand.summary) + " " + subcommand.details)
    return """
      ### signalbox \(subcommand.name)

      \(lines(text).joined(separator: "\n"))

      ```
      signalbox \(subcommand.invocation)\(options.isEmpty ? "" : " [OPTION…]")
      ```

      \(options)\(options.isEmpty ? "" : "\n")```sh
      \(examples)```


      """
  }

  private static func lines(_ text: String) -> [String] { wrapped(text, columns: 118) }

  /// Text as Markdown shows it, with a link to each page that it names as `docs/NAME.md`.
  private static func escaped(_ text: String) -> String {
    let words = text.replacing("*", with: "\\*").split(
      separator: "docs/", omittingEmptySubsequences: false)
    return words.dropFirst().reduce(String(words[0])) { text, rest in
      let page = rest.prefix { !".# )".contains($0) } + ".md"
      return text + "[\(page)](\(page))" + rest.dropFirst(page.count)
    }
  }
}
