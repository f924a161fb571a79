public import Diagnostics

/// Why a fetch failed.
public enum HTTPError: Diagnostic, Hashable {
  /// Not an address, or not one with `http` or `https`.
  case badAddress(String)
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

  /// `http/address`, `http/transfer` or `http/answer`.
  public var code: DiagnosticCode {
    switch self {
    case .badAddress: .httpAddress
    case .unreachable, .timedOut, .cancelled: .httpTransfer
    case .badStatus, .tooLarge, .unreadable: .httpAnswer
    }
  }

  /// What is wrong; of the address, it names only the host.
  public var message: String {
    switch self {
    case .badAddress(let address): "'\(address)' is not an http or https address"
    case .unreachable(let address, let reason): "\(host(of: address)) cannot be reached: \(reason)"
    case .timedOut(let address, let milliseconds):
      "\(host(of: address)) did not answer within \(seconds(milliseconds))"
    case .cancelled(let address): "the request to \(host(of: address)) was cancelled"
    case .badStatus(let address, let status): "\(host(of: address)) answered with status \(status)"
    case .tooLarge(let address, let bytesMax):
      "the answer of \(host(of: address)) has more than \(bytesMax) bytes"
    case .unreadable(let address, let reason):
      "the answer of \(host(of: address)) cannot be read: \(reason)"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .badAddress: "Write an address such as https://api.example."
    case .unreachable, .timedOut: "Check the network, then try again."
    case .badStatus(_, let status) where status >= 500: "Try again later."
    case .cancelled, .badStatus, .tooLarge, .unreadable: nil
    }
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
