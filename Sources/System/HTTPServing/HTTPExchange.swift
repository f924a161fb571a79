internal import CMicroHTTPD

/// A request and its answer, which can be given later.
public final class HTTPExchange {
  /// The request.
  public internal(set) var request: HTTPRequest

  /// Whether the body has exceeded its limit.
  var isTooLarge = false
  /// Whether the handler has got the request.
  var isHandled = false
  private(set) var answer: Answer?
  private let connection: OpaquePointer
  private var isSuspended = false
  private var isClosed = false
  private let wake: () -> Void

  enum Answer {
    case whole(HTTPResponse)
    /// The head, and what follows it.
    case stream(HTTPResponse, HTTPStream)
  }

  init(_ request: HTTPRequest, on connection: OpaquePointer, wake: @escaping () -> Void) {
    self.request = request
    self.connection = connection
    self.wake = wake
  }

  /// Answers the request. Only the first answer counts.
  public func answer(_ response: HTTPResponse) { give(.whole(response)) }

  /// Answers with a stream, whose head is the status and the headers of `response`.
  public func stream(_ response: HTTPResponse) -> HTTPStream {
    let stream = HTTPStream(wake: wake)
    if isClosed { stream.close() } else { give(.stream(response, stream)) }
    return stream
  }

  private func give(_ answer: Answer) {
    guard self.answer == nil, !isClosed else { return }
    self.answer = answer
    guard isSuspended else { return }
    isSuspended = false
    cmicrohttpd_resume(connection)
    wake()
  }

  /// Waits for the answer.
  func suspend() {
    isSuspended = true
    cmicrohttpd_suspend(connection)
  }

  /// Stops everything, as the connection is closed or gets its next request.
  func close() {
    isClosed = true
    if case .stream(_, let stream) = answer { stream.close() }
  }

  /// Lets the connection end, so that the server can be closed.
  func abandon(_ response: HTTPResponse) {
    if case .stream(_, let stream) = answer { stream.end() } else { give(.whole(response)) }
  }
}
