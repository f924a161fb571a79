import Diagnostics
import FileAccess
import PlatformFiles
import PlatformLinks
import ProgramSupport

/// `signalbox hosted`: the findings are the result, so they go to standard output.
@MainActor func runHosted(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let format = try reportFormat(arguments)
  let hosts = arguments.operands.map { $0.lowercased() }
  if let bad = hosts.first(where: { !isHostName($0) }) { throw .usage([.badHost(bad)]) }
  let place = arguments.value(of: .connect)
  if let place, !isPlace(place) { throw .usage([.badValue(place, of: .connect)]) }
  var findings: [Diagnostic] = []
  let apple = arguments.value(of: .aasa).map { AppleAssociation.read(path: $0) }
  let android = arguments.value(of: .assetLinks).map { AssetLinks.read(path: $0) }
  findings += (apple?.faults ?? []) + (android?.faults ?? [])
  if let path = arguments.value(of: .authorities) {
    do { _ = try readFile(path, bytesMax: authoritiesBytesMax) } catch { throw .file(error) }
  }
  let files = HostedFiles(place: place, authorities: arguments.value(of: .authorities))
  var fileCount = 0
  for host in hosts {
    var check = HostedCheck(host: host, files: files)
    try Progress.during("fetching from \(host)") { () throws(ExitError) in
      let hasApple = try check.checkApple(
        local: apple?.association, isNeeded: apple != nil, withCopy: arguments.has(.appleCDN))
      let hasAndroid = try check.checkAndroid(local: android?.links, isNeeded: android != nil)
      // A website need not serve both.
      guard !hasApple, !hasAndroid, apple == nil, android == nil else { return }
      findings.append(.noFile(host))
    }
    findings += check.findings
    fileCount += check.fileCount
  }
  let report = CheckReport(
    command: "hosted", findings: findings,
    counts: [
      .init(key: "hosts", noun: "host", number: hosts.count),
      .init(key: "files", noun: "file", number: fileCount),
    ],
    isStrict: arguments.isStrict.value)
  try streams.write(report, as: format)
  return report.status
}

/// Whether a text is a host name in ASCII, without a port: labels of letters, digits and hyphens.
private func isHostName(_ text: String) -> Bool {
  text.utf8.count <= 253
    && text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-")
          && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
      }
}

/// Whether a text is `HOST:PORT`, or `[ADDRESS]:PORT` with an address of IPv6.
private func isPlace(_ text: String) -> Bool {
  guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
    let port = UInt16(text[text.utf8.index(after: colon)...]), port > 0
  else { return false }
  let host = text.utf8[..<colon]
  guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else {
    return isHostName(String(text[..<colon]))
  }
  let address = host.dropFirst().dropLast()
  return address.contains(UInt8(ascii: ":"))
    && address.allSatisfy { $0.hexValue != nil || ":.".utf8.contains($0) }
}

/// The most bytes of the file of `--ca`.
private let authoritiesBytesMax = 4 << 20

extension Diagnostic {
  fileprivate static func noFile(_ host: String) -> Diagnostic {
    Diagnostic(
      .hostedStatus,
      "'\(host)' serves neither apple-app-site-association nor assetlinks.json",
      advice: "Serve them under https://\(host)/.well-known/.")
  }

  fileprivate static func badHost(_ text: String) -> Diagnostic {
    Diagnostic(
      .usage, "\(inQuotes(text)) is not the name of a host",
      advice: "Write it without scheme, port and path, such as shop.example; other letters than "
        + "those of ASCII as 'xn--…'.")
  }
}
