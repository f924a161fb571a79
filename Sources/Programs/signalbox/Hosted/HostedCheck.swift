import Diagnostics
import PlatformComparison
import PlatformFiles
import PlatformLinks
import ProgramSupport

/// What a website serves, and what is wrong with it.
struct HostedCheck {
  let host: String
  let files: HostedFiles
  private(set) var findings: [Diagnostic] = []
  /// The number of files that were fetched.
  private(set) var fileCount = 0
  /// The work that further comparisons may do.
  private var workLeft = AssociationComparison.totalWorkMax

  init(host: String, files: HostedFiles) {
    (self.host, self.files) = (host, files)
  }

  // MARK: Apple

  /// Checks the association file.
  ///
  /// - Parameters:
  ///   - local: The file of the repository; `nil` if none is given.
  ///   - withCopy: Whether to check Apple's copy too.
  /// - Returns: Whether the website serves one.
  mutating func checkApple(
    local: AppleAssociation?, isNeeded: Bool, withCopy: Bool
  ) throws(ExitError) -> Bool {
    let usual = "https://\(host)/.well-known/\(appleName)"
    var found = try served(usual, isNeeded: false)
    if found.file == nil, found.isMissing {
      let legacy = "https://\(host)/\(appleName)"
      let other = try served(legacy, isNeeded: false)
      if let file = other.file {
        found = other
        findings.append(.legacyPlace(file, usual: usual))
      } else if isNeeded {
        findings.append(.notServed(usual, status: found.status))
      }
    }
    guard let file = found.file else { return !found.isMissing }
    if !file.isJSON { findings.append(.contentType(file, isRequired: false)) }
    let (association, faults) = AppleAssociation.parse(file.body, file: file.address)
    findings += faults.filter { $0.code != .platformLimit || $0.severity == .error }
    if file.body.count > AssociationLimits.appleBytesMax {
      findings.append(.tooLarge(file, bytesMax: AssociationLimits.appleBytesMax))
    }
    if let local, let association {
      compare(local, association, Sides("the file of the repository", "the served one"), file)
    }
    if withCopy { try checkCopy(of: association) }
    return true
  }

  /// Checks the copy that Apple's servers pass to devices.
  private mutating func checkCopy(of association: AppleAssociation?) throws(ExitError) {
    let address = "https://app-site-association.cdn-apple.com/a/v1/\(host)"
    let copy: HostedFile
    switch try files.fetch(address) {
    case .failure(let finding):
      findings.append(finding)
      return
    case .success(let file): copy = file
    }
    guard copy.status == 200 else {
      findings.append(.noCopy(copy))
      return
    }
    fileCount += 1
    let (known, faults) = AppleAssociation.parse(copy.body, file: address)
    findings += faults.filter { $0.severity == .error }
    if let known, let association {
      compare(association, known, Sides("the served file", "Apple's copy"), copy, .hostedCDN)
    }
  }

  /// What two versions of a file are called.
  private struct Sides {
    let first: String
    let second: String

    init(_ first: String, _ second: String) { (self.first, self.second) = (first, second) }
  }

  private mutating func compare(
    _ first: AppleAssociation, _ second: AppleAssociation, _ sides: Sides, _ file: HostedFile,
    _ code: DiagnosticCode = .hostedDiffers
  ) {
    let versions = [first, second]
    var apps: [[UInt8]] = []
    // For each app the places of the details that name it in both.
    var places: [[UInt8]: [[Int]]] = [:]
    for (number, version) in versions.enumerated() {
      for (place, detail) in version.details.enumerated() {
        for app in detail.apps where places[app]?[number].last != place {
          if places[app] == nil { apps.append(app) }
          places[app, default: [[], []]][number].append(place)
        }
      }
    }
    // Apps of the same details are compared once.
    var groups: [(places: [[Int]], apps: [[UInt8]])] = []
    var numbers: [[[Int]]: Int] = [:]
    for app in apps {
      guard let places = places[app] else { continue }
      if let number = numbers[places] {
        groups[number].apps.append(app)
      } else {
        numbers[places] = groups.count
        groups.append((places, [app]))
      }
    }
    var left: [[UInt8]] = []
    for (places, apps) in groups {
      guard workLeft > 0 else {
        left += apps
        continue
      }
      let rules = zip(versions, places).map { version, places in
        places.flatMap { version.details[$0].rules }
      }
      compare(rules[0], rules[1], of: apps, sides, file, code)
    }
    if !left.isEmpty { findings.append(.undecided(left, isSpelling: false, file)) }
  }

