import Diagnostics
import CLibrary
import CSystem
import FileAccess

/// A running `signalbox inspect`, and the cookie that it gave.
final class InspectorProcess: MeasuredProcess {
  private let program: String
  private let port: UInt16
  private let cookie: String

  /// Starts it, and exchanges the link that it prints.
  init(_ program: String, _ arguments: [String]) throws(Diagnostic) {
    guard let output = Descriptor.pipe() else {
      throw .noRun(program: program, reason: systemMessage(errno))
    }
    let run = try started(
      program, ["inspect", "--no-open"] + arguments, descriptors: [nil, output.writing.number])
    let printed = HTTPConnection(output.reading.number, of: program)
    let line = try withExtendedLifetime(output) { () throws(Diagnostic) in
      try printed.read(until: "http://127.0.0.1:")
      return try printed.read(until: "\n")
    }
    let parts = line.split(separator: "/", maxSplits: 1)
    guard let port = parts.first.flatMap({ UInt16($0) }), let path = parts.last else {
      throw .noRun(program: program, reason: "it printed no link")
    }
    (self.program, self.port) = (program, port)
    let client = try HTTPConnection(port: port, of: program)
    try client.send("GET /\(path.dropLast()) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    try client.read(until: "Set-Cookie: ")
    cookie = String(try client.read(until: ";").dropLast())
    super.init(run)
  }

  func connect() throws(Diagnostic) -> HTTPConnection {
    try HTTPConnection(port: port, of: program)
  }

  func head(_ method: String, _ path: String) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n"
  }

  /// Makes a call and waits for its answer.
  func call(
    _ method: String, _ params: String, over connection: HTTPConnection
  ) throws(Diagnostic) {
    let body = #"{"method":"\#(method)","params":{\#(params)}}"#
    let answer = try connection.body(
      of: head("POST", "/call") + "Origin: http://127.0.0.1:\(port)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    guard answer.hasPrefix("{\"result\":") else { throw .noRun(program: program, reason: answer) }
  }

  /// Loads the page over one connection: the document, the files that it and its files refer to,
  /// and what the page asks for first.
  func loadPage(session: String) throws(Diagnostic) {
    let connection = try connect()
    var names = [""]
    var next = 0
    while next < names.count {
      let text = try connection.body(of: head("GET", "/" + names[next]) + "\r\n")
      next += 1
      for name in Self.files(in: text) where !names.contains(name) { names.append(name) }
    }
    _ = try connection.body(of: head("GET", "/state") + "\r\n")
    try call("session.list", "", over: connection)
    for method in ["tree", "show", "gates", "deferred"] {
      try call(method, "\"session\":\"\(session)\"", over: connection)
    }
  }

  /// The files that a document or a module refers to.
  private static func files(in text: String) -> [String] {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).compactMap { start, name in
      let name = name.hasPrefix("./") ? name.dropFirst(2) : name
      let isReference = [" href=", " src=", " from "].contains { start.hasSuffix($0) }
      let isFile = name.contains(".") && name.allSatisfy { $0.isLetter || $0 == "." }
      return isReference && isFile ? String(name) : nil
    }
  }
}

/// A blocking connection, or a pipe, with text to read up to a mark.
final class HTTPConnection {
  private let descriptor: Int32
  private let isOwned: Bool
  private let program: String
  private var received: [UInt8] = []

  init(port: UInt16, of program: String) throws(Diagnostic) {
    (descriptor, isOwned, self.program) = (csystem_loopback_connect(port), true, program)
    guard descriptor >= 0 else {
      throw .noRun(program: program, reason: systemMessage(errno))
    }
  }

  /// Reads from a descriptor that another object closes.
  init(_ descriptor: Int32, of program: String) {
    (self.descriptor, isOwned, self.program) = (descriptor, false, program)
  }

  deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

  func send(_ text: String) throws(Diagnostic) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else {
        throw .noRun(program: program, reason: systemMessage(errno))
      }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Sends a request and returns the body of its answer.
  func body(of request: String) throws(Diagnostic) -> String {
    try send(request)
    let head = try read(until: "\r\n\r\n")
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    guard head.hasPrefix("HTTP/1.1 200 "), let length, let count = Int(length.dropFirst(16)) else {
      throw .noRun(program: program, reason: "it answered '\(head)'")
    }
    while received.count < count { try receive() }
    return take(count)
  }

  /// Removes and returns what arrives up to the end of a text.
  @discardableResult func read(until mark: String) throws(Diagnostic) -> String {
    let mark = Array(mark.utf8)
    var searched = 0
    while true {
      if received.count >= mark.count {
        for place in searched...received.count - mark.count
        where received[place..<place + mark.count].elementsEqual(mark) {
          return take(place + mark.count)
        }
        searched = received.count - mark.count
      }
      try receive()
    }
  }

  private func take(_ count: Int) -> String {
    defer { received.removeFirst(count) }
    return String(decoding: received[..<count], as: UTF8.self)
  }

  private func receive() throws(Diagnostic) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    guard poll(&request, 1, answerMillisecondsMax) > 0,
      case let count = CLibrary.read(descriptor, &chunk, chunk.count), count > 0
    else { throw .noRun(program: program, reason: "it did not answer") }
    received += chunk[..<count]
  }
}

private let answerMillisecondsMax: Int32 = 30_000
