public import Diagnostics

/// Why something was not fetched.
public enum HTTPError: Diagnostic, Hashable {
  /// No address, or one that is not of `http` or `https`.
  case badAddress(String)
  /// No connection came about, or it broke.
  case unreachable(address: String, reason: String)
  /// The whole answer was not there in time.
  case timedOut(address: String, milliseconds: Int64)
  /// Nobody waits for the answer any more.
  case cancelled(address: String)
  /// An answer that is no success.
  case badStatus(address: String, status: Int)
  /// The answer is longer than is read.
  case tooLarge(address: String, bytesMax: Int)
  /// The answer does not say what it should.
  case unreadable(address: String, reason: String)

  /// `http/address`, `http/transfer` or `http/answer`.
  public var code: DiagnosticCode {
    switch self {
    case .badAddress: .httpAddress
    case .unreachable, .timedOut, .cancelled: .httpTransfer
    case .badStatus, .tooLarge, .unreadable: .httpAnswer
    }
  }

  /// What is wrong; of the address it names the host alone.
  public var message: String {
    switch self {
    case .badAddress(let address): "'\(address)' is no address of http or https"
    case .unreachable(let address, let reason): "\(host(of: address)) cannot be reached: \(reason)"
    case .timedOut(let address, let milliseconds):
      "\(host(of: address)) did not answer within \(seconds(milliseconds))"
    case .cancelled(let address): "the answer of \(host(of: address)) is no longer waited for"
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
    case .badAddress: "Write it like https://api.example."
    case .unreachable, .timedOut: "Check the network, then try again."
    case .badStatus(_, let status) where status >= 500: "Try again later."
    case .cancelled, .badStatus, .tooLarge, .unreadable: nil
    }
  }
}

/// What stands between `://` and the path, without a user's name and password.
private func host(of address: String) -> String {
  let bytes = Array(address.utf8)
  let mark = Array("://".utf8)
  let start = bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count } ?? 0
  let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
  let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
  return String(decoding: host, as: UTF8.self)
}

/// `10 s`, or `0.5 s`.
private func seconds(_ milliseconds: Int64) -> String {
  let rest = milliseconds % 1000
  guard rest != 0 else { return "\(milliseconds / 1000) s" }
  return "\(Double(milliseconds) / 1000) s"
}
