import CCurl
internal import Diagnostics

/// A GET over HTTPS as the systems fetch association files: no redirect is followed, no cookie is
/// sent, and every status is an answer. Blocks the thread; for programs without other transfers.
public struct PlainRequest: Sendable {
  /// An answer of any status.
  public struct Answer: Sendable {
    /// Such as 200.
    public let status: Int
    /// The names in lower case, with their values, in order.
    public let headers: [(name: String, value: String)]
    /// Without compression.
    public let body: [UInt8]
    /// Whether there are more bytes than `bytesMax`.
    public let isCut: Bool
  }

  /// An `https` address.
  public let address: String
  /// `HOST:PORT` to connect to instead of the address's; the certificate is still that of the
  /// address's host.
  public let place: String?
  /// A file of certificates to trust instead of the system's, in PEM.
  public let authorities: String?
  /// The bytes of an answer that are read.
  public let bytesMax: Int
  /// The time limit, from the request to the last byte.
  public let milliseconds: Int64

  /// A request that is not sent yet.
  public init(
    _ address: String, connectingTo place: String? = nil, trusting authorities: String? = nil,
    bytesMax: Int, milliseconds: Int64 = CurlClient.usualMilliseconds
  ) {
    (self.address, self.place, self.authorities) = (address, place, authorities)
    (self.bytesMax, self.milliseconds) = (bytesMax, milliseconds)
  }

  /// Sends the request and waits for the answer.
  public func answer() throws(HTTPError) -> Answer {
    guard !address.utf8.contains(0), ccurl_is_address(address) else { throw .badAddress(address) }
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let easy = curl_easy_init() else {
      throw .unreachable(address: address, reason: "libcurl cannot be started")
    }
    defer { curl_easy_cleanup(easy) }
    let places = place.flatMap { curl_slist_append(nil, "::" + $0) }
    defer { curl_slist_free_all(places) }
    let fault = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    fault.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    defer { fault.deallocate() }
    let received = ReceivedAnswer(bytesMax: bytesMax)
    var result = ccurl_prepare_plain_get(
      easy, address, Int(min(milliseconds, Int64(Int32.max))), "signalbox", places, authorities,
      fault, takeBody, takeHeader, Unmanaged.passUnretained(received).toOpaque())
    if result == CURLE_OK { result = curl_easy_perform(easy) }
    switch result {
    case CURLE_OK: break
    case CURLE_WRITE_ERROR where received.isCut: break
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut(address: address, milliseconds: milliseconds)
    case let failure:
      let text = fault.pointee == 0 ? curl_easy_strerror(result) : UnsafePointer(fault)
      let reason = text.map { String(cString: $0) } ?? "unknown"
      if failure == CURLE_SSL_CACERT_BADFILE, let authorities {
        throw .badAuthorities(file: authorities, reason: reason)
      }
      throw .unreachable(address: address, reason: reason)
    }
    return Answer(
      status: ccurl_status(easy), headers: received.headers, body: received.body,
      isCut: received.isCut)
  }
}

/// Collects an answer; libcurl calls it on the thread of the transfer.
private final class ReceivedAnswer {
  let bytesMax: Int
  var body: [UInt8] = []
  var headers: [(name: String, value: String)] = []
  var isCut = false

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    isCut = bytes.count > bytesMax - body.count
    body += bytes.prefix(bytesMax - body.count)
    return isCut ? 0 : bytes.count
  }

  func takeHeader(_ bytes: UnsafeRawBufferPointer) {
    // Each answer begins with its status, as that of a proxy does.
    if bytes.starts(with: "HTTP/".utf8) { headers = [] }
    guard headers.count < headersMax, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return
    }
    let blanks = " \t\r\n".utf8
    var value = bytes[(colon + 1)...].drop { blanks.contains($0) }
    while let last = value.last, blanks.contains(last) { value.removeLast() }
    let name = bytes[..<colon].map { $0.folded }
    headers.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
  }
}

private func takeBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ answer: UnsafeMutableRawPointer?
) -> Int {
  guard let answer else { return 0 }
  return Unmanaged<ReceivedAnswer>.fromOpaque(answer).takeUnretainedValue()
    .take(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private func takeHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ answer: UnsafeMutableRawPointer?
) -> Int {
  guard let answer else { return 0 }
  Unmanaged<ReceivedAnswer>.fromOpaque(answer).takeUnretainedValue()
    .takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
  return size * count
}

/// The headers that are kept.
private let headersMax = 128
