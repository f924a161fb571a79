public import Diagnostics
import FileAccess
import Links
public import Navigation

/// Route files on disk: `.yaml`, `.yml` and `.json` files, each of which is one plugin (design §4;
/// docs/route-files.md is the reference of the format).
public enum RouteFolder {
  /// Reads folders and files. All errors of all files are reported; the files are taken in the
  /// order of their paths' bytes, however they are listed, and a file's errors stand in its own
  /// order.
  ///
  /// A file with `run` is refused when others can write the file, the executable (where it is named
  /// with a slash, and then relative to the file) or a folder above them.
  /// - Parameter paths: Folders, of which every file counts whose name ends in `.yaml`, `.yml` or
  ///   `.json` and does not begin with a dot (folders in them are not looked into); or files,
  ///   whatever their names. A path that stands twice counts once.
  /// - Returns: The plugins and the errors. When there are errors, the plugins hold what could be
  ///   read nevertheless: enough for a tool that looks for more, not enough to navigate by.
  public static func load(
    _ paths: [String]
  ) -> (plugins: [PluginDraft], errors: [RouteFileError]) {
    let (plugins, errors, _) = read(paths)
    return (plugins, errors)
  }

  /// Reads folders and files as `load` does, and gives what stood in the files, too.
  /// - Returns: Besides, every file that could be read with its bytes, in order of their paths.
  public static func read(
    _ paths: [String]
  ) -> (
    plugins: [PluginDraft], errors: [RouteFileError], files: [(path: String, bytes: [UInt8])]
  ) {
    var files: [String] = []
    var contents: [(path: String, bytes: [UInt8])] = []
    var plugins: [PluginDraft] = []
    var errors: [RouteFileError] = []
    for path in sortedOnce(paths) {
      do throws(RouteFileError) {
        files += try routeFiles(path)
      } catch {
        errors.append(error)
      }
    }
    for file in sortedOnce(files) {
      do throws(FileError) {
        let bytes = try readFile(file, bytesMax: FileLimits.fileBytesMax)
        contents.append((file, bytes))
        var (plugin, faults) = parse(bytes, file: file)
        if let fault = plugin.flatMap({ RunTrust.fault(of: $0, file: file) }) {
          faults.append(fault)
          plugin?.run = []
        }
        if let plugin { plugins.append(plugin) }
        errors += faults
      } catch {
        errors.append(.file(error))
      }
    }
    return (plugins, errors, contents)
  }

  /// Reads the bytes of one route file. No file is opened: whether `run` may be trusted is looked
  /// at by `load(_:)`.
  /// - Parameters:
  ///   - bytes: UTF-8, at most 8 MiB.
  ///   - file: What positions call the file.
  /// - Returns: What could be read (`nil` if not even the plugin's name could), and up to 101
  ///   errors: the last of that many says that there are more. Every byte string gives an answer.
  /// - Complexity: O(bytes).
  public static func parse(
    _ bytes: [UInt8], file: String
  ) -> (plugin: PluginDraft?, errors: [RouteFileError]) {
    let (root, errors) = YAMLNodeReader.read(bytes, file: file)
    guard let root else { return (nil, errors.inOrder) }
    var reader = DraftReader(file: file, errors: errors)
    let plugin = reader.plugin(root)
    return (plugin, reader.errors.inOrder)
  }

  /// The line of a route file that a position names, without its line end, to show a caret under.
  ///
  /// The file is read again at every call: errors are few.
  /// - Returns: `nil` if the file cannot be read any more or has no such line.
  public static func sourceLine(at position: SourcePosition) -> String? {
    guard let bytes = try? readFile(position.file, bytesMax: FileLimits.fileBytesMax) else {
      return nil
    }
    return bytes.withUnsafeBufferPointer { buffer in
      TextLines.line(position.line, of: buffer).map { line in
        String(decoding: buffer[line], as: UTF8.self)
      }
    }
  }

  /// The route files that a path stands for.
  private static func routeFiles(_ path: String) throws(RouteFileError) -> [String] {
    guard isFolder(path) else { return [path] }
    let names: [String]
    do throws(FileError) {
      names = try filesInFolder(path)
    } catch {
      throw .file(error)
    }
    let found = names.filter { name in
      name.utf8.first != UInt8(ascii: ".")
        && endings.contains { name.utf8.reversed().starts(with: $0.utf8.reversed()) }
    }
    if found.isEmpty { throw .noneFound(folder: path) }
    let folder = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
    return found.map { folder + $0 }
  }

  /// The texts in the order of their bytes, each once.
  private static func sortedOnce(_ texts: [String]) -> [String] {
    var result: [String] = []
    for text in texts.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if result.last.map({ sameBytes($0, text) }) != true { result.append(text) }
    }
    return result
  }
}

private let endings = [".yaml", ".yml", ".json"]
