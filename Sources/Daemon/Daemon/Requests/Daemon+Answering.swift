import Commands
import Diagnostics
import JSONCodec
import Links

/// From a line to its answer.
extension Daemon {
  /// Answers a request in its plainest form.
  /// - Returns: Whether it is one.
  func answerPlain(
    _ line: UnsafeBufferPointer<UInt8>, of client: Client, into output: inout [UInt8]
  ) -> Bool {
    var request = PlainRequest(room: parameters)
    // What is no method, and no parameter, is for the general reader, which tells what is wrong.
    guard request.read(line), let method = methods[request.method] else { return false }
    let arguments = UnsafeMutableBufferPointer(rebasing: arguments[..<method.parameters.count])
    arguments.update(repeating: .absent)
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
    turnIsLong = true
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

  /// Answers a call, alone or of a batch.
  /// - Parameter bound: A bound that was met before it, so that it is refused.
  func answer(
    _ read: Result<RPCCall, RPCCall.Refused>, of client: Client, past bound: DaemonError? = nil,
    into output: inout [UInt8]
  ) {
    let call: RPCCall
    switch read {
    case .success(let found): call = found
    case .failure(let refused):
      writeFailure(.invalid(refused.error), id: refused.id, into: &output)
      return
    }
    var id: [UInt8] = []
    call.id?.write(into: &id)
    let start = output.count
    do throws(DaemonError) {
      if let bound { throw bound }
      let (method, arguments) = try prepare(call)
      arguments.withUnsafeBufferPointer { arguments in
        id.withUnsafeBufferPointer {
          answer(
            Call(client: client, method: method, arguments: arguments),
            id: $0.isEmpty ? nil : $0, into: &output)
        }
      }
    } catch {
      writeFailure(error, id: call.id, into: &output)
      if call.id == nil { output.removeSubrange(start...) }
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

  /// Carries a call out and writes its answer; none for a notification.
  private func answer(
    _ call: Call, id: UnsafeBufferPointer<UInt8>?, into output: inout [UInt8]
  ) {
    let start = output.count
    counters.requests[call.method.place] += 1
    turnCalls += 1
    if !call.method.isQuick { turnIsLong = true }
    if let id {
      output.append(#"{"jsonrpc":"2.0","id":"#)
      output.append(contentsOf: id)
      output.append(#","result":"#)
    }
    do throws(DaemonError) {
      if !call.isChecked { try call.check() }
      guard !isEnding else { throw .shuttingDown }
      try call.method.body(self, call, &output)
      output.append(UInt8(ascii: "}"))
      if id == nil { output.removeSubrange(start...) }
    } catch {
      output.removeSubrange(start...)
      if let id {
        writeFailure(error, rawId: id, into: &output)
      } else {
        counters.errors[error.code.rawValue, default: 0] += 1
      }
    }
  }

  /// Writes an answer that says why there is no other.
  func writeFailure(_ error: DaemonError, id: JSON?, into output: inout [UInt8]) {
    var bytes: [UInt8] = []
    (id ?? .null).write(into: &bytes)
    bytes.withUnsafeBufferPointer { writeFailure(error, rawId: $0, into: &output) }
  }

  private func writeFailure(
    _ error: DaemonError, rawId: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    counters.errors[error.code.rawValue, default: 0] += 1
    output.append(contentsOf: #"{"jsonrpc":"2.0","id":"#.utf8)
    output.append(contentsOf: rawId)
    output.append(contentsOf: #","error":"#.utf8)
    error.write(into: &output)
    output.append(UInt8(ascii: "}"))
  }
}
