import Diagnostics
import FileAccess
import JSONCodec
import Navigation

/// The `app` folder of Expo Router: each file is a route, each folder with a `_layout` a navigator.
///
///     app/_layout.tsx            <Stack />
///     app/(tabs)/_layout.tsx     <Tabs />
///     app/(tabs)/index.tsx       → /
///     app/users/[id].tsx         → /users/:id
///     app/[...rest].tsx          → /:rest+
///     app/+not-found.tsx         → /*
enum ExpoImport {
  /// Reads a folder.
  /// - Throws: `file` if it cannot be read, `format` if it has no routes.
  static func table(folder: String) throws(Diagnostic) -> ImportedTable {
    var walk = ExpoWalk()
    var root = ScreenNode(name: Located("root", at: walk.position(folder)))
    let nodes = try walk.nodes(in: [folder], segments: [], depth: 0)
    let layout = walk.layout(of: [folder])
    root.children = walk.shown(nodes, by: layout, of: "", path: PatternBuilder())
    root.kind = layout?.kind
    walk.makeSwitch(&root)
    root.initial =
      (root.screens.first { $0.path?.pattern == "/" } ?? root.screens.first)?.name.value
    guard root.children?.isEmpty == false || !walk.table.routes.isEmpty else {
      throw .format(
        "the folder has no routes", advice: "Name the 'app' folder of an Expo app.",
        at: walk.position(folder))
    }
    // The folder is 'app' or 'src/app' of a project.
    let bases = ["../app.json", "../../app.json"].lazy
      .map { ExpoWalk.bases(joined(folder, $0)) }.first { !$0.isEmpty }
    for base in bases ?? [] { walk.table.add(base: base) }
    if bases == nil {
      walk.table.remark(
        .changed, "the folder", "no 'app.json' next to it names the scheme of the links",
        "Add 'links: [SCHEME://]'.", at: nil)
    }
    var tree = ScreenTree(walk.table)
    tree.add(root: root)
    var table = tree.table
    // A screen with the path of one of them is the one that counts.
    table.routes += walk.redirects
    return table
  }
}

struct ExpoWalk {
  var table = ImportedTable()
  /// The files that only redirect.
  private(set) var redirects: [ImportedRoute] = []
  private var screenNames: [TextBytes: String] = [:]
  private var uniqueNames = UniqueNames()
  private var entryCount = 0
  private var bytesLeft = 64 << 20

  private static let endings = [".tsx", ".ts", ".jsx", ".js"]
  private static let platforms = [".web", ".native", ".ios", ".android"]
  private static let depthMax = 32
  private static let entriesMax = 65_536

  /// The start of a file.
  func position(_ path: String) -> SourcePosition {
    SourcePosition(file: path, line: 1, column: 1)
  }

  /// The screens and navigators of a folder.
  /// - Parameters:
  ///   - folders: Those that are one for the app, such as `(a)` and `(a,b)`.
  ///   - segments: Those of the path so far, as folders spell them.
  mutating func nodes(
    in folders: [String], segments: [String], depth: Int
  ) throws(Diagnostic) -> [ScreenNode] {
    var entries: [(folder: String, name: String)] = []
    do throws(FileError) {
      for folder in folders { entries += try namesInFolder(folder).map { (folder, $0) } }
    } catch {
      throw error.diagnostic
    }
    entryCount += entries.count
    guard depth <= Self.depthMax, entryCount <= Self.entriesMax else {
      throw .format(
        "more than \(Self.depthMax) nested folders or \(Self.entriesMax) files",
        advice: "Name the 'app' folder of an Expo app.", at: position(folders[0]))
    }
    let stems = Set(entries.compactMap { Self.stem($0.name) }.map { TextBytes($0) })
    var subfolders: [TextBytes: [String]] = [:]
    for (folder, name) in entries where name.utf8.last == UInt8(ascii: "/") {
      for group in Self.groups(name) {
        subfolders[TextBytes(group), default: []].append(joined(folder, name.dropping(last: 1)))
      }
    }
    var nodes: [ScreenNode] = []
    // The index is the first screen.
    for (folder, name) in entries.filter({ Self.stem($0.name) == "index" })
      + entries.filter({ Self.stem($0.name) != "index" })
    {
      if name.utf8.last == UInt8(ascii: "/") {
        for group in Self.groups(name) {
          guard let paths = subfolders.removeValue(forKey: TextBytes(group)) else { continue }
          nodes += try folderNodes(paths, group, segments, depth)
        }
      } else if let stem = Self.stem(name), stem != "_layout" {
        // Of files for several platforms, one counts.
        let plain = Self.withoutPlatform(stem)
        guard sameBytes(plain, stem) || !stems.contains(TextBytes(plain)) else { continue }
        if let node = fileNode(joined(folder, name), plain, segments) { nodes.append(node) }
      }
    }
    return nodes
  }

