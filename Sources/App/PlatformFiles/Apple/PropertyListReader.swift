import Diagnostics
import FileAccess

/// Reads an XML property list, and collects what is wrong with it.
struct PropertyListReader {
  /// The `<dict>` that the list is; `nil` if it could not be read.
  let root: XMLElement?
  var findings: [Diagnostic] = []
  /// Whether a text was left out that depends on the build.
  private(set) var hasVariables = false

  init(path: String) {
    do throws(FileError) {
      let bytes = try readFile(path, bytesMax: XMLLimits.fileBytesMax, allowsPipes: true)
      self.init(bytes, file: path)
    } catch {
      self.init(root: nil, findings: [error.diagnostic])
    }
  }

  private init(root: XMLElement?, findings: [Diagnostic]) {
    (self.root, self.findings) = (root, findings)
  }

  private init(_ bytes: [UInt8], file: String) {
    let start = SourcePosition(file: file, line: 1, column: 1)
    guard !bytes.starts(with: "bplist".utf8) else {
      self.init(root: nil, findings: [.binaryPropertyList(file, at: start)])
      return
    }
    let (list, fault) = XMLReader.read(bytes, file: file, allowsDocumentType: true)
    let root = list.flatMap { list in
      list.isNamed("plist") ? list.children.first { $0.isNamed("dict") } : nil
    }
    let missing: [Diagnostic] = root == nil ? [.noPropertyList(at: start)] : []
    self.init(root: fault == nil ? root : nil, findings: fault.map { [$0] } ?? missing)
  }

  /// The value of a key of a dictionary; `nil` if it has none.
  func value(of key: String, in dictionary: XMLElement) -> XMLElement? {
    let children = dictionary.children
    return zip(children, children.dropFirst()).first { name, _ in
      name.isNamed("key") && name.text.elementsEqual(key.utf8)
    }?.1
  }

  mutating func items(in value: XMLElement, of key: String) -> [XMLElement] {
    guard value.isNamed("array") else {
      findings.append(.wrongPropertyType(of: key, expected: "an array", at: value.position))
      return []
    }
    return value.children
  }

  /// The texts of an array; those with a variable of the build, `$(NAME)`, are reported and left
  /// out.
  mutating func texts(
    in value: XMLElement, of key: String
  ) -> [(text: [UInt8], position: SourcePosition)] {
    var texts: [(text: [UInt8], position: SourcePosition)] = []
    for item in items(in: value, of: key) {
      guard item.isNamed("string") else {
        findings.append(.wrongPropertyType(of: key, expected: "strings", at: item.position))
        continue
      }
      if item.text.contains(UInt8(ascii: "$")) {
        findings.append(.buildVariable(item.text, of: key, at: item.position))
        hasVariables = true
      } else {
        texts.append((item.text, item.position))
      }
    }
    return texts
  }
}

extension Diagnostic {
  static func binaryPropertyList(_ file: String, at position: SourcePosition) -> Self {
    Diagnostic(
      .platformPropertyList, "the file is a binary property list",
      advice: "Convert a copy of it: plutil -convert xml1 -o app.plist \(singleQuoted(file)).",
      at: position)
  }

  static func noPropertyList(at position: SourcePosition) -> Self {
    Diagnostic(
      .platformPropertyList, "the file is not a property list with a <dict>",
      advice: "Give the app's Info.plist, or its file of entitlements.", at: position)
  }

  static func wrongPropertyType(
    of key: String, expected: String, at position: SourcePosition
  ) -> Self {
    Diagnostic(
      .platformPropertyList, "\(key) takes \(expected)", advice: "Write it as Xcode does.",
      at: position)
  }

  static func badListValue(
    _ text: [UInt8], of key: String, expected: String, at position: SourcePosition
  ) -> Self {
    Diagnostic(
      .platformPropertyList, "\(key) does not take \(quoted(text))",
      advice: "Write it as \(expected).", at: position)
  }

  static func buildVariable(
    _ text: [UInt8], of key: String, at position: SourcePosition
  ) -> Self {
    Diagnostic(
      .platformPropertyList,
      "\(quoted(text)) of \(key) depends on the build and is left out",
      advice: "Give the file of a built app: its entitlements by codesign -d --entitlements - "
        + "--xml App.app, or its Info.plist.", severity: .note, at: position)
  }

  static func lacksKey(
    _ key: String, holding what: String, at position: SourcePosition
  ) -> Self {
    Diagnostic(
      .platformPropertyList, "the file has no \(key), so it names \(what)",
      advice: "Add the capability Associated Domains in Xcode.", severity: .warning,
      at: position)
  }
}

private func quoted(_ text: [UInt8]) -> String { inQuotes(String(decoding: text, as: UTF8.self)) }