  private mutating func compare(
    _ first: [ComponentRule], _ second: [ComponentRule], of apps: [[UInt8]], _ sides: Sides,
    _ file: HostedFile, _ code: DiagnosticCode
  ) {
    let name = names(apps)
    let comparison = AssociationComparison(first, second, host: host, workMax: workLeft)
    workLeft -= comparison.work
    for difference in comparison.differences {
      let (opening, other) =
        difference.opensByFirst ? (sides.first, sides.second) : (sides.second, sides.first)
      findings.append(
        Diagnostic(
          code,
          "'\(difference.link)' opens \(name) by \(opening), and the browser by \(other)",
          advice: code == .hostedCDN
            ? "Wait until Apple's servers fetch the file again." : publishAdvice,
          severity: code == .hostedCDN ? .warning : .error,
          at: difference.second ?? file.position, other: difference.first,
          witness: difference.link))
    }
    if !comparison.isSpellingComplete {
      findings.append(.undecided(apps, isSpelling: comparison.isComplete, file))
    }
  }

  // MARK: Android

  /// Checks `assetlinks.json`.
  /// - Returns: Whether the website serves one.
  mutating func checkAndroid(local: AssetLinks?, isNeeded: Bool) throws(ExitError) -> Bool {
    let found = try served("https://\(host)/.well-known/assetlinks.json", isNeeded: isNeeded)
    guard let file = found.file else { return !found.isMissing }
    if !file.isJSON { findings.append(.contentType(file, isRequired: true)) }
    let (links, faults) = AssetLinks.parse(file.body, file: file.address)
    findings += faults
    if let local, let links { compare(local, links, file) }
    return true
  }

  private mutating func compare(_ local: AssetLinks, _ served: AssetLinks, _ file: HostedFile) {
    var packages: [[UInt8]] = []
    for statement in local.statements + served.statements
    where statement.handlesLinks && !packages.contains(statement.package) {
      packages.append(statement.package)
    }
    for package in packages {
      func own(_ links: AssetLinks) -> [AssetLinks.Statement] {
        links.statements.filter { $0.package == package && $0.handlesLinks }
      }
      func fingerprints(_ links: AssetLinks) -> Set<String> {
        Set(
          own(links).flatMap { $0.fingerprints }
            .map { String(decoding: $0, as: UTF8.self).uppercased() })
      }
      let name = inQuotes(String(decoding: package, as: UTF8.self))
      func add(_ message: String, _ statement: AssetLinks.Statement?) {
        findings.append(
          Diagnostic(
            .hostedDiffers, message,
            advice: publishAdvice, at: own(served).first?.position ?? file.position,
            other: statement?.position))
      }
      guard let here = own(local).first else {
        add("the served file lets \(name) open links, and the one of the repository does not", nil)
        continue
      }
      guard !own(served).isEmpty else {
        add("the served file does not let \(name) open links", here)
        continue
      }
      let (mine, theirs) = (fingerprints(local), fingerprints(served))
      for fingerprint in mine.subtracting(theirs).sorted() {
        add("the served file lacks the fingerprint \(shortened(fingerprint)) of \(name)", here)
      }
      for fingerprint in theirs.subtracting(mine).sorted() {
        add("only the served file has the fingerprint \(shortened(fingerprint)) of \(name)", here)
      }
      // Without dynamic rules, all links of the manifest open the app.
      func rules(_ links: AssetLinks) -> [ComponentRule] {
        let dynamic = own(links).compactMap { $0.dynamicRules }
        return dynamic.isEmpty
          ? [ComponentRule(at: own(links)[0].position)] : dynamic.flatMap { $0 }
      }
      compare(
        rules(local), rules(served), of: [package],
        Sides("the file of the repository", "the served one"), file, .hostedDiffers)
    }
  }

  // MARK: Fetching

