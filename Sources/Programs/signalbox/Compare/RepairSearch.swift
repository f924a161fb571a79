import Commands
import Diagnostics
import FileAccess
import Navigation
import PlatformComparison
import PlatformFiles
import PlatformLinks
import ProgramSupport
import RouteFiles

/// Finds edits of an association file, a manifest and route files after which `compare` has fewer
/// findings, and no link that was proved changes otherwise.
///
/// Each edit is checked by a comparison of the files with it; one that cannot be checked is left
/// out. An edit is kept if there are fewer errors and warnings, each link of the routes shows what
/// it showed, and each kind of link, before and after, opens the app as before, or now as the
/// routes have it.
@MainActor struct RepairSearch {
  /// The files with the edits that were kept.
  private(set) var compared: ComparedFiles
  /// The files as they were.
  private let first: ComparedFiles
  /// The files that can be edited, by their names in positions.
  private let originals: [String: [UInt8]]
  private var files: [String: [UInt8]]
  /// What the route files declare, with the edits.
  private var drafts: [PluginDraft]
  private let association: String?
  private let manifest: String?
  /// The comparisons that are made.
  private static let repairsMax = 100
  private var left = repairsMax
  /// The work of all comparisons together, in the words of `PlatformComparison`: some 4 s.
  private static let workMax = 130_000_000
  private var workLeft = workMax
  /// Whether all edits were tried.
  var isComplete: Bool { left > 0 && workLeft > 0 }

  /// - Parameters:
  ///   - drafts: What the route files declare.
  ///   - association: The name of the association file; `nil` without one that can be used.
  ///   - manifest: The name of the manifest; `nil` without one that can be used.
  /// - Throws: If a file to edit is not a file.
  init(
    _ compared: ComparedFiles, _ drafts: [PluginDraft], association: String?, manifest: String?
  ) throws(ExitError) {
    (self.compared, first, self.drafts) = (compared, compared, drafts)
    (self.association, self.manifest) = (association, manifest)
    var files: [String: [UInt8]] = [:]
    for case let name? in [association, manifest] + drafts.map(\.name.position?.file) {
      guard !isStandardInput(name) else { throw .usage([.notEditable(name)]) }
      do { files[name] = try readFile(name, bytesMax: bytesMax) } catch { throw .file(error) }
    }
    (originals, self.files) = (files, files)
  }

  /// What is left with the edits.
  var findings: [Diagnostic] { compared.findings }

  /// The errors and warnings that no edit removes, at their places without the edits.
  var remaining: [Diagnostic] {
    struct Content: Hashable {
      let code: DiagnosticCode
      let message: String
    }
    let left = Set(findings.map { Content(code: $0.code, message: $0.message) })
    return first.findings.filter {
      $0.severity != .note && left.contains(Content(code: $0.code, message: $0.message))
    }
  }

  /// The patch, file by file; empty if no edit was kept.
  func patch(_ names: PatchNames) -> String {
    files.keys.sorted().map { file in
      UnifiedDiff(
        file: names[file], from: String(decoding: originals[file] ?? [], as: UTF8.self),
        to: String(decoding: files[file] ?? [], as: UTF8.self)
      ).text
    }.joined()
  }

  /// The files that the patch changes.
  var changedFiles: [String] { files.keys.filter { files[$0] != originals[$0] }.sorted() }

  /// Tries every edit, until none is left that helps.
  mutating func run() {
    while isComplete, let help = firstHelp() {
      files[help.file] = help.bytes
      (compared, drafts) = (help.compared, help.drafts)
    }
  }

  private struct Help {
    let file: String
    let bytes: [UInt8]
    let compared: ComparedFiles
    let drafts: [PluginDraft]
  }

  /// The first edit that helps, and the files with it.
  private mutating func firstHelp() -> Help? {
    let verifying = compared.claims.unverifiedFilters.filter { $0.reason == .notDeclared }
      .map { Repair(at: $0.filter.position, [.verify]) }
    let repairs = compared.comparison.repairs + verifying + compared.routeRepairs(drafts)
    for repair in repairs {
      let file = repair.position.file
      guard let bytes = files[file] else { continue }
      for change in repair.changes where isComplete {
        var text = RuleText(bytes)
        guard text.apply(change, at: repair.position) else { continue }
        left -= 1
        guard let help = help(with: text.bytes, of: file) else { continue }
        workLeft -= help.compared.comparison.work
        if isBetter(help.compared) { return help }
      }
    }
    return nil
  }