  /// The folders that a folder is for the app: `(a,b)/` is `(a)` and `(b)`, whose screens are those
  /// of both.
  private static func groups(_ name: String) -> [String] {
    let name = name.dropping(last: 1)
    guard name.hasBytePrefix("("), name.hasByteSuffix(")"), name.utf8.contains(UInt8(ascii: ","))
    else { return [name] }
    return name.dropping(first: 1, last: 1).utf8.split(separator: UInt8(ascii: ","))
      .map { "(\(String(decoding: $0, as: UTF8.self).trimmingBlanks))" }
  }

  private mutating func folderNodes(
    _ paths: [String], _ name: String, _ segments: [String], _ depth: Int
  ) throws(Diagnostic) -> [ScreenNode] {
    guard !name.hasBytePrefix("."), name != "node_modules", name != "__tests__" else { return [] }
    let isGroup = name.hasBytePrefix("(") && name.hasByteSuffix(")")
    let children = try nodes(
      in: paths, segments: isGroup ? segments : segments + [name], depth: depth + 1)
    let names = paths.flatMap { (try? namesInFolder($0)) ?? [] }
    guard !children.isEmpty, names.contains(where: { Self.stem($0) == "_layout" }) else {
      return children.map { child in
        var child = child
        child.key = name + "/" + child.key
        return child
      }
    }
    let layout = layout(of: paths)
    let bytes = name.utf8.filter { !"()[].".utf8.contains($0) }
    var node = ScreenNode(
      name: Located(String(decoding: bytes, as: UTF8.self), at: position(paths[0])))
    node.key = name
    node.children = shown(
      children, by: layout, of: (segments + [name]).joined(separator: "/") + "/",
      path: pattern(isGroup ? segments : segments + [name]))
    node.kind = layout?.kind
    node.gates = (node.children?.first?.gates ?? []).filter { gate in
      node.children?.allSatisfy { child in
        child.gates.contains { sameBytes($0.value, gate.value) }
      } ?? false
    }
    return [node]
  }

  private mutating func fileNode(
    _ file: String, _ stem: String, _ segments: [String]
  ) -> ScreenNode? {
    let source = "/" + (segments + [stem]).joined(separator: "/")
    guard !stem.hasBytePrefix("+") || stem == "+not-found", !stem.hasByteSuffix("+api") else {
      table.drop(Located(source, at: position(file)), "it is no screen")
      return nil
    }
    let content = self.source(file)
    let all = stem == "index" ? segments : segments + [stem]
    let builder = pattern(all)
    let name = screenName(of: all.isEmpty ? ["index"] : all, stem)
    var node = ScreenNode(name: Located(name, at: position(file)))
    node.path = builder
    node.source = source.dropping(first: 1)
    node.key = stem
    node.isShared = file.utf8.split(separator: UInt8(ascii: "/")).contains {
      $0.first == UInt8(ascii: "(") && $0.last == UInt8(ascii: ")")
        && $0.contains(UInt8(ascii: ","))
    }
    if let link = content?.onlyRedirect {
      var draft = RouteDraft(path: Located(builder.pattern, at: node.name.position))
      draft.redirect = Located(Self.withoutGroups(link), at: node.name.position)
      redirects.append(ImportedRoute(Located(source, at: node.name.position), draft))
      return nil
    }
    let subject = "a guard of '\(source)'"
    for own in content?.ownGuards ?? [] {
      if let gate = gate(of: own, subject) { node.require(gate) }
    }
    return node
  }

