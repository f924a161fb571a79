extension Option {
  static let appleCDN = Option(
    name: "apple-cdn", summary: "also fetch the copy that Apple's servers pass to devices")
  static let connect = Option(
    name: "connect", value: "HOST:PORT",
    summary: "connect to this server instead, such as that of a staging system")
  static let authorities = Option(
    name: "ca", value: "FILE",
    summary: "the certificates to trust instead of the system's, in PEM")
}

extension Subcommand {
  static let hosted = Subcommand(
    name: "hosted", operands: "HOST…", operandCount: 1...operandsMax,
    options: [
      .aasa, .assetLinks, .appleCDN, .connect, .authorities, .format, .json, .strict, .noStrict,
    ],
    formats: CheckFormat.words,
    summary: "check the association files that a website serves",
    details: """
      Fetches apple-app-site-association and assetlinks.json of a website as the systems do: over \
      HTTPS, without following redirects. Reports what the systems would not accept. With --aasa \
      and --assetlinks, the files of the repository, also reports what the served ones treat \
      differently: the apps, and links that open an app by one file and the browser by the other. \
      The exit code is 1 if there are errors, and 2 if a file of the repository cannot be read.
      """,
    examples: [
      Example("signalbox hosted shop.example", "both files"),
      Example(
        "signalbox hosted shop.example --aasa apple-app-site-association --apple-cdn",
        "compared with the file of the repository, and Apple's copy too"),
      Example(
        "signalbox hosted shop.example --connect staging.example:443 --ca staging.pem",
        "a staging server"),
    ],
    run: runHosted)
}
