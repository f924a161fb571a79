public import Diagnostics

/// Why a fetch failed.
public enum HTTPError: DiagnosticError, Hashable {
  /// Not an address, or not one with `http` or `https`.
  case badAddress(String)
  /// The file of certificates to trust cannot be used.
  case badAuthorities(file: String, reason: String)
  /// The connection could not be made, or was lost.
  case unreachable(address: String, reason: String)
  /// The answer was not complete in time.
  case timedOut(address: String, milliseconds: Int64)
  /// The fetch was cancelled.
  case cancelled(address: String)
  /// The status is not 200 to 299.
  case badStatus(address: String, status: Int)
  /// The answer is longer than the limit.
  case tooLarge(address: String, bytesMax: Int)
  /// The answer does not have the expected format.
  case unreadable(address: String, reason: String)

  /// The error; of the address, it names only the host.
  public var diagnostic: Diagnostic {
    let again = "Check the network, then try again."
    return switch self {
    case .badAddress(let address):
      Diagnostic(
        .httpAddress, "'\(address)' is not an http or https address",
        advice: "Write an address such as https://api.example.")
    case .badAuthorities(let file, let reason):
      Diagnostic(
        .httpTransfer, "'\(file)' is not a file of certificates: \(reason)",
        advice: "Name a file of certificates in PEM.")
    case .unreachable(let address, let reason):
      Diagnostic(
        .httpTransfer, "\(host(of: address)) cannot be reached: \(reason)", advice: again)
    case .timedOut(let address, let milliseconds):
      Diagnostic(
        .httpTransfer, "\(host(of: address)) did not answer within \(seconds(milliseconds))",
        advice: again)
    case .cancelled(let address):
      Diagnostic(.httpTransfer, "the request to \(host(of: address)) was cancelled")
    case .badStatus(let address, let status):
      Diagnostic(
        .httpAnswer, "\(host(of: address)) answered with status \(status)",
        advice: status >= 500 ? "Try again later." : nil)
    case .tooLarge(let address, let bytesMax):
      Diagnostic(
        .httpAnswer, "the answer of \(host(of: address)) has more than \(bytesMax) bytes")
    case .unreadable(let address, let reason):
      Diagnostic(.httpAnswer, "the answer of \(host(of: address)) cannot be read: \(reason)")
    }
  }

  /// The message and the advice, for a screen.
  public var text: String {
    let diagnostic = diagnostic
    return diagnostic.punctuatedMessage + (diagnostic.advice.map { " " + $0 } ?? "")
  }
}

/// The part between `://` and the path, without user name and password.
private func host(of address: String) -> String {
  let bytes = Array(address.utf8)
  let mark = Array("://".utf8)
  let start = bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count } ?? 0
  let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
  let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
  return String(decoding: host, as: UTF8.self)
}

/// `10 s` or `0.5 s`.
private func seconds(_ milliseconds: Int64) -> String {
  let rest = milliseconds % 1000
  guard rest != 0 else { return "\(milliseconds / 1000) s" }
  return "\(Double(milliseconds) / 1000) s"
}
