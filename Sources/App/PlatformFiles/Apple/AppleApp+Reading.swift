package import Diagnostics
package import PlatformLinks

/// Reads what an iOS app says of itself about links.
extension AppleApp {
  /// Reads the entitlements of the app: the hosts of `com.apple.developer.associated-domains` with
  /// the service `applinks` (developer.apple.com, Associated Domains Entitlement).
  ///
  /// - Returns: What is wrong with the file; empty if all of it was understood.
  package mutating func readEntitlements(path: String) -> [Diagnostic] {
    var reader = PropertyListReader(path: path)
    guard let root = reader.root else { return reader.findings }
    let key = "com.apple.developer.associated-domains"
    guard let value = reader.value(of: key, in: root) else {
      domains = ([], root.position)
      return reader.findings + [.lacksKey(key, holding: "no host", at: root.position)]
    }
    var list: [Domain] = []
    for (text, position) in reader.texts(in: value, of: key) {
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
        reader.findings.append(
          .badListValue(text, of: key, expected: "'applinks:shop.example'", at: position))
        continue
      }
      guard text[..<colon].elementsEqual("applinks".utf8) else { continue }
      let parts = text[(colon + 1)...].split(
        separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
      let host = String(decoding: parts.first ?? [], as: UTF8.self)
      // A port is not compared: Apple's server asks for the file without one.
      let name = host.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
      guard !name.isEmpty, !host.utf8.contains(UInt8(ascii: "/")) else {
        reader.findings.append(
          .badListValue(text, of: key, expected: "'applinks:shop.example'", at: position))
        continue
      }
      let query = parts.dropFirst().first
      guard query.map({ $0.starts(with: "mode=".utf8) }) ?? true else {
        reader.findings.append(
          .badListValue(
            text, of: key, expected: "'applinks:shop.example?mode=developer'", at: position))
        continue
      }
      let mode = query.map { Array($0.dropFirst("mode=".utf8.count)) }
      list.append(
        Domain(host: AssociatedHost(String(name)), mode: mode, position: position))
    }
    domains = (list, value.position)
    lacksDomains = reader.hasVariables
    return reader.findings
  }

  /// Reads the `Info.plist` of the app: the schemes of `CFBundleURLTypes` (developer.apple.com,
  /// Defining a custom URL scheme for your app).
  ///
  /// - Returns: What is wrong with the file; empty if all of it was understood.
  package mutating func readInfo(path: String) -> [Diagnostic] {
    var reader = PropertyListReader(path: path)
    guard let root = reader.root else { return reader.findings }
    guard let types = reader.value(of: "CFBundleURLTypes", in: root) else {
      schemes = ([], root.position)
      return reader.findings
    }
    var list: [Scheme] = []
    for type in reader.items(in: types, of: "CFBundleURLTypes") {
      guard let value = reader.value(of: "CFBundleURLSchemes", in: type) else { continue }
      for (text, position) in reader.texts(in: value, of: "CFBundleURLSchemes") {
        list.append(Scheme(text, position: position))
      }
    }
    schemes = (list, types.position)
    lacksSchemes = reader.hasVariables
    return reader.findings
  }
}
