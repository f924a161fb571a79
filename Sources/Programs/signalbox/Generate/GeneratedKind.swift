import CodeGeneration
import Diagnostics

/// A file that `generate` writes.
enum GeneratedKind: String, CaseIterable {
  case aasa, entitlements
  case infoPlist = "info-plist"
  case assetlinks, manifest, swift, kotlin, typescript

  var needed: [Option] {
    switch self {
    case .aasa: [.team, .bundle]
    case .infoPlist: [.bundle]
    case .assetlinks: [.package, .fingerprint]
    case .entitlements, .manifest, .swift, .kotlin, .typescript: []
    }
  }

  /// The language of code; `nil` for a file of a platform.
  var language: AppCode.Language? { AppCode.Language(rawValue: rawValue) }

  /// The options that it takes and not every file.
  private var options: [Option] { needed + optional }

  private var optional: [Option] {
    switch self {
    case .aasa: [.host]
    case .assetlinks, .entitlements, .infoPlist: []
    case .manifest: [.activity]
    case .kotlin: [.package]
    case .swift: [.intents]
    case .typescript: []
    }
  }

  func check(_ arguments: Arguments) throws(Diagnostic) {
    let others = Self.allCases.flatMap(\.options).filter { !options.contains($0) }
    if let other = others.first(where: arguments.has) {
      let owners = Self.allCases.filter { $0.options.contains(other) }
      throw .ofOtherFile(
        other, kind: "generate \(rawValue)", owners: owners.map { "generate \($0.rawValue)" })
    }
    if let missing = needed.first(where: { !arguments.has($0) }) {
      throw .missingOption(missing, command: "generate \(rawValue)")
    }
    for case (let option, let value?) in arguments.found {
      guard let isValid = Self.checks[option], !isValid(value) else { continue }
      throw .badValue(value, of: option)
    }
  }

  /// Whether a value has the form of an identifier.
  private static let checks: [Option: @Sendable (String) -> Bool] = [
    .team: { $0.utf8.count == 10 && $0.utf8.allSatisfy { $0.isLetterOrDigit } },
    .bundle: { text in
      isDotted(text, partsMin: 1) { $0.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D } }
    },
    .host: { text in
      let name = text.utf8.starts(with: "*.".utf8) ? String(text.dropFirst(2)) : text
      return isDotted(name, partsMin: 1) {
        $0.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D }
      }
    },
    .package: { isDotted($0, partsMin: 2, isJavaName) },
    .activity: { text in
      isDotted(text.utf8.first == 0x2E ? String(text.dropFirst()) : text, partsMin: 1, isJavaName)
    },
    .fingerprint: { fingerprint($0) != nil },
  ]

  /// A fingerprint in upper case with colons; `nil` for another text than 32 pairs of hexadecimal
  /// digits, with or without colons.
  static func fingerprint(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let digits = Array(parts.joined())
    guard digits.count == 64, digits.allSatisfy({ $0.hexValue != nil }),
      parts.count == 1 || parts.count == 32,
      parts.count == 1 || parts.allSatisfy({ $0.count == 2 })
    else { return nil }
    let pairs = stride(from: 0, to: 64, by: 2).map { index in
      String(decoding: digits[index..<(index + 2)], as: UTF8.self).uppercased()
    }
    return pairs.joined(separator: ":")
  }
}

extension GeneratedKind {
  private static func isDotted(
    _ text: String, partsMin: Int, _ isPart: (Substring.UTF8View) -> Bool
  ) -> Bool {
    guard text.utf8.count <= identifierBytesMax else { return false }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(\.utf8)
    return parts.count >= partsMin && parts.allSatisfy { !$0.isEmpty && isPart($0) }
  }

  private static func isJavaName(_ name: Substring.UTF8View) -> Bool {
    name.allSatisfy { $0.isLetterOrDigit || $0 == 0x5F || $0 == 0x24 }
      && !(name.first.map { $0.isDigit } ?? true)
  }

  /// The bytes of the longest host name; longer identifiers are not usual.
  private static let identifierBytesMax = 253
}
