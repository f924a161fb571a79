internal import CInspectorPage

/// The files of the page, which are part of the program.
public nonisolated enum PageFiles {
  /// A file and its media type.
  public struct File: Sendable {
    /// The name in the folder `Page`.
    public let name: String
    /// The media type.
    public let type: String
    /// The content.
    public let bytes: [UInt8]
  }

  /// The files by name.
  public static let all: [String: File] = {
    let files = (0..<inspector_file_count()).map { index in
      let file = inspector_file_at(index)
      let name = String(cString: file.name)
      return File(
        name: name, type: type(of: name),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
    return Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
  }()

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
