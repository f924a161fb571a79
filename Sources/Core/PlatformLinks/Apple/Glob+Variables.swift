import Languages

extension Glob {
  /// The variables that patterns can name: an association file's own and the built-in ones.
  public struct Variables: Sendable {
    /// The texts of a variable.
    struct Variable: Sendable {
      let exact: Element
      let ignoringCase: Element
      /// The states that a reference needs, at most.
      let states: Int
    }

    private let own: [[UInt8]: Variable]

    /// The built-in variables and a file's own.
    ///
    /// A value can contain `*` and `?`, but no variables. A name of its own hides a built-in one;
    /// what Apple does then is not documented.
    /// - Complexity: O(bytes of the values)
    public init(own values: [[UInt8]: [[UInt8]]] = [:]) {
      own = values.mapValues(Variable.init(values:))
    }

    subscript(name: [UInt8]) -> Variable? {
      own[name] ?? Self.builtIn[name]
    }

    /// Whether a name is that of a built-in variable.
    public static func isBuiltIn(_ name: [UInt8]) -> Bool { builtIn[name] != nil }

    /// The names of the built-in variables.
    public static let builtInNames = builtIn.keys.map { String(decoding: $0, as: UTF8.self) }
      .sorted()

    /// The name of the built-in variable that became a part of a pattern; `nil` if none did.
    static func builtInName(of part: Element) -> String? {
      let named = builtIn.first { $0.value.exact == part || $0.value.ignoringCase == part }
      return named.map { String(decoding: $0.key, as: UTF8.self) }
    }

    private static let builtIn: [[UInt8]: Variable] = {
      let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
      let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      let variables: [(String, Variable)] = [
        ("alpha", Variable(SymbolSet([upper, lower].joined()))),
        ("upper", Variable(SymbolSet(upper))), ("lower", Variable(SymbolSet(lower))),
        ("alnum", Variable(SymbolSet([upper, lower, digits].joined()))),
        ("digit", Variable(SymbolSet(digits))),
        ("xdigit", Variable(SymbolSet("0123456789abcdefABCDEF".utf8))),
        ("region", Variable(codes: ISOCodes.regions)),
        ("lang", Variable(codes: ISOCodes.languages)),
      ]
      return Dictionary(uniqueKeysWithValues: variables.map { (Array($0.utf8), $1) })
    }()
  }
}

extension Glob.Variables.Variable {
  /// One byte of a class.
  init(_ bytes: SymbolSet) {
    self.init(exact: .bytes(bytes), ignoringCase: .bytes(bytes.ignoringCase), states: 1)
  }

  /// One of the codes, which are separated by spaces.
  init(codes: String) {
    let texts = codes.utf8.split(separator: UInt8(ascii: " ")).map { Array($0)[...] }
    let exact = Glob.tree(of: texts)
    self.init(
      exact: exact, ignoringCase: exact.ignoringCase, states: Glob.states(of: [exact]))
  }

  init(values: [[UInt8]]) {
    let exact = Glob.Element.oneOf(values.map(Glob.valueElements))
    self.init(
      exact: exact, ignoringCase: exact.ignoringCase, states: Glob.states(of: [exact]))
  }
}

extension Glob {
  /// The parts of a variable's value, where only `*` and `?` have a meaning.
  fileprivate static func valueElements(_ text: [UInt8]) -> [Element] {
    text.map { byte in
      switch byte {
      case UInt8(ascii: "*"): .run
      case UInt8(ascii: "?"): .any
      default: .byte(byte)
      }
    }
  }

  /// A part that matches one of some short texts and shares their first bytes, so that its machine
  /// is small.
  fileprivate static func tree(of texts: [ArraySlice<UInt8>]) -> Element {
    var branches: [[Element]] = texts.contains { $0.isEmpty } ? [[]] : []
    var last: [UInt8] = []
    let groups = Dictionary(grouping: texts.filter { !$0.isEmpty }) { $0[$0.startIndex] }
    for (byte, group) in groups.sorted(by: { $0.key < $1.key }) {
      if group.count == 1, group[0].count == 1 {
        last.append(byte)
      } else {
        branches.append([.byte(byte), tree(of: group.map { $0.dropFirst() })])
      }
    }
    if !last.isEmpty { branches.append([.bytes(SymbolSet(last))]) }
    return .oneOf(branches)
  }
}

extension Glob.Element {
  /// The part with ASCII letters in both cases.
  fileprivate var ignoringCase: Glob.Element {
    switch self {
    case .byte(let byte): Glob.element(byte, isCaseSensitive: false)
    case .bytes(let bytes): .bytes(bytes.ignoringCase)
    case .any, .run: self
    case .oneOf(let texts): .oneOf(texts.map { $0.map { $0.ignoringCase } })
    }
  }
}
