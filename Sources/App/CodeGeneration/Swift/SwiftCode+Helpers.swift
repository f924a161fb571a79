extension SwiftCode {
  /// Keywords, and members of the cases' type.
  static let reserved: Set<String> = [
    "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "none", "open", "operator", "private", "precedencegroup", "protocol", "public",
    "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "yield",
    "allCases", "bases", "caseDisplayRepresentations", "definition", "hash", "hashValue", "link",
    "path", "preconditionFailure", "text", "texts", "typeDisplayRepresentation",
  ]

  /// The types that the code uses: a nested type of the same name would hide them.
  static let reservedTypes: Set<String> = [
    "Any", "AppDefinition", "AppEnum", "AppIntent", "AppRoute", "Base", "Bool", "CaseIterable",
    "CustomStringConvertible", "DateComponents", "Day", "DisplayRepresentation", "Double", "Gate",
    "Hashable", "Int", "IntentParameter", "IntentResult", "LinkText", "LinkValues",
    "LocalizedStringResource", "NoLink", "OpenURLIntent", "OpensIntent", "PluginDraft", "Protocol",
    "Self", "Sendable", "String", "Type", "TypeDisplayRepresentation", "UInt", "URL",
    "URLRepresentableIntent", "URLRepresentation", "ValueExpression",
  ]

  /// What every file has: the values and texts of links.
  static let helpers = #"""
    extension AppRoute {
      /// A day of the calendar.
      public struct Day: CustomStringConvertible, Hashable, Sendable {
        public let year, month, day: Int

        /// - Returns: `nil` for a day that is in no calendar, or of a year beyond 9999.
        public init?(year: Int, month: Int, day: Int) {
          let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
          let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
          guard (0...9999).contains(year), (1...12).contains(month),
            (1...days[month - 1]).contains(day)
          else { return nil }
          (self.year, self.month, self.day) = (year, month, day)
        }

        /// `2024-02-29`
        public var description: String {
          [(year, 4), (month, 2), (day, 2)].map { number, count in
            let digits = String(number)
            return String(repeating: "0", count: count - digits.count) + digits
          }.joined(separator: "-")
        }
      }
    }

    /// Writes the parts of links; `nil` is for a value without a link.
    private enum LinkText {
      static func path(_ pieces: [String?], _ items: [String?] = []) -> String? {
        let (path, query) = (pieces.compactMap(\.self), items.compactMap(\.self))
        guard path.count == pieces.count, query.count == items.count else { return nil }
        let text = path.joined()
        // Such segments are removed from links.
        let isRemoved = text.split(separator: "/").contains { $0 == "." || $0 == ".." }
        let items = query.joined().dropFirst()
        return isRemoved ? nil : text + (items.isEmpty ? "" : "?" + items)
      }

      static func segment(_ text: String?) -> String? {
        guard let text, !text.isEmpty, isWritable(text) else { return nil }
        return encoded(text, plain: "-._~!$&'()*+,;=")
      }

      /// A text with the slashes that separate two parts.
      static func rest(_ text: String?) -> String? {
        guard let text, !text.isEmpty, isWritable(text) else { return nil }
        let bytes = Array(text.utf8)
        let slash = UInt8(ascii: "/")
        var result = ""
        for (index, byte) in bytes.enumerated() {
          let isInside = index > 0 && index < bytes.count - 1
          if byte == slash, isInside, bytes[index - 1] != slash, bytes[index + 1] != slash {
            result += "/"
          } else {
            result += encoded(CollectionOfOne(byte), plain: "-._~!$&'()*+,;=")
          }
        }
        return result
      }

      static func item(_ name: String, _ text: String?) -> String? {
        guard let text, isWritable(text) else { return nil }
        return "&\(name)=" + encoded(text, plain: "-._~!$'()*,;:@/?")
      }

      /// Whether a link can contain the text: control characters are refused even with escapes.
      private static func isWritable(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }

      static func number(_ value: Double) -> String? { value.isFinite ? String(value) : nil }

      static func slug(_ text: String) -> String? {
        let fits = text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F }
        return fits && !text.isEmpty ? text : nil
      }

      static func uuid(_ text: String) -> String? {
        let parts = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        let isUUID = parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(isHex)
        return isUUID ? text : nil
      }

      private static func encoded(_ text: String, plain: String) -> String {
        encoded(text.utf8, plain: plain)
      }

      private static func encoded(_ bytes: some Sequence<UInt8>, plain: String) -> String {
        var result = ""
        for byte in bytes {
          if isLetterOrDigit(byte) || plain.utf8.contains(byte) {
            result.unicodeScalars.append(Unicode.Scalar(byte))
          } else {
            result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
          }
        }
        return result
      }

      private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
      }

      private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      }
    }

    """#

  /// What a file has too: how the library reads paths.
  static let reading = #"""
    extension LinkText {
      /// A piece of a pattern: a text, or a value. A link is read with the longest value that fits,
      /// or the shortest; `nil` is for either.
      enum Piece {
        case text(String)
        case value(Int?, crosses: Bool, isLongest: Bool?, fits: (String) -> Bool)
      }

      /// A path with its query; `nil` if a link with it is read as other values.
      static func read(
        _ path: String?, as values: [String?], _ readings: [[Piece]], isCaseSensitive: Bool
      ) -> String? {
        func compared(_ text: String) -> String { isCaseSensitive ? text : text.lowercased() }
        guard let path else { return nil }
        let (text, wanted) = (compared(path).prefix { $0 != "?" }, values.map { $0.map(compared) })
        let isSame = [false, true].allSatisfy { isLongest in
          let found = readings.lazy.compactMap { reading(of: text, $0[...], isLongest) }.first
          guard let found else { return false }
          return wanted.indices.allSatisfy { found[$0] == wanted[$0] }
        }
        return isSame ? path : nil
      }

      /// The values of a path by index; `nil` if it does not match the pieces.
      private static func reading(
        of text: Substring, _ pieces: ArraySlice<Piece>, _ isLongest: Bool
      ) -> [Int: String]? {
        guard let piece = pieces.first else { return text.isEmpty ? [:] : nil }
        switch piece {
        case .text(let start):
          guard text.hasPrefix(start) else { return nil }
          return reading(of: text.dropFirst(start.count), pieces.dropFirst(), isLongest)
        case .value(let index, let crosses, let order, let fits):
          let all = crosses ? text : text.prefix { $0 != "/" }
          let counts = Array((order == false ? 1 : 0)..<(all.count + 1))
          for count in (order ?? isLongest) ? counts.reversed() : counts {
            let (value, rest) = (String(all.prefix(count)), text.dropFirst(count))
            guard endsCharacter(value, rest), fits(value),
              var found = reading(of: rest, pieces.dropFirst(), isLongest)
            else { continue }
            if let index { found[index] = value }
            return found
          }
          return nil
        }
      }

      static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
      }

      /// Whether a place in a path is not within the escapes of one character.
      private static func endsCharacter(_ text: String, _ rest: Substring) -> Bool {
        let isContinued = rest.first == "%" && "89ABab".contains(rest.dropFirst().first ?? " ")
        return !text.suffix(2).contains("%") && !isContinued
      }
    }

    """#
}
