import Diagnostics
import EventLoops
import JSONCodec
import Service

/// From a line to its answer.
extension Daemon {
  /// Answers a request in its plainest form.
  /// - Returns: False if the line is anything else, or has an unknown name: `answerAny` reports
  ///   what is wrong with it.
  func answerPlain(
    _ line: UnsafeBufferPointer<UInt8>, of client: Client, into output: inout ByteBuffer
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
    answer(
      Call(
        client: client, method: method, arguments: UnsafeBufferPointer(arguments), id: request.id,
        isChecked: areTexts && method.takes(texts: texts)),
      into: &output)
    return true
  }

  /// Answers a line of any kind, a call or not.
  func answerAny(_ line: [UInt8], of client: Client, into output: inout ByteBuffer) {
    turn.slowDown()
    do throws(RPCCall.Refused) {
      let call = try RPCCall.read(line, bytesMax: limits.lineBytes.max)
      answer(call, of: client, into: &output)
    } catch {
      fail(.invalid(error.error), id: error.id.text.utf8, into: &output)
    }
  }

  private func answer(_ call: RPCCall, of client: Client, into output: inout ByteBuffer) {
    let id = call.id.map { Array($0.text.utf8) }
    do throws(DaemonError) {
      let (method, arguments) = try prepare(call)
      answer(method, arguments, id: id, of: client, into: &output)
    } catch {
      fail(error, id: id, into: &output)
    }
  }

  /// Answers a call.
  /// - Parameter suspended: The call, if it was not answered in an earlier turn.
  func answer(
    _ method: Method, _ arguments: [Argument], id: [UInt8]?, of client: Client,
    _ suspended: SuspendedCall? = nil, into output: inout ByteBuffer
  ) {
    arguments.withUnsafeBufferPointer { arguments in
      (id ?? []).withUnsafeBufferPointer {
        answer(
          Call(
            client: client, method: method, arguments: arguments, id: id == nil ? nil : $0,
            isChecked: suspended != nil, suspended: suspended),
          into: &output)
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
  private func answer(_ call: Call, into output: inout ByteBuffer) {
    if call.suspended == nil { counters.requests[call.method.place] += 1 }
    let start = output.count
    do throws(DaemonError) {
      if !call.isChecked { try call.check() }
      guard !connections.isEnding else { throw .shuttingDown }
      if let id = call.id { writeAnswerStart(id, into: &output) }
      let isContinued = call.suspended == nil ? false : try resume(call, into: &output)
      if !isContinued, !waits(call) {
        try call.method.body(self, call, &output)
      }
      guard call.client.line.isReading else {
        output.removeAll(from: start)
        return
      }
      if let id = call.id {
        endAnswer(from: start, idBytes: id.count, in: &output)
      } else {
        output.removeAll(from: start)
      }
    } catch {
      output.removeAll(from: start)
      fail(error, id: call.id, into: &output)
    }
    guard let suspended = call.suspended else {
      return turn.count(isQuick: call.method.isQuick)
    }
    counters.latency.add(EventLoop.nowNanoseconds &- suspended.began, times: 1)
    end(suspended)
  }

  @inline(__always)
  func writeAnswerStart(_ id: some Collection<UInt8>, into output: inout ByteBuffer) {
    output.append(Self.answerStart)
    output.append(contentsOf: id)
    output.append(#","result":"#)
  }

  @inline(__always)
  func endAnswer(from start: Int, idBytes: Int, in output: inout ByteBuffer) {
    output.append(UInt8(ascii: "}"))
    output.append(UInt8(ascii: "\n"))
    guard persistence.delaysAnswers else { return }
    turn.add(OutputPiece(bytes: output.count - start, .result(idBytes: idBytes)))
  }

  /// Answers the call with this identifier with an error; a notification gets none.
  func fail(
    _ error: DaemonError, id: (some Collection<UInt8>)?, into output: inout ByteBuffer
  ) {
    guard let id else { return counters.failed(with: error) }
    let start = output.count
    writeFailure(error, id: id, into: &output)
    guard persistence.delaysAnswers else { return }
    turn.add(OutputPiece(bytes: output.count - start, .fixed))
  }

  /// Writes an error as the answer to the call with this identifier.
  func writeFailure(
    _ error: DaemonError, id: some Collection<UInt8>, into output: inout ByteBuffer
  ) {
    counters.failed(with: error)
    output.append(Self.answerStart)
    output.append(contentsOf: id)
    output.append(#","error":"#)
    error.write(into: &output)
    output.append("}\n")
  }

  static var answerStart: StaticString { #"{"jsonrpc":"2.0","id":"# }
}
