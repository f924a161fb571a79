import Commands
import Diagnostics
import EventLoops
import JSONCodec

/// From a line to its answer.
extension Daemon {
  /// Answers a request in its plainest form.
  /// - Returns: False if the line is anything else, or has an unknown name: `answerAny` reports
  ///   what is wrong with it.
  func answerPlain(
    _ line: UnsafeBufferPointer<UInt8>, of client: Client, into output: inout [UInt8]
  ) -> Bool {
    var request = PlainRequest(room: turn.parameters)
    guard request.read(line), let method = methods[request.method] else { return false }
    let arguments = turn.arguments(of: method)
    var (texts, areTexts): (UInt32, Bool) = (0, true)
    for parameter in request.parameters {
      guard let place = method.place(of: parameter.name) else { return false }
      switch parameter.value {
      case .text(let text):
        arguments[place] = .text(text)
        texts |= 1 << UInt32(place)
        continue
      case .integer(let value): arguments[place] = .integer(value)
      case .bool(let value): arguments[place] = .bool(value)
      }
      areTexts = false
    }
    var call = Call(client: client, method: method, arguments: UnsafeBufferPointer(arguments))
    call.isChecked = areTexts && method.takes(texts: texts)
    answer(call, id: request.id, into: &output)
    return true
  }

  /// Answers a line of any kind: a call, a batch, or something that is neither.
  func answerAny(_ line: [UInt8], of client: Client, into output: inout [UInt8]) {
    turn.slowDown()
    do throws(RPCError) {
      switch try RPCCall.read(line, bytesMax: limits.lineBytes.max) {
      case .single(let call): answer(call, of: client, into: &output)
      case .batch(let calls): answer(calls, of: client, into: &output)
      }
    } catch {
      if case .json = error {
        writeFailure(.unreadable(error), id: nil, into: &output)
      } else {
        writeFailure(.invalid(error), id: nil, into: &output)
      }
    }
  }

  /// Answers a batch; a batch of notifications gets no answer.
  private func answer(
    _ calls: [Result<RPCCall, RPCCall.Refused>], of client: Client, into output: inout [UInt8]
  ) {
    guard calls.count <= limits.batchCalls.max else {
      return writeFailure(counters.reached(limits.batchCalls), id: nil, into: &output)
    }
    turn.beginBatch()
    defer { turn.endBatch() }
    let start = output.count
    var separator = UInt8(ascii: "[")
    var limit: DaemonError?
    for call in calls {
      if limit == nil { limit = limitReached(answerBytes: output.count - start) }
      if call.isAnswered {
        output.append(separator)
        separator = UInt8(ascii: ",")
      }
      answer(call, of: client, past: limit, into: &output)
    }
    if output.count > start { output.append(UInt8(ascii: "]")) }
  }

  /// The limit that a batch has reached. The rest of the batch is refused, so that one line neither
  /// delays other clients nor fills the memory.
  private func limitReached(answerBytes: Int) -> DaemonError? {
    if answerBytes > limits.batchBytes.max { return counters.reached(limits.batchBytes) }
    guard EventLoop.nowNanoseconds > turn.callEnd else { return nil }
    return counters.reached(limits.callMilliseconds)
  }

  /// How long a script can run in the current call.
  func scriptTime() -> ScriptTime {
    let end = turn.callEnd
    return ScriptTime(milliseconds: limits.callMilliseconds.max) { [self] in
      guard EventLoop.nowNanoseconds > end else { return false }
      counters.reached(limits.callMilliseconds)
      return true
    }
  }

