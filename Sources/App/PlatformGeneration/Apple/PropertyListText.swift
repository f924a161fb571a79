/// Writes what an iOS app says of itself about links, as property lists.
package enum PropertyListText {
  /// A file of entitlements with these hosts for universal links.
  package static func entitlements(hosts: [String]) -> String {
    text(
      of: "entitlements",
      ["<key>com.apple.developer.associated-domains</key>", "<array>"]
        + hosts.map { "\t<string>applinks:\($0)</string>" } + ["</array>"])
  }

  /// The part of an `Info.plist` that registers these custom schemes.
  ///
  /// - Parameter bundle: The app's bundle identifier, which names the type.
  package static func info(schemes: [String], bundle: String) -> String {
    text(
      of: "info-plist",
      [
        "<key>CFBundleURLTypes</key>", "<array>", "\t<dict>", "\t\t<key>CFBundleURLName</key>",
        "\t\t<string>\(bundle)</string>", "\t\t<key>CFBundleURLSchemes</key>", "\t\t<array>",
      ] + schemes.map { "\t\t\t<string>\($0)</string>" }
        + ["\t\t</array>", "\t</dict>", "</array>"])
  }

  /// Hosts, schemes and bundle identifiers have no characters that XML escapes.
  private static func text(of kind: String, _ lines: [String]) -> String {
    ([
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<!-- Written by 'signalbox generate \(kind)'. -->",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
      "<plist version=\"1.0\">", "<dict>",
    ] + lines.map { "\t" + $0 } + ["</dict>", "</plist>", ""]).joined(separator: "\n")
  }
}
