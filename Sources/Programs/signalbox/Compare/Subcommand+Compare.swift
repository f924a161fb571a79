extension Subcommand {
  static let compare = Subcommand(
    name: "compare", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes] + Option.platformFiles + [.from, .fix, .format, .json, .strict, .noStrict],
    formats: CheckFormat.words,
    summary: "compare the routes with what Apple's and Android's files claim",
    details: """
      Reads apple-app-site-association, AndroidManifest.xml and assetlinks.json, and compares the \
      links that open the app with those that the routes match, in both directions: links that \
      open the app and show nothing, routes whose links open the browser or only one platform's \
      app, rules that decide about no link. All links are compared, not samples, and each finding \
      has an example link. If an app has several websites, --host names those whose files are \
      given, and web links of the others are left out. A route refuses the platforms' links if it \
      opens none from their source, which --from names. --fix prints a patch instead, of edits \
      that were checked by comparing the edited files, and on standard error what it does not fix. \
      The exit code is 1 if there are errors, and 2 if a file cannot be read. docs/compare.md \
      explains the findings and how to get the files.
      """,
    examples: [
      Example(
        "signalbox compare --aasa apple-app-site-association --manifest AndroidManifest.xml",
        "both platforms"),
      Example("signalbox compare --strict --aasa aasa.json MyApp/Routes", "fail on warnings too"),
      Example(
        "signalbox compare --host shop.example --host '*.shop.example' --aasa aasa.json",
        "the file of one website"),
      Example(
        "signalbox compare --fix --aasa aasa.json MyApp/Routes | git apply", "fix the file"),
      Example(
        "signalbox compare --format sarif --manifest AndroidManifest.xml > findings.sarif",
        "for code scanning"),
    ],
    run: runCompare)
}
