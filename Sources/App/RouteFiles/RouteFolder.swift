public import Diagnostics
import FileAccess
public import Navigation

/// Route files on disk: `.yaml`, `.yml` and `.json` files, one plugin each. The format is
/// documented in docs/route-files.md.
public enum RouteFolder {
  /// Reads folders and files and collects the errors of all of them. Files are read in byte order
  /// of their paths, and the errors of a file are in file order.
  ///
  /// A file with `run` is refused if other users can write the file, what it runs
  /// (`TrustedProgram`), or a folder above them.
  ///
  /// - Parameter paths: Files of any name, or folders. In a folder, files with the extension
  ///   `.yaml`, `.yml` or `.json` count, except hidden ones and JSON Schemas (`.schema.json`);
  ///   subfolders are not searched. A repeated path counts once.
  /// - Returns: The plugins and the errors. If there are errors, the plugins hold what could be
  ///   read: enough to look for more errors, not enough to navigate.
  public static func load(
    _ paths: [String]
  ) -> (plugins: [PluginDraft], errors: [Diagnostic]) {
    load(paths, with: nil)
  }

  /// Reads folders and files like `load`, as they will be when a file is written.
  ///
  /// - Parameter new: A file of the paths, and what it will declare.
  package static func load(
    _ paths: [String], with new: (file: String, plugin: PluginDraft)?
  ) -> (plugins: [PluginDraft], errors: [Diagnostic]) {
    let (plugins, errors, _) = read(paths, with: new)
    return (plugins, errors)
  }

  /// Reads folders and files like `load`, and also returns their contents.
  ///
  /// - Returns: Also the bytes of every readable file, in order of the paths.
  public static func read(
    _ paths: [String]
  ) -> (
    plugins: [PluginDraft], errors: [Diagnostic], files: [(path: String, bytes: [UInt8])]
  ) {
    read(paths, with: nil)
  }

  private static func read(
    _ paths: [String], with new: (file: String, plugin: PluginDraft)?
  ) -> (
    plugins: [PluginDraft], errors: [Diagnostic], files: [(path: String, bytes: [UInt8])]
  ) {
    var files: [String] = []
    var contents: [(path: String, bytes: [UInt8])] = []
    var plugins: [PluginDraft] = []
    var errors: [Diagnostic] = []
    for path in sortedOnce(paths) {
      do throws(Diagnostic) {
        files += try routeFiles(path)
      } catch {
        errors.append(error)
        plugins.append(unread)
      }
    }
    for file in sortedOnce(files) {
      if let new, sameBytes(new.file, file) {
        plugins.append(new.plugin)
        continue
      }
      do throws(FileError) {
        let bytes = try readFile(file, bytesMax: FileLimits.fileBytesMax)
        contents.append((file, bytes))
        var (plugin, faults) = parse(bytes, file: file)
        if let fault = plugin.flatMap({ RunTrust.fault(of: $0, file: file) }) {
          faults.append(fault)
          plugin?.run = []
        }
        plugins.append(plugin ?? unread)
        errors += faults
      } catch {
        errors.append(error.diagnostic)
        plugins.append(unread)
      }
    }
    return (plugins, errors, contents)
  }

  /// A file that could not be read at all.
  private static var unread: PluginDraft {
    var plugin = PluginDraft(name: Located("", at: nil))
    plugin.unread = .declarations
    return plugin
  }

  /// Reads the bytes of one route file, without opening any file; only `load(_:)` checks whether
  /// `run` can be trusted.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, at most 8 MiB.
  ///   - file: The file name for positions.
  /// - Returns: The draft (`nil` if the file is not a mapping or has another format version; its
  ///   name is empty if it could not be read) and at most 101 errors; the last of 101 says that
  ///   there are more. Never traps.
  /// - Complexity: O(bytes).
  public static func parse(
    _ bytes: [UInt8], file: String
  ) -> (plugin: PluginDraft?, errors: [Diagnostic]) {
    let (root, errors, incomplete) = YAMLNodeReader.read(bytes, file: file)
    guard let root else { return (nil, errors.inOrder) }
    var reader = DraftReader(file: file, errors: errors, incomplete: incomplete)
    let plugin = reader.plugin(root)
    return (plugin, reader.errors.inOrder)
  }

  /// Whether a path looks like route files: an existing file with one of their endings, or a folder
  /// that contains one.
  package static func isRoutes(_ path: String) -> Bool {
    hasFiles(path) && (isFolder(path) || hasEnding(path))
  }

  /// Whether a path can be loaded: an existing file of any name, or a folder that contains route
  /// files.
  package static func hasFiles(_ path: String) -> Bool {
    isFolder(path) ? (try? routeFiles(path)) != nil : isFile(path)
  }

  /// The route files of the app in a folder: those that its settings name; otherwise its folder
  /// `Routes`, unless it contains route files itself.
  /// - Returns: `nil` if the path is not the folder of an app.
  /// - Throws: The errors of the settings.
  package static func ofApp(_ path: String) throws(DiagnosticList) -> [String]? {
    let settings = joined(path, SettingsFile.name)
    if isFile(settings) {
      let routes = try SettingsFile(path: settings).routes
      guard routes.isEmpty else { return routes.map(\.value) }
    }
    let routes = joined(path, "Routes")
    return !isRoutes(path) && isRoutes(routes) ? [routes] : nil
  }

  /// The route files that a path refers to.
  private static func routeFiles(_ path: String) throws(Diagnostic) -> [String] {
    guard isFolder(path) else { return [path] }
    let names: [String]
    do throws(FileError) {
      names = try filesInFolder(path)
    } catch {
      throw error.diagnostic
    }
    let found = names.filter { name in
      name.utf8.first != UInt8(ascii: ".") && hasEnding(name)
    }
    if found.isEmpty { throw .noneFound(folder: path) }
    let folder = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
    return found.map { folder + $0 }
  }

  private static func hasEnding(_ name: String) -> Bool {
    func ends(_ ending: String) -> Bool {
      name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
    return endings.contains(where: ends) && !ends(".schema.json")
  }

  /// The distinct texts, in byte order.
  private static func sortedOnce(_ texts: [String]) -> [String] {
    var result: [String] = []
    for text in texts.sorted(by: bytesPrecede) {
      if !sameBytes(result.last, text) { result.append(text) }
    }
    return result
  }
}

private let endings = [".yaml", ".yml", ".json"]
