package import Diagnostics

package struct XMLElement {
  /// The name without its prefix.
  package let name: [UInt8]
  /// The namespace; Android's elements have none.
  package let namespace: XMLNamespace
  /// The attributes in file order, without declarations of namespaces.
  package let attributes: [XMLAttribute]
  /// The elements in it, in file order.
  package var children: [XMLElement] = []
  /// The text in it, apart from that of its children, in UTF-8.
  package internal(set) var text: [UInt8] = []
  /// The start of its tag.
  package let position: SourcePosition

  package func isNamed(_ name: String) -> Bool {
    namespace == .none && self.name.elementsEqual(name.utf8)
  }

  package func children(named name: String) -> [XMLElement] { children.filter { $0.isNamed(name) } }

  /// An attribute by its name without the prefix.
  package func attribute(_ name: String, in namespace: XMLNamespace = .android) -> XMLAttribute? {
    attributes.first { $0.namespace == namespace && $0.name.elementsEqual(name.utf8) }
  }
}

package struct XMLAttribute {
  /// The name without its prefix.
  package let name: [UInt8]
  package let namespace: XMLNamespace
  /// The value in UTF-8, after XML's entities and normalization of blanks.
  package let value: [UInt8]
  /// The start of its name.
  package let position: SourcePosition
}

/// The namespaces that matter in a manifest.
package enum XMLNamespace: Hashable {
  case none
  case android
  /// Instructions to the manifest merger.
  case tools
  case other

  init(uri: Substring) {
    self =
      switch uri {
      case "http://schemas.android.com/apk/res/android": .android
      case "http://schemas.android.com/tools": .tools
      default: .other
      }
  }
}
