import Daemon
import DaemonClient
import Diagnostics
import HTTPServing
import JSONCodec

extension Inspector {
  /// Passes a call to the daemon.
  func call(_ exchange: HTTPExchange) {
    let method: String
    let params: JSON
    do {
      (method, params) = try Self.call(in: exchange.request.body)
    } catch {
      return exchange.answer(.error(error, status: 400))
    }
    guard !options.isReadOnly || Daemon.readingMethods.contains(method) else {
      return exchange.answer(
        .error(.readOnly(method: method), status: 403))
    }
    ask(method, params, exchange) { .json(["result": $0]) }
  }

  private static func call(
    in body: [UInt8]
  ) throws(Diagnostic) -> (method: String, params: JSON) {
    let json: JSON
    do throws(Diagnostic) { json = try JSON(parsing: body, file: "<call>") } catch {
      throw .request("\(error.position.map { "\($0): " } ?? "")\(error.message)")
    }
    guard let members = json.objectValue, let method = json["method"]?.stringValue,
      members.allSatisfy({ $0.key == "method" || $0.key == "params" })
    else { throw .request("a call is an object with 'method' and 'params'") }
    guard method != "subscribe", method != "unsubscribe" else {
      throw .request("'\(method)' is not a call of a page, which reads /events")
    }
    let params = json["params"] ?? [:]
    guard params.objectValue != nil else { throw .request("'params' is not an object") }
    return (method, params)
  }

  /// Calls a method of the daemon and answers with its result, or with the error: 200 for one of
  /// the daemon, 503 while it is away.
  func ask(
    _ method: String, _ params: JSON, _ exchange: HTTPExchange,
    _ answer: @escaping (JSON) -> HTTPResponse?
  ) {
    guard calls.hasRoom else {
      return exchange.answer(
        .error(.limit("calls", max: options.limits.callsMax), status: 503))
    }
    startTicking()
    calls.call(method, params) { result, _ in
      switch result {
      case .success(let json):
        if let response = answer(json) { exchange.answer(response) }
      case .failure(let error):
        exchange.answer(.json(.error(error), status: Self.status(of: error)))
      }
    }
  }

  private static func status(of error: ClientError) -> UInt32 {
    switch error {
    case .refused, .tooLong: 200
    default: 503
    }
  }

  /// Answers with what the page shows first, whether the daemon is there or not.
  func answerState(_ exchange: HTTPExchange) {
    startTicking()
    calls.call("status", [:]) { [options] result, greeting in
      let status = try? result.get()
      exchange.answer(
        .json([
          "version": .string(options.version), "readOnly": .bool(options.isReadOnly),
          "daemon": [
            "connected": .bool(status != nil),
            "greeting": status == nil ? .null : greeting?.json ?? .null,
          ],
          "app": status?["app"] ?? .null,
        ]))
    }
  }

  /// Streams the changes of a session, and what happens to the daemon.
  func follow(_ exchange: HTTPExchange) {
    let request = exchange.request
    let last = request.header("last-event-id") ?? request.item("from")
    let seq = last.flatMap { Int64($0) }
    guard last == nil || seq ?? -1 >= 0 else {
      return exchange.answer(
        .error(.request("'from' is not the number of a change"), status: 400))
    }
    guard viewers.count < options.limits.viewersMax else {
      return exchange.answer(
        .error(.limit("streams", max: options.limits.viewersMax), status: 503))
    }
    let stream = exchange.stream(.content(200, "text/event-stream"))
    let viewer = Viewer(
      stream, session: request.item("session"), from: seq, path: calls.path, loop: loop,
      limits: options.limits)
    viewers[ObjectIdentifier(viewer)] = viewer
    startTicking()
    stream.onClose = { [weak self, weak viewer] in
      guard let self, let viewer else { return }
      viewer.close()
      viewers[ObjectIdentifier(viewer)] = nil
      countViewers(of: viewer.session)
    }
    countViewers(of: viewer.session)
  }

  /// Sends the viewers of a session their number.
  private func countViewers(of session: String?) {
    guard let session else { return }
    let others = viewers.values.filter { sameBytes($0.session, session) }
    for viewer in others { viewer.send("viewers", ["viewers": JSON(others.count)]) }
  }
}
