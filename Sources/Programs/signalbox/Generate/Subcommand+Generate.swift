extension Subcommand {
  static let generate = Subcommand(
    name: "generate", operands: "KIND [ROUTES…]",
    routeOperands: .afterFirst, operandCount: 1...1,
    options: [
      .routes, .team, .bundle, .host, .package, .fingerprint, .activity, .intents, .output,
    ],
    summary: "write the routes as a file for Apple's systems or Android, or as code",
    details: """
      Writes a website's apple-app-site-association (aasa) or assetlinks.json (assetlinks), an \
      AndroidManifest.xml (manifest), or the entitlements and the part of the Info.plist of an iOS \
      app (entitlements, info-plist), so that the app opens for the links of its routes and for \
      no others. Links of routes that belong in the browser or are refused are left out. What the \
      format cannot say is listed on standard error. A website's file is that of one host: by \
      default of the first in the route files. Or writes code that builds the links of the routes \
      with typed values: swift, kotlin or typescript (docs/generate.md). With --intents, the Swift \
      code has an App Intent for each route that has an 'intent', for Siri and Shortcuts.
      """,
    examples: [
      Example(
        "signalbox generate aasa --team ABCDE12345 --bundle my.app --routes MyApp/Routes",
        "for Apple's systems, to serve below /.well-known"),
      Example(
        "signalbox generate aasa --team ABCDE12345 --bundle example.cinema --host music.example",
        "the file of another host"),
      Example(
        "signalbox generate entitlements -o App.entitlements",
        "the hosts that the iOS app may have links of"),
      Example(
        "signalbox generate manifest --activity .LinkActivity -o AndroidManifest.xml",
        "the intent filters, to a file"),
      Example(
        "signalbox generate assetlinks --package example.cinema --fingerprint $SHA256",
        "for Android; 'keytool -list' prints the fingerprint"),
      Example("signalbox generate swift -o AppRoute.swift", "the routes as an enum in Swift"),
      Example(
        "signalbox generate swift --intents -o AppRoute.swift",
        "with an App Intent for each route that has an 'intent'"),
      Example(
        "signalbox generate kotlin --package example.cinema", "as a sealed class in Kotlin"),
    ],
    completion: .words(GeneratedKind.words), run: runGenerate)
}

extension Option {
  static let team = Option(
    name: "team", value: "ID", summary: "the team of the app at Apple: ten letters and digits")
  static let bundle = Option(
    name: "bundle", value: "ID", summary: "the bundle identifier of the app at Apple")
  static let fingerprint = Option(
    name: "fingerprint", value: "SHA256",
    summary: "the fingerprint of a signing certificate; may be given several times")
  static let activity = Option(
    name: "activity", value: "NAME",
    summary: "the activity that opens links; .MainActivity by default")
  static let intents = Option(
    name: "intents", summary: "add App Intents for the routes that have an 'intent'")
}