  /// The name of the screen with a path: `user/profile` and `user-profile` are different screens.
  private mutating func screenName(of segments: [String], _ stem: String) -> String {
    let path = TextBytes(segments.joined(separator: "/"))
    if let known = screenNames[path] { return known }
    let words = segments.map(RouteImport.screenName(ofWords:)).joined()
    let name = uniqueNames.name(words.isEmpty ? stem : words)
    screenNames[path] = name
    return name
  }

  private func pattern(_ segments: [String]) -> PatternBuilder {
    var builder = PatternBuilder()
    for segment in segments { append(segment, to: &builder) }
    return builder
  }

  /// A segment: `[name]`, `[...name]`, `+not-found` or text.
  private func append(_ segment: String, to builder: inout PatternBuilder) {
    builder.appendSlash()
    let inner = segment.dropping(first: 1, last: 1)
    let isParameter =
      segment.hasBytePrefix("[") && segment.hasByteSuffix("]")
      && !inner.utf8.contains { "[]".utf8.contains($0) }
    if segment == "+not-found" {
      builder.append(expression: ".*")
    } else if isParameter, inner.hasBytePrefix("...") {
      builder.append(parameter: inner.dropping(first: 3), modifier: "+")
    } else if isParameter {
      builder.append(parameter: inner)
    } else {
      builder.append(literal: segment)
    }
  }

  /// The `_layout` of a folder.
  struct Layout {
    let source: ExpoSource

    /// What it shows; `nil` for a navigator of its own.
    var kind: CoordinatorKind? {
      if source.shows(["Tabs", "NativeTabs", "Drawer"]) { return .tabs }
      return source.shows(["Stack", "Slot"]) ? .stack : nil
    }
  }

  mutating func layout(of folders: [String]) -> Layout? {
    for path in folders.flatMap({ folder in
      Self.endings.map { joined(folder, "_layout" + $0) }
    }) {
      if let source = source(path) { return Layout(source: source) }
    }
    return nil
  }

  /// What a file says; `nil` if it cannot be read, or after too many bytes of others.
  private mutating func source(_ path: String) -> ExpoSource? {
    guard let bytes = try? readFile(path, bytesMax: min(bytesLeft, 1 << 20)) else { return nil }
    bytesLeft -= bytes.count
    return ExpoSource(bytes, file: path)
  }

  /// The name of a file without its ending; `nil` if it is no source.
  private static func stem(_ name: String) -> String? {
    guard !name.hasBytePrefix("."), !name.hasByteSuffix(".d.ts") else { return nil }
    return endings.first { name.hasByteSuffix($0) }.map { name.dropping(last: $0.utf8.count) }
  }

  private static func withoutPlatform(_ stem: String) -> String {
    platforms.first { stem.hasByteSuffix($0) }.map { stem.dropping(last: $0.utf8.count) } ?? stem
  }

  /// The bases of the app, by `scheme` and `ios.associatedDomains` of its `app.json`.
  static func bases(_ path: String) -> [String] {
    guard let bytes = try? readFile(path, bytesMax: jsonBytesMax),
      let expo = (try? JSON(parsing: bytes))?["expo"]
    else { return [] }
    func texts(_ json: JSON?) -> [String] {
      json?.stringValue.map { [$0] } ?? (json?.arrayValue ?? []).compactMap(\.stringValue)
    }
    let service = "applinks:"
    return texts(expo["scheme"]).map { $0 + "://" }
      + texts(expo["ios"]?["associatedDomains"]).filter { $0.hasBytePrefix(service) }.map {
        let host = $0.utf8.dropFirst(service.utf8.count).prefix { $0 != UInt8(ascii: "?") }
        return "https://" + String(decoding: host, as: UTF8.self)
      }
  }
}
