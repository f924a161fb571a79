extension SwiftCode {
  /// Keywords, and members of the cases' type.
  static let reserved: Set<String> = [
    "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "none", "open", "operator", "private", "precedencegroup", "protocol", "public",
    "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "yield",
    "allCases", "bases", "hash", "hashValue", "link", "path", "text", "texts",
  ]

  /// The types that the code uses.
  static let reservedTypes: Set<String> = [
    "Any", "Base", "Bool", "CaseIterable", "CustomStringConvertible", "Day", "Double", "Hashable",
    "Int", "Protocol", "Self", "Sendable", "String", "Type", "UInt",
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
}
