/// The findings of a manifest, limited in number.
struct FindingList {
  /// In the order found.
  private(set) var findings: [ManifestFinding] = []

  /// Appends a finding; the first one beyond the limit is replaced by one that says so.
  mutating func append(_ finding: ManifestFinding) {
    guard findings.count <= ManifestLimits.findingsMax else { return }
    if findings.count == ManifestLimits.findingsMax, let position = finding.position {
      findings.append(.tooManyFindings(at: position))
    } else {
      findings.append(finding)
    }
  }

  /// The findings in file order, and at the end what ended the reading.
  func inOrder(followedBy fault: XMLFault?) -> [ManifestFinding] {
    let kept = findings.prefix(ManifestLimits.findingsMax).sorted { left, right in
      guard let first = left.position, let second = right.position else { return false }
      return first < second
    }
    return kept + findings.dropFirst(ManifestLimits.findingsMax) + (fault.map { [.xml($0)] } ?? [])
  }
}