  /// Answers a call, alone or in a batch.
  /// - Parameter limit: The limit that the batch has reached, so that the call is refused.
  private func answer(
    _ read: Result<RPCCall, RPCCall.Refused>, of client: Client, past limit: DaemonError? = nil,
    into output: inout [UInt8]
  ) {
    let call: RPCCall
    switch read {
    case .success(let found): call = found
    case .failure(let refused):
      writeFailure(.invalid(refused.error), id: refused.id, into: &output)
      return
    }
    do throws(DaemonError) {
      if let limit { throw limit }
      let (method, arguments) = try prepare(call)
      var id: [UInt8] = []
      call.id?.write(into: &id)
      arguments.withUnsafeBufferPointer { arguments in
        id.withUnsafeBufferPointer {
          answer(
            Call(client: client, method: method, arguments: arguments),
            id: $0.isEmpty ? nil : $0, into: &output)
        }
      }
    } catch {
      if let id = call.id {
        writeFailure(error, id: id, into: &output)
      } else {
        counters.failed(with: error)
      }
    }
  }

  /// Finds the method and puts the parameters into its order.
  private func prepare(_ call: RPCCall) throws(DaemonError) -> (Method, [Argument]) {
    guard let method = methods[call.method] else {
      throw .unknownMethod(
        call.method, nearest: nearest(to: call.method, in: methods.all.map(\.name)))
    }
    var arguments = Array(repeating: Argument.absent, count: method.parameters.count)
    switch call.params {
    case .object(let members)?:
      for member in members {
        var key = member.key
        guard let place = key.withUTF8({ method.place(of: $0) }) else {
          throw .parameter(member.key, of: method.name, why: "is unknown")
        }
        arguments[place] = .json(member.value)
      }
    case .array(let values)?:
      guard values.count <= arguments.count else {
        throw .parameter("\(arguments.count + 1)", of: method.name, why: "is one too many")
      }
      for (place, value) in values.enumerated() { arguments[place] = .json(value) }
    default: break
    }
    return (method, arguments)
  }

  /// Executes a call and writes its answer; a notification gets none.
  private func answer(
    _ call: Call, id: UnsafeBufferPointer<UInt8>?, into output: inout [UInt8]
  ) {
    counters.requests[call.method.place] += 1
    turn.count(isQuick: call.method.isQuick)
    let start = output.count
    do throws(DaemonError) {
      if !call.isChecked { try call.check() }
      guard !connections.isEnding else { throw .shuttingDown }
      guard let id else {
        var ignored: [UInt8] = []
        return try call.method.body(self, call, &ignored)
      }
      output.append(Self.answerStart)
      output.append(contentsOf: id)
      output.append(#","result":"#)
      try call.method.body(self, call, &output)
      output.append(UInt8(ascii: "}"))
      guard keeping.delaysAnswers, !turn.isPostponed else { return }
      let idStart = Self.answerStart.utf8CodeUnitCount
      turn.mark(start..<output.count, as: .result(id: idStart..<(idStart + id.count)))
    } catch {
      output.removeSubrange(start...)
      if let id {
        writeFailure(error, rawId: id, into: &output)
      } else {
        counters.failed(with: error)
      }
    }
  }

  /// Writes an error as the answer.
  func writeFailure(_ error: DaemonError, id: JSON?, into output: inout [UInt8]) {
    var bytes: [UInt8] = []
    (id ?? .null).write(into: &bytes)
    writeFailure(error, rawId: bytes, into: &output)
  }

  /// Writes an error as the answer to the call with this identifier.
  func writeFailure(
    _ error: DaemonError, rawId: some Collection<UInt8>, into output: inout [UInt8]
  ) {
    counters.failed(with: error)
    output.append(Self.answerStart)
    output.append(contentsOf: rawId)
    output.append(#","error":"#)
    error.write(into: &output)
    output.append(UInt8(ascii: "}"))
  }

  private static var answerStart: StaticString { #"{"jsonrpc":"2.0","id":"# }
}

extension Result<RPCCall, RPCCall.Refused> {
  /// Whether the call gets an answer: all but well-formed notifications do.
  fileprivate var isAnswered: Bool {
    if case .success(let call) = self { call.id != nil } else { true }
  }
}