  /// Fetches a file, and reports why the systems do not accept the answer.
  /// - Returns: `nil` if they do not; `isMissing` if there is none at the address.
  private mutating func served(
    _ address: String, isNeeded: Bool
  ) throws(ExitError) -> (file: HostedFile?, isMissing: Bool, status: Int) {
    switch try files.fetch(address) {
    case .failure(let finding):
      findings.append(finding)
      return (nil, false, 0)
    case .success(let file):
      if file.status == 404 || file.status == 410 {
        if isNeeded { findings.append(.notServed(address, status: file.status)) }
        return (nil, true, file.status)
      }
      guard file.status == 200 else {
        findings.append(
          (300..<400).contains(file.status) && file.header("location") != nil
            ? .redirected(file) : .notServed(address, status: file.status))
        return (nil, false, file.status)
      }
      fileCount += 1
      guard !file.isCut else {
        findings.append(.tooLarge(file, bytesMax: AssociationLimits.bytesMax))
        return (nil, false, file.status)
      }
      return (file, false, file.status)
    }
  }
}

extension HostedFile {
  /// Whether it is served as JSON, with any parameters.
  fileprivate var isJSON: Bool {
    let type = (header("content-type") ?? "").prefix { $0 != ";" && $0 != " " }
    return type.lowercased() == "application/json"
  }
}

/// The name of the first app, and how many others there are.
private func names(_ apps: [[UInt8]]) -> String {
  let others = apps.count > 1 ? " and \(apps.count - 1) more" : ""
  return inQuotes(String(decoding: apps.first ?? [], as: UTF8.self)) + others
}

extension Diagnostic {
  /// - Parameter isSpelling: Whether only the unusual spellings were not compared.
  fileprivate static func undecided(
    _ apps: [[UInt8]], isSpelling: Bool, _ file: HostedFile
  ) -> Diagnostic {
    Diagnostic(
      .hostedUndecided,
      isSpelling
        ? "the unusual spellings of links of \(names(apps)), such as '%61' for 'a', are too many "
          + "to compare"
        : "the links of \(names(apps)) are too many to compare",
      advice: "Simplify the patterns.", severity: .warning, at: file.position)
  }
}

/// What the systems do not accept.
extension Diagnostic {
  fileprivate static func redirected(_ file: HostedFile) -> Diagnostic {
    let target = shortened(file.header("location") ?? "")
    return Diagnostic(
      .hostedRedirect, "'\(file.address)' redirects to '\(target)' with status \(file.status)",
      advice: "Serve the file at this address: the systems follow no redirect.",
      at: file.position)
  }

  fileprivate static func notServed(_ address: String, status: Int) -> Diagnostic {
    Diagnostic(
      .hostedStatus, "'\(address)' answers with status \(status)",
      advice: "Serve the file there with status 200, to every client.",
      at: SourcePosition(file: address, line: 1, column: 1))
  }

  /// - Parameter isRequired: Whether the system ignores a file of another type.
  fileprivate static func contentType(_ file: HostedFile, isRequired: Bool) -> Diagnostic {
    let type = file.header("content-type").map { inQuotes($0) } ?? "no content type"
    return Diagnostic(
      .hostedContentType, "the file is served with \(type)",
      advice: "Serve it as application/json"
        + (isRequired ? ": Android ignores it otherwise." : "."),
      severity: isRequired ? .error : .warning, at: file.position)
  }

  fileprivate static func tooLarge(_ file: HostedFile, bytesMax: Int) -> Diagnostic {
    Diagnostic(
      .hostedSize, "the served file has more than \(bytesMax) bytes, uncompressed",
      advice: "Shorten it with wildcards and defaults.", at: file.position)
  }

  fileprivate static func legacyPlace(_ file: HostedFile, usual: String) -> Diagnostic {
    Diagnostic(
      .hostedLegacy, "the file is served only at the root of the website",
      advice: "Serve it at \(usual).", severity: .warning, at: file.position)
  }

  /// Apple's servers have no copy; their headers say why.
  fileprivate static func noCopy(_ copy: HostedFile) -> Diagnostic {
    let reasons = ["apple-failure-reason", "apple-failure-details", "apple-from"].compactMap {
      name in copy.header(name).map { "\(name): \(shortened($0, scalarsMax: 200))" }
    }
    let cause = reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
    return Diagnostic(
      .hostedCDN, "Apple's servers have no copy of the file, with status \(copy.status)\(cause)",
      advice: "Let the website serve it to Apple's servers, which fetch it again later.",
      at: copy.position)
  }
}

private let publishAdvice = "Publish the file that is meant, or change the other one."
private let appleName = "apple-app-site-association"
