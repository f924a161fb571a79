import Diagnostics
import FileAccess
import JSONCodec
import PlatformFiles
import ProgramSupport

/// A file as a website serves it, fetched by `signalbox-http`: libcurl's libraries would take 1 ms
/// of every start of this program.
struct HostedFile {
  let address: String
  let status: Int
  /// The names in lower case.
  let headers: [(name: String, value: String)]
  let body: [UInt8]
  /// Whether more than `AssociationLimits.bytesMax` bytes are served.
  let isCut: Bool

  /// The first header of a name.
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The start of the file, for findings.
  var position: SourcePosition { SourcePosition(file: address, line: 1, column: 1) }
}

/// Fetches files of websites.
struct HostedFiles {
  /// `HOST:PORT` to connect to instead; `nil` for the host of each address.
  let place: String?
  /// A file of certificates to trust; `nil` for the system's.
  let authorities: String?

  /// Fetches a file.
  /// - Returns: `nil` if there is no answer, with the finding that says why.
  func fetch(_ address: String) throws(ExitError) -> Result<HostedFile, Diagnostic> {
    let name = "signalbox-http"
    guard let path = FileAccess.program(name) else {
      throw .usage([.noFetcher(name)])
    }
    let bytes: [UInt8]
    do throws(FileError) {
      let program = try TextProgram(
        path,
        ["fetch", String(AssociationLimits.bytesMax), address, place ?? "", authorities ?? ""])
      bytes = try output(of: program, name)
    } catch {
      throw .file(error)
    }
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    guard let start = try? JSON(parsing: Array(bytes[..<end])) else {
      throw .usage([.noFetcher(name)])
    }
    if let reason = start["error"]?.stringValue {
      if start["isOfAuthorities"] == true { throw .usage([.badAuthorities(reason)]) }
      return .failure(.unreachable(reason, address))
    }
    let headers = (start["headers"]?.arrayValue ?? []).compactMap { header in
      header.arrayValue.flatMap { pair in
        pair.count == 2
          ? (name: pair[0].stringValue ?? "", value: pair[1].stringValue ?? "") : nil
      }
    }
    return .success(
      HostedFile(
        address: address, status: start["status"]?.intValue.flatMap { Int(exactly: $0) } ?? 0,
        headers: headers,
        body: Array(bytes[min(end + 1, bytes.endIndex)...]), isCut: start["isCut"] == true))
  }

  private func output(of program: TextProgram, _ name: String) throws(FileError) -> [UInt8] {
    do throws(TextProgramFault) {
      return try program.run(secondsMax: secondsMax, bytesMax: 2 * AssociationLimits.bytesMax)
    } catch {
      switch error {
      case .file(let error): throw error
      case .notStarted, .failed: return []
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func noFetcher(_ name: String) -> Diagnostic {
    Diagnostic(
      .hostedUnreachable, "the program '\(name)' cannot be run",
      advice: "Install it next to signalbox: 'make install' does.")
  }

  fileprivate static func badAuthorities(_ reason: String) -> Diagnostic {
    Diagnostic(.usage, reason, advice: "Let --\(Option.authorities.name) name another file.")
  }

  fileprivate static func unreachable(_ reason: String, _ address: String) -> Diagnostic {
    Diagnostic(
      .hostedUnreachable, "'\(address)' cannot be fetched: \(reason)",
      advice: "Serve it over HTTPS, with a certificate that the systems trust.")
  }
}

/// More than the time limit of `signalbox-http` itself.
private let secondsMax = 20
