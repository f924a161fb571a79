import Commands
import Diagnostics
import JSONCodec
import Navigation

/// The value of one parameter.
nonisolated enum Argument {
  case absent
  /// Printable ASCII, in the line that is being answered.
  case text(UnsafeBufferPointer<UInt8>)
  case integer(Int64)
  case bool(Bool)
  /// Any JSON value.
  case json(JSON)
}

/// A call of a method, with one argument per parameter.
nonisolated struct Call {
  let client: Client
  let method: Method
  /// In the order of the method's parameters; valid until the call is answered.
  let arguments: UnsafeBufferPointer<Argument>
  /// The identifier as written; `nil` for a notification.
  let id: UnsafeBufferPointer<UInt8>?
  /// Whether the arguments are known to fit the method.
  let isChecked: Bool
  /// The call itself, if it was not answered in an earlier turn.
  var suspended: SuspendedCall?

  /// The text of a parameter; `nil` if it is absent.
  func text(_ place: Int) -> String? {
    switch arguments[place] {
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .json(let json): json.stringValue
    case .absent, .integer, .bool: nil
    }
  }

  /// The integer of a parameter; `nil` if it is absent.
  func integer(_ place: Int) -> Int64? {
    switch arguments[place] {
    case .integer(let value): value
    case .json(let json): json.intValue
    case .absent, .text, .bool: nil
    }
  }

  /// The flag of a parameter; `nil` if it is absent.
  func bool(_ place: Int) -> Bool? {
    switch arguments[place] {
    case .bool(let value): value
    case .json(let json): json.boolValue
    case .absent, .text, .integer: nil
    }
  }

  /// The UTF-8 of a text; `nil` if it is absent.
  func bytes(_ place: Int) -> [UInt8]? {
    switch arguments[place] {
    case .text(let bytes): Array(bytes)
    case .json(let json): json.stringValue.map { Array($0.utf8) }
    case .absent, .integer, .bool: nil
    }
  }

  /// The arguments for the command that the method executes.
  /// - Parameter place: The index of the command's first parameter among the method's.
  func arguments(of command: Command, from place: Int) -> CommandArguments {
    var arguments = CommandArguments(capacity: command.parameters.count)
    var place = place
    // By index: a copy of a parameter would retain its texts.
    for index in command.parameters.indices {
      if case .savedFile = command.parameters[index].kind {
        arguments.append(.absent)
      } else {
        arguments.append(argument(of: command.parameters[index].kind, place))
        place += 1
      }
    }
    return arguments
  }

  @inline(__always)
  private func argument(of kind: CommandParameter.Kind, _ place: Int) -> CommandArgument {
    switch kind {
    case .script: bytes(place).map { .script($0) } ?? .absent
    case .integer, .screenCount, .eventCount:
      integer(place).map { .integer(Int(clamping: $0)) } ?? .absent
    case .flag, .option: bool(place).map { .flag($0) } ?? .absent
    case .values:
      if case .json(.object(let members)) = arguments[place] {
        .values(members.map { ($0.key, $0.value.stringValue ?? "") })
      } else {
        .absent
      }
    default: text(place).map { .text($0) } ?? .absent
    }
  }

  /// Checks that every argument fits its parameter, and that required ones are present.
  func check() throws(DaemonError) {
    var given = 0
    for (place, parameter) in method.parameters.enumerated() {
      if case .absent = arguments[place] {
        guard !parameter.isRequired else { throw wrong(parameter, "is missing") }
        continue
      }
      given += place > 0 && place != method.requestIdPlace ? 1 : 0
      try check(parameter, place)
    }
    if method.takesOneParameter, given != 1 {
      throw .parameter(
        method.parameters.dropFirst().prefix(2).map(\.name).joined(separator: "' or '"),
        of: method.name, why: "is required, but not both")
    }
  }

  private func check(_ parameter: CommandParameter, _ place: Int) throws(DaemonError) {
    switch parameter.kind {
    case .integer(let min): try check(parameter, place, min: min)
    case .screenCount: try check(parameter, place, min: 1)
    case .eventCount: try check(parameter, place, min: 0)
    case .signature:
      guard text(place).flatMap(LinkSource.Signature.init) != nil else {
        let words = LinkSource.Signature.allCases.map { "'\($0.rawValue)'" }
        throw wrong(parameter, "is none of \(words.joined(separator: ", "))")
      }
    case .flag, .option:
      guard bool(place) != nil else { throw wrong(parameter, "is neither true nor false") }
    case .values:
      guard case .json(.object(let members)) = arguments[place],
        members.allSatisfy({ $0.value.stringValue != nil })
      else { throw wrong(parameter, "is not an object of strings") }
    default:
      guard isText(place) else { throw wrong(parameter, "is not a string") }
    }
  }

  private func check(
    _ parameter: CommandParameter, _ place: Int, min: Int64
  ) throws(DaemonError) {
    guard let value = integer(place) else { throw wrong(parameter, "is not an integer") }
    guard value >= min else { throw wrong(parameter, "is below \(min)") }
  }

  private func isText(_ place: Int) -> Bool {
    switch arguments[place] {
    case .text: true
    case .json(.string): true
    default: false
    }
  }

  private func wrong(_ parameter: CommandParameter, _ why: String) -> DaemonError {
    .parameter(parameter.name, of: method.name, why: why)
  }
}

nonisolated extension Call {
  /// Distinguishes calls with the same request id: a hash of all parameters except the session and
  /// the id.
  var digest: UInt64 {
    var hash = FNV()
    hash.add(method.name.utf8)
    for place in arguments.indices where place != method.requestIdPlace && place > 0 {
      hash.add(CollectionOfOne(UInt8(truncatingIfNeeded: place)))
      switch arguments[place] {
      case .absent: break
      case .text(let bytes): hash.add(bytes)
      case .integer(let value): hash.add(String(value).utf8)
      case .bool(let value): hash.add((value ? "true" : "false").utf8)
      case .json(.string(let text)): hash.add(text.utf8)
      case .json(let json): hash.add(json.text.utf8)
      }
    }
    return hash.value
  }
}