  /// The comparison of the files with another text of one; `nil` if it cannot be read.
  private func help(with bytes: [UInt8], of file: String) -> Help? {
    var (definition, claims, drafts) = (compared.definition, compared.claims, drafts)
    var faults = compared.faults.filter { $0.position?.file != file }
    if file == association {
      let (read, found) = AppleAssociation.parse(bytes, file: file)
      guard let read else { return nil }
      claims.apple?.association = read
      faults += found
    } else if file == manifest {
      let read = ManifestFile(bytes, file: file)
      guard let manifest = read.manifest else { return nil }
      let level = claims.androidLevel
      claims.android?.manifest = manifest.read(at: level)
      faults += read.findings
    } else {
      let (draft, errors) = RouteFolder.parse(bytes, file: file)
      guard let draft, errors.isEmpty,
        let index = drafts.firstIndex(where: { sameBytes($0.name.position?.file, file) })
      else { return nil }
      drafts[index] = draft
      guard case .success(let app) = App.made(of: drafts) else { return nil }
      definition = app.definition
    }
    let changed = ComparedFiles(
      definition, claims, hosts: compared.hosts, from: compared.comparison.source, faults: faults)
    return Help(file: file, bytes: bytes, compared: changed, drafts: drafts)
  }

  private func isBetter(_ changed: ComparedFiles) -> Bool {
    func count(_ findings: [Diagnostic]) -> Int { findings.count { $0.severity != .note } }
    let after = changed.findings
    guard count(after) < count(findings), changed.comparison.unconfirmed.isEmpty,
      !after.contains(where: { $0.code == .compareUndecided })
    else { return false }
    return (compared.comparison.proved + changed.comparison.proved).allSatisfy { proved in
      let before = compared.definition.shown(by: proved.link)
      let now = changed.definition.shown(by: proved.link)
      guard before == nil || before == now else { return false }
      return Platform.allCases.allSatisfy { platform in
        let wasOpen = compared.claims.verdict(on: platform, proved.link) == .app
        let isOpen = changed.claims.verdict(on: platform, proved.link) == .app
        return isOpen == wasOpen || isOpen == (proved.isRouted || now != nil)
      }
    }
  }
}

extension RepairSearch {
  /// A note if the patch changes what opens on levels of Android that do not read what it writes.
  var olderLevels: Diagnostic? {
    let level = AndroidLevel.verifiesEachHost - 1
    guard let manifest, compared.claims.androidLevel > level, files[manifest] != originals[manifest]
    else { return nil }
    func claims(_ bytes: [UInt8]?) -> LinkClaims {
      var claims = compared.claims
      let read = bytes.flatMap { ManifestFile($0, file: manifest).manifest }
      if let read { claims.android?.manifest = read.read(at: level) }
      return claims
    }
    let (before, after) = (claims(originals[manifest]), claims(files[manifest]))
    for proved in first.comparison.proved + compared.comparison.proved {
      guard let was = before.decision(on: .android, proved.link),
        let now = after.decision(on: .android, proved.link), was.isClaimed != now.isClaimed,
        now.isClaimed != proved.isRouted
      else { continue }
      return .olderLevels(
        String(decoding: proved.link, as: UTF8.self), opensApp: now.isClaimed,
        at: was.claimPosition(in: before) ?? SourcePosition(file: manifest, line: 1, column: 1))
    }
    return nil
  }
}

extension AppDefinition {
  /// The pattern of the route whose screen a link opens at last; `nil` if it opens none.
  fileprivate func shown(by link: [UInt8]) -> TextBytes? {
    let route = (try? resolve(String(decoding: link, as: UTF8.self))).map { self[$0.route] }
    return route.flatMap { $0.presentation.entersNoScreen ? nil : TextBytes($0.pattern) }
  }
}

extension Diagnostic {
  fileprivate static func notEditable(_ name: String) -> Diagnostic {
    Diagnostic(
      .usage, "--fix cannot edit standard input, which \(inQuotes(name)) is",
      advice: "Save it to a file, and name that.")
  }

  fileprivate static func olderLevels(
    _ link: String, opensApp: Bool, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .compareOlderLevels,
      "up to Android 11, '\(link)' opens \(opensApp ? "the app" : "no app") after the patch, since "
        + "these levels do not read android:pathAdvancedPattern",
      advice: "Leave this edit out if the app is for such levels; --api 30 shows them.",
      severity: .note, at: position, witness: link)
  }
}

/// Larger than any file that is edited.
private let bytesMax = 8 << 20
