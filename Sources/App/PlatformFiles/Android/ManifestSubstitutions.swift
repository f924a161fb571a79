package import Diagnostics

/// The values of texts that a manifest only names.
package struct ManifestSubstitutions: Sendable {
  /// The values of string resources, in UTF-8: of `@string/host` by `host`.
  package var strings: [TextBytes: [UInt8]]
  /// The values of Gradle's placeholders, in UTF-8: of `${host}` by `host`.
  package var placeholders: [TextBytes: [UInt8]]

  package init(
    strings: [TextBytes: [UInt8]] = [:], placeholders: [TextBytes: [UInt8]] = [:]
  ) {
    self.strings = strings
    self.placeholders = placeholders
  }

  /// The names of the resource or the placeholders in the text of an attribute.
  package static func names(in text: [UInt8]) -> [String] { AttributeText.names(in: text) }

  /// The names of the resources and placeholders that a manifest asks for, each once.
  package static func names(in bytes: [UInt8], file: String) -> [String] {
    var names: [String] = []
    var rest = XMLReader.read(bytes, file: file).root.map { [$0] } ?? []
    while let element = rest.popLast() {
      names += element.attributes.flatMap { AttributeText.names(in: $0.value) }
      rest += element.children
    }
    var seen: Set<TextBytes> = []
    return names.filter { seen.insert(TextBytes($0)).inserted }
  }

  /// The values that one name can have: as a resource and as a placeholder.
  package mutating func set(_ name: String, to value: String) {
    strings[TextBytes(name)] = Array(value.utf8)
    placeholders[TextBytes(name)] = Array(value.utf8)
  }

  /// Adds the strings of a file of resources, such as `res/values/strings.xml`.
  package mutating func add(resources bytes: [UInt8], file: String) {
    guard let root = XMLReader.read(bytes, file: file).root, root.isNamed("resources") else {
      return
    }
    for element in root.children(named: "string") {
      guard let name = element.attribute("name", in: .none)?.value else { continue }
      let text = AttributeText(Array(trimmed(element.text)), ManifestSubstitutions())
      strings[TextBytes(String(decoding: name, as: UTF8.self))] = text.bytes
    }
  }
}
