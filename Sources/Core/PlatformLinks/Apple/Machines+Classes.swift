// Which bytes the machines of association files distinguish in a state: all bytes that are in the
// same of these classes lead to the same state. Searches of languages try one byte of each
// combination only.

extension GlobMachine {
  /// The classes that the state distinguishes.
  package func classes(in state: State) -> [ByteClass] {
    var classes: [ByteClass] = []
    for node in state.nodes {
      guard let taken = taken(by: node), !classes.contains(taken) else { continue }
      classes.append(taken)
    }
    return classes
  }
}

extension PartMachine {
  /// Whether bytes that are in none of the classes may lead to a match.
  /// - Parameter isEscaped: Whether they are escaped.
  package func takesAny(in state: State, isEscaped: Bool) -> Bool {
    guard isEscaped, !isDecoded else { return takesAny(in: state) }
    return !step(state, UInt8(ascii: "%")).isDead
  }

  /// The classes of unescaped bytes other than `%`, in a state that is not within an escape.
  package func classes(in state: State) -> [ByteClass] {
    innerClasses(in: state) + (trimsSlashes ? [ByteClass("/".utf8)] : [])
  }

  /// The classes of the bytes that `%` and two hexadecimal digits encode, in a state that is not
  /// within an escape.
  /// - Parameter isLowercase: Whether the digits are written in lower case.
  package func escapedClasses(in state: State, isLowercase: Bool) -> [ByteClass] {
    guard !isDecoded else { return classes(in: state) }
    let percent = step(state, UInt8(ascii: "%"))
    guard !percent.isDead else { return [] }
    // Most patterns have `*` here, or nothing that depends on the digits.
    let digits = ByteClass("0123456789abcdefABCDEF".utf8)
    func isUniform(_ state: State) -> Bool {
      innerClasses(in: state).allSatisfy { $0.intersection(digits).isEmpty }
    }
    if isUniform(percent), isUniform(step(percent, UInt8(ascii: "0"))) { return [] }
    var groups: [State: ByteClass] = [:]
    for byte in UInt8.min...UInt8.max {
      let after = hexDigits(of: byte, isLowercase: isLowercase).reduce(percent, step)
      groups[after, default: ByteClass([])].insert(byte)
    }
    return Array(groups.values)
  }
}

extension ItemMachine {
  /// The classes of unescaped bytes other than `%`, in a state that is not within an escape.
  package func classes(in state: State) -> [ByteClass] {
    let marks = [ByteClass("&".utf8)]
    return switch state.item {
    case .name(let read): name.classes(in: read) + marks + [ByteClass("=".utf8)]
    case .value(let read): value.classes(in: read) + marks
    case .other: marks
    }
  }

  /// The classes of the bytes that `%` and two hexadecimal digits encode, in a state that is not
  /// within an escape.
  package func escapedClasses(in state: State, isLowercase: Bool) -> [ByteClass] {
    switch state.item {
    case .name(let read): name.escapedClasses(in: read, isLowercase: isLowercase)
    case .value(let read): value.escapedClasses(in: read, isLowercase: isLowercase)
    case .other: []
    }
  }
}

/// The two hexadecimal digits of a byte.
package func hexDigits(of byte: UInt8, isLowercase: Bool) -> [UInt8] {
  [byte >> 4, byte & 15].map { digit in
    digit < 10
      ? UInt8(ascii: "0") + digit
      : UInt8(ascii: isLowercase ? "a" : "A") + (digit - 10)
  }
}
