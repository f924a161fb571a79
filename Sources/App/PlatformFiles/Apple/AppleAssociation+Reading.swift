public import Diagnostics
import FileAccess
import JSONCodec
public import PlatformLinks

extension AppleAssociation {
  /// Reads a file `apple-app-site-association`.
  /// - Returns: `nil` if it cannot be read or is not JSON, with the faults in file order.
  public static func read(
    path: String
  ) -> (association: AppleAssociation?, faults: [Diagnostic]) {
    do throws(FileError) {
      return parse(
        try readFile(path, bytesMax: AssociationLimits.bytesMax, allowsPipes: true), file: path)
    } catch {
      return (nil, [error.diagnostic])
    }
  }

  /// Parses the text of a file `apple-app-site-association` and resolves defaults and variables.
  /// - Parameter file: The name of the file in positions.
  /// - Returns: `nil` if it is not JSON or the system ignores it as a whole, with the faults in the
  ///   order of the file.
  public static func parse(
    _ bytes: [UInt8], file: String
  ) -> (association: AppleAssociation?, faults: [Diagnostic]) {
    let start = SourcePosition(file: file, line: 1, column: 1)
    // A signed file is a DER sequence; JSON cannot start with its tag.
    guard bytes.first != 0x30 else { return (nil, [.signed(at: start)]) }
    var faults = BoundedDiagnostics.ofAssociation
    if (AssociationLimits.appleBytesMax + 1...AssociationLimits.bytesMax).contains(bytes.count) {
      faults.append(.tooLarge(bytes: bytes.count, at: start))
    }
    guard let json = associationJSON(bytes, file: file, to: &faults) else {
      return (nil, faults.inOrder)
    }
    var reader = AssociationReader(faults: faults)
    let association = reader.association(json)
    return (association, reader.faults.inOrder)
  }
}

struct AssociationReader {
  var faults: BoundedDiagnostics
  /// The file's own variables and the built-in ones.
  var variables = Glob.Variables()
  /// The names of the file's own variables.
  var ownVariables: [String] = []

  static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]

  /// Reads the file; `nil` if the system ignores it as a whole.
  mutating func association(_ json: LocatedJSON) -> AppleAssociation? {
    guard let root = json.members else {
      faults.append(
        .wrongType(
          key: "the file", expected: .object, found: json.kind, isError: true, at: json.position))
      return nil
    }
    root.reportUnknownKeys(Self.services, of: "the file", to: &faults)
    guard root["applinks"] != nil else {
      let services = Self.services.filter { root[$0] != nil }
      faults.append(
        services.isEmpty
          ? .missingKey("applinks", owner: "the file", isError: false, at: root.position)
          : .noLinks(services: services, at: root.position))
      return AppleAssociation(details: [])
    }
    let links = root.value("applinks", .object, isError: true, to: &faults, \.members)
    guard let links else { return nil }
    return AppleAssociation(details: details(of: links))
  }

  private mutating func details(of links: LocatedObject) -> [AppleAssociation.Detail] {
    links.reportUnknownKeys(
      ["apps", "details", "defaults", "substitutionVariables"], of: "'applinks'", to: &faults)
    readVariables(links)
    let defaults = defaults(of: links)
    guard let details = links["details"] else {
      faults.append(
        .missingKey("details", owner: "'applinks'", isError: false, at: links.position))
      return []
    }
    // The oldest form has an object with the app ids as keys.
    if let members = details.members {
      return members.members.compactMap { member in
        guard let entry = entry(member.value, key: member.key) else { return nil }
        return AppleAssociation.Detail(
          apps: [Array(member.key.utf8)], rules: rules(of: entry, defaults: defaults),
          at: member.position)
      }
    }
    let entries = links.value("details", .array, isError: true, to: &faults, \.arrayValue) ?? []
    return entries.compactMap { json in
      guard let entry = entry(json, key: "details") else { return nil }
      return AppleAssociation.Detail(
        apps: apps(of: entry), rules: rules(of: entry, defaults: defaults), at: json.position)
    }
  }

  /// An entry of `details`; others are reported.
  private mutating func entry(_ json: LocatedJSON, key: String) -> LocatedObject? {
    guard let entry = json.members else {
      faults.append(
        .wrongType(
          key: key, expected: .object, found: json.kind, isError: true, at: json.position))
      return nil
    }
    entry.reportUnknownKeys(
      ["appIDs", "appID", "components", "paths", "defaults"], of: "an entry of 'details'",
      to: &faults)
    return entry
  }

  /// The app ids: `appIDs`, and only if that key is absent, `appID`.
  private mutating func apps(of entry: LocatedObject) -> [[UInt8]] {
    let id = entry.value("appID", .text, isError: true, to: &faults, \.textBytes)
    guard let json = entry["appIDs"] else {
      if entry["appID"] == nil {
        faults.append(
          .missingKey(
            "appIDs", owner: "the entry of 'details'", isError: true, at: entry.position))
      }
      return id.map { [$0] } ?? []
    }
    let ids = entry.value("appIDs", .array, isError: true, to: &faults, \.arrayValue) ?? []
    if ids.isEmpty, json.arrayValue != nil, let appID = entry.member("appID") {
      faults.append(.hiddenAppID(appIDAt: appID.position, at: json.position))
    }
    return texts(in: ids, of: "appIDs", to: &faults).map(\.text)
  }

  private mutating func defaults(of object: LocatedObject) -> ComponentDraft {
    let defaults = object.value("defaults", .object, to: &faults, \.members)
    return defaults.map { draft($0, owner: "'defaults'") } ?? ComponentDraft()
  }

  /// The rules of an entry: its components, or without these its legacy paths.
  private mutating func rules(
    of entry: LocatedObject, defaults: ComponentDraft
  ) -> [ComponentRule] {
    let defaults = self.defaults(of: entry).over(defaults)
    let components = entry.member("components")
    let paths = entry.member("paths")
    guard let components else {
      guard paths != nil else {
        faults.append(
          .missingKey(
            "components", owner: "the entry of 'details'", isError: false, at: entry.position))
        return []
      }
      let paths = entry.value("paths", .array, isError: true, to: &faults, \.arrayValue) ?? []
      return texts(in: paths, of: "paths", to: &faults).map { text, position in
        rule(legacyDraft(text, at: position).over(defaults), at: position)
      }
    }
    if let paths {
      faults.append(.hiddenPaths(componentsAt: components.position, at: paths.position))
    }
    let values = entry.value("components", .array, isError: true, to: &faults, \.arrayValue) ?? []
    return values.compactMap { json in
      guard let object = json.members else {
        faults.append(
          .wrongType(
            key: "components", expected: .object, found: json.kind, isError: true,
            at: json.position))
        return nil
      }
      let draft = draft(object, owner: "a component")
      return rule(draft.over(defaults), at: json.position)
    }
  }

  private mutating func rule(_ draft: ComponentDraft, at position: SourcePosition) -> ComponentRule
  {
    if let path = draft.path, draft.isPercentEncoded ?? true, path.contains(UInt8(ascii: "#")) {
      faults.append(.fragmentInPath(String(decoding: path, as: UTF8.self), at: position))
    }
    if let path = draft.path, draft.isPercentEncoded ?? true,
      path.contains(where: " \t\r\n".utf8.contains), !path.starts(with: Self.not)
    {
      faults.append(.blankInPath(String(decoding: path, as: UTF8.self), at: position))
    }
    return draft.rule(variables, at: position)
  }
}
