import ProgramSupport

/// A syntax in which the tables of the command line become a page: the man page and, in
/// the tests, docs/commands.md.
protocol Manual {
  /// The beginning of a section.
  static func section(_ title: String) -> String
  /// Something that can be typed or set, and what it means: sentences.
  static func entry(_ term: String, _ text: String) -> String
  /// A subcommand, followed by the entries of its own options, and its examples.
  static func command(_ subcommand: Subcommand, options: String) -> String
}

extension Manual {
  /// Every subcommand that help shows.
  static var commands: String {
    section("Commands")
      + Subcommand.shown.map { command($0, options: $0.options.map(entry).joined()) }.joined()
  }

  /// What concerns all subcommands.
  static var appendix: String {
    var page = section("Options of every command") + Option.common.map(entry).joined()
    page += section("Exit status")
    for (status, meaning) in ExitStatus.table {
      page += entry(String(status.rawValue), sentence(meaning))
    }
    page += section("Environment")
    for (name, meaning) in environmentTable { page += entry(name, sentence(meaning)) }
    page += section("Files")
    for (place, meaning) in RoutesSearch.places { page += entry(place, sentence(meaning)) }
    return page
  }

  private static func entry(_ option: Option) -> String {
    entry(String(option.usage.drop { $0 == " " }), sentence(option.summary))
  }
}
