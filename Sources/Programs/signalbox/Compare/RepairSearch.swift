import Diagnostics
import FileAccess
import Navigation
import PlatformComparison
import PlatformFiles
import PlatformLinks

/// Finds edits of an association file and a manifest after which `compare` has fewer findings, and
/// no link that was proved changes otherwise.
///
/// Each edit is checked by a comparison of the files with it; one that cannot be checked is left
/// out. An edit is kept if there are fewer errors and warnings, and each kind of link, before and
/// after, opens the app as before, or now as the routes have it.
struct RepairSearch {
  let definition: AppDefinition
  let hosts: [AssociatedHost]?
  /// The files' claims with the edits that were kept.
  private(set) var claims: LinkClaims
  private(set) var comparison: PlatformComparison
  private(set) var faults: [Diagnostic]
  /// The findings about the files as they were.
  private let first: [Diagnostic]
  /// The files that can be edited, by their names in positions.
  private let originals: [String: [UInt8]]
  private var files: [String: [UInt8]]
  private let association: String?
  private let manifest: String?
  /// The comparisons that are made.
  private static let repairsMax = 100
  private var left = repairsMax

  /// - Parameters:
  ///   - association: The name of the association file; `nil` without one.
  ///   - manifest: The name of the manifest; `nil` without one.
  ///   - faults: What is wrong with the files themselves.
  init(
    _ definition: AppDefinition, _ claims: LinkClaims, hosts: [AssociatedHost]?,
    association: String?, manifest: String?, faults: [Diagnostic]
  ) {
    (self.definition, self.claims, self.hosts) = (definition, claims, hosts)
    (self.association, self.manifest, self.faults) = (association, manifest, faults)
    comparison = PlatformComparison(definition, claims, hosts: hosts)
    var files: [String: [UInt8]] = [:]
    for case let name? in [association, manifest] {
      files[name] = try? readFile(name, bytesMax: XMLLimits.fileBytesMax, allowsPipes: false)
    }
    (originals, self.files) = (files, files)
    first = Self.findings(faults, comparison, claims, hosts)
  }

  /// The findings about the files with the edits.
  var findings: [Diagnostic] { Self.findings(faults, comparison, claims, hosts) }

  /// The errors and warnings that no edit removes, at their places without the edits.
  var remaining: [Diagnostic] {
    struct Content: Hashable {
      let code: DiagnosticCode
      let message: String
    }
    let left = Set(findings.map { Content(code: $0.code, message: $0.message) })
    return first.filter {
      $0.severity != .note && left.contains(Content(code: $0.code, message: $0.message))
    }
  }

  private static func findings(
    _ faults: [Diagnostic], _ comparison: PlatformComparison, _ claims: LinkClaims,
    _ hosts: [AssociatedHost]?
  ) -> [Diagnostic] {
    findingsOnce(faults, comparison.findings) + claims.neverVerified(hosts: hosts)
  }

  /// The patch, file by file; empty if no edit was kept.
  var patch: String {
    files.keys.sorted().map { name in
      UnifiedDiff(
        file: name, from: String(decoding: originals[name] ?? [], as: UTF8.self),
        to: String(decoding: files[name] ?? [], as: UTF8.self)
      ).text
    }.joined()
  }

  /// Tries every edit, until none is left that helps.
  mutating func run() {
    while left > 0, let (repair, change) = firstHelp() {
      files[repair.file] = repair.bytes
      (claims, comparison, faults) = (change.claims, change.comparison, change.faults)
    }
  }

  private struct State {
    let claims: LinkClaims
    let comparison: PlatformComparison
    let faults: [Diagnostic]
  }

  /// The first edit that helps, and the files with it.
  private mutating func firstHelp() -> ((file: String, bytes: [UInt8]), State)? {
    let verifying = claims.unverifiedFilters.filter { $0.reason == .notDeclared }
      .map { Repair(at: $0.filter.position, [.verify]) }
    for repair in comparison.repairs + verifying {
      guard let bytes = files[repair.position.file] else { continue }
      for change in repair.changes where left > 0 {
        var text = RuleText(bytes)
        guard text.apply(change, at: repair.position) else { continue }
        left -= 1
        if let state = state(with: text.bytes, of: repair.position.file), isBetter(state) {
          return ((repair.position.file, text.bytes), state)
        }
      }
    }
    return nil
  }

  /// The comparison of the files with another text of one; `nil` if it cannot be read.
  private func state(with bytes: [UInt8], of file: String) -> State? {
    var claims = claims
    var faults = faults.filter { $0.position?.file != file }
    if file == association {
      let (read, found) = AppleAssociation.parse(bytes, file: file)
      guard let read else { return nil }
      claims.apple?.association = read
      faults += found
    } else {
      let read = ManifestFile(bytes, file: file)
      guard let manifest = read.manifest else { return nil }
      let level = claims.androidLevel
      claims.android?.manifest = manifest.read(at: level)
      faults += read.findings
    }
    let comparison = PlatformComparison(definition, claims, hosts: hosts)
    return State(claims: claims, comparison: comparison, faults: faults)
  }

  private func isBetter(_ state: State) -> Bool {
    func count(_ findings: [Diagnostic]) -> Int { findings.count { $0.severity != .note } }
    let after = Self.findings(state.faults, state.comparison, state.claims, hosts)
    guard count(after) < count(findings), state.comparison.unconfirmed.isEmpty,
      !after.contains(where: { $0.code == .compareUndecided })
    else { return false }
    return (comparison.proved + state.comparison.proved).allSatisfy { proved in
      Platform.allCases.allSatisfy { platform in
        let wasOpen = claims.verdict(on: platform, proved.link) == .app
        let isOpen = state.claims.verdict(on: platform, proved.link) == .app
        return isOpen == wasOpen || isOpen == proved.isRouted
      }
    }
  }
}
