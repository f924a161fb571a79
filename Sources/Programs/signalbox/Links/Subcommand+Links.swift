extension Subcommand {
  static let links = Subcommand(
    name: "links", operands: "SRC…", operandCount: 1...operandsMax,
    options: [.routes, .call, .list, .format, .json, .strict, .noStrict],
    formats: CheckFormat.words,
    summary: "find links in an app's source that open nothing",
    details: """
      Reads TypeScript, JavaScript, Vue, Swift, Kotlin, Dart, HTML and Markdown, and finds texts \
      that begin with a base of the app, and paths where a link is by its form: an attribute href, \
      an argument of navigate, a target in Markdown. Each is compared with the routes. A text with \
      values in it, such as /items/${id}, is an error only if it opens nothing whatever the values \
      are. The exit code is 1 if there are errors. docs/links.md lists the forms.
      """,
    examples: [
      Example("signalbox links src emails", "two folders"),
      Example("signalbox links --list --routes MyApp/Routes src", "every link"),
      Example("signalbox links --call openPage src", "with a function of the app"),
      Example("signalbox links --format github src", "annotations in CI"),
    ],
    run: runLinks)
}
