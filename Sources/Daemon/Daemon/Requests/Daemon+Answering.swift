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
    do throws(Diagnostic) {
      switch try RPCCall.read(line, bytesMax: limits.lineBytes.max) {
      case .single(let call): answer(call, of: client, into: &output)
      case .batch(let calls): answer(calls, of: client, into: &output)
      }
    } catch {
      writeFailure(.invalid(error), id: nil, into: &output)
    }
  }

  /// Answers a batch.
  private func answer(
    _ calls: [Result<RPCCall, RPCCall.Refused>], of client: Client, into output: inout [UInt8]
  ) {
    guard calls.count <= limits.batchCalls.max else {
      return writeFailure(counters.reached(limits.batchCalls), id: nil, into: &output)
    }
    answer(RunningBatch(calls), of: client, into: &output)
  }

  /// How long a script can run in the current call.
  /// - Parameter used: The time of its earlier slices, in nanoseconds.
  func scriptTime(used: UInt64 = 0) -> ScriptTime {
    let end = turn.callEnd(used: used)
    return ScriptTime(milliseconds: limits.callMilliseconds.max) { [self] in
      guard EventLoop.nowNanoseconds > end else { return false }
      counters.reached(limits.callMilliseconds)
      return true
    }
  }

  /// Answers a call, alone or in a batch.
  /// - Parameter limit: The limit that the batch has reached, so that the call is refused.
  func answer(
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
        try call.method.body(self, call, &ignored)
        if turn.isSuspended { suspended(call, id: nil) }
        return
      }
      writeAnswerStart(id, into: &output)
      try call.method.body(self, call, &output)
      guard !turn.isSuspended else {
        output.removeSubrange(start...)
        return suspended(call, id: id)
      }
      output.append(UInt8(ascii: "}"))
      markResult(from: start, idCount: id.count, in: output)
    } catch {
      output.removeSubrange(start...)
      guard !turn.isSuspended else { return suspended(call, id: id) }
      if let id {
        writeFailure(error, rawId: id, into: &output)
      } else {
        counters.failed(with: error)
      }
    }
  }

  /// Notes that a call was not answered in its turn; it is counted when it is.
  private func suspended(_ call: Call, id: UnsafeBufferPointer<UInt8>?) {
    turn.uncount()
    switch turn.suspension {
    case .running(.call(let running), _)?: running.id = id.map { Array($0) }
    case .waiting?, .loading?: counters.requests[call.method.place] -= 1
    default: break
    }
  }

  /// Writes the beginning of an answer, up to its result.
  @inline(__always)
  func writeAnswerStart(_ id: some Collection<UInt8>, into output: inout [UInt8]) {
    output.append(Self.answerStart)
    output.append(contentsOf: id)
    output.append(#","result":"#)
  }

  /// Marks an answer as one that a lost record would change.
  @inline(__always)
  func markResult(from start: Int, idCount: Int, in output: [UInt8]) {
    guard keeping.delaysAnswers else { return }
    let idStart = Self.answerStart.utf8CodeUnitCount
    turn.mark(start..<output.count, as: .result(id: idStart..<(idStart + idCount)))
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
  var isAnswered: Bool {
    if case .success(let call) = self { call.id != nil } else { true }
  }
}
