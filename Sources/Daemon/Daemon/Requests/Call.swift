import Commands
import JSONCodec

/// What a call gives for one parameter.
enum Argument {
  /// Nothing.
  case absent
  /// Printable ASCII, in the line that is being answered.
  case text(UnsafeBufferPointer<UInt8>)
  case integer(Int64)
  case bool(Bool)
  /// Any value that was read whole.
  case json(JSON)
}

/// A call whose parameters are of the right types: the method looks at them by their places in its
/// row.
struct Call {
  let client: Client
  let method: Method
  /// One a parameter of the method, in its order; they last until the call is answered.
  let arguments: UnsafeBufferPointer<Argument>
  /// Whether it is known that the arguments are what the method wants.
  var isChecked = false

  /// The text of a parameter; `nil` if it is not given.
  func text(_ place: Int) -> String? {
    switch arguments[place] {
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .json(let json): json.stringValue
    case .absent, .integer, .bool: nil
    }
  }

  /// The integer of a parameter; `nil` if it is not given.
  func integer(_ place: Int) -> Int64? {
    switch arguments[place] {
    case .integer(let value): value
    case .json(let json): json.intValue
    case .absent, .text, .bool: nil
    }
  }

  /// The truth of a parameter; `nil` if it is not given.
  func bool(_ place: Int) -> Bool? {
    switch arguments[place] {
    case .bool(let value): value
    case .json(let json): json.boolValue
    case .absent, .text, .integer: nil
    }
  }

  /// The bytes of a text; `nil` if it is not given.
  func bytes(_ place: Int) -> [UInt8]? {
    switch arguments[place] {
    case .text(let bytes): Array(bytes)
    case .json(let json): json.stringValue.map { Array($0.utf8) }
    case .absent, .integer, .bool: nil
    }
  }

  /// The words behind a command that stand for the parameters after the session.
  func words() -> [String] {
    var words: [String] = []
    for (place, parameter) in method.parameters.enumerated().dropFirst() {
      if place == method.requestIdPlace { continue }
      switch parameter.kind {
      case .text, .line, .script: words += text(place).map { [$0] } ?? []
      case .integer: words += integer(place).map { [String($0)] } ?? []
      case .choice(_, let said):
        if let word = text(place), word.utf8.elementsEqual(said.utf8) { words.append(said) }
      case .flag(let on, let off): words += bool(place).map { [$0 ? on : off] } ?? []
      case .values:
        if case .json(.object(let members)) = arguments[place] {
          words += members.map { "\($0.key)=\($0.value.stringValue ?? "")" }
        }
      }
    }
    return words
  }

  /// Whether every parameter has what its kind wants, and what must be given is.
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
        of: method.name, why: "is wanted, and not both")
    }
  }

  private func check(_ parameter: Command.Parameter, _ place: Int) throws(DaemonError) {
    switch parameter.kind {
    case .text, .line, .script:
      guard isText(place) else { throw wrong(parameter, "is no text") }
    case .integer(let min):
      guard let value = integer(place) else { throw wrong(parameter, "is no integer") }
      guard value >= min else { throw wrong(parameter, "is below \(min)") }
    case .choice(let unsaid, let said):
      guard let word = text(place),
        word.utf8.elementsEqual(unsaid.utf8) || word.utf8.elementsEqual(said.utf8)
      else { throw wrong(parameter, "is neither '\(unsaid)' nor '\(said)'") }
    case .flag:
      guard bool(place) != nil else { throw wrong(parameter, "is neither true nor false") }
    case .values:
      guard case .json(.object(let members)) = arguments[place],
        members.allSatisfy({ $0.value.stringValue != nil })
      else { throw wrong(parameter, "is no object of texts") }
    }
  }

  private func isText(_ place: Int) -> Bool {
    switch arguments[place] {
    case .text: true
    case .json(.string): true
    default: false
    }
  }

  private func wrong(_ parameter: Command.Parameter, _ why: String) -> DaemonError {
    .parameter(parameter.name, of: method.name, why: why)
  }
}
