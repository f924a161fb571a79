import Diagnostics

/// What `export` writes scripts as.
enum ExportedKind: String, CaseIterable {
  case maestro, shell

  var ending: String {
    switch self {
    case .maestro: ".yaml"
    case .shell: ".sh"
    }
  }

  var mode: UInt32 {
    switch self {
    case .maestro: 0o644
    case .shell: 0o755
    }
  }

  private var options: [Option] {
    switch self {
    case .maestro: [.map]
    case .shell: [.ios, .android]
    }
  }

  func check(_ arguments: Arguments) throws(Diagnostic) {
    let command = "export \(rawValue)"
    for kind in Self.allCases where kind != self {
      if let other = kind.options.first(where: arguments.has) {
        throw .ofOtherFile(other, kind: command, owners: ["export \(kind.rawValue)"])
      }
    }
    guard self == .shell else { return }
    switch (arguments.has(.ios), arguments.has(.android)) {
    case (true, true): throw .excluding("--ios", "--android")
    case (false, false): throw .needsOneOf([.ios, .android], command: command)
    case (true, false), (false, true): break
    }
  }
}
