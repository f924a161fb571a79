package import Diagnostics
import PlatformLinks

/// What is wrong with a manifest, or keeps one of its filters from taking links.
extension Diagnostic {
  static func wrongRoot(_ name: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestRoot, "the root element is <\(shortened(name))>, not <manifest>",
      advice: "Name the AndroidManifest.xml of the app.", at: position)
  }

  static func malformedPattern(
    _ text: String, attribute: String, reason: AdvancedGlobError, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .platformManifestPattern,
      "\(inQuotes(text)) in 'android:\(attribute)' is no pattern: \(reason.message)",
      advice: "Correct the pattern; Android does not install the app with it.", at: position)
  }

  static func badPort(_ text: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestValue, "\(inQuotes(text)) is no port",
      advice: "Write a number; Android does not install the app with anything else.", at: position)
  }

  static func badBoolean(_ text: String, attribute: String, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformManifestValue, "'android:\(attribute)' takes true or false, not \(inQuotes(text))",
      advice: "Write true or false.", severity: .warning, at: position)
  }

  static func unresolved(_ text: String, attribute: String, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformManifestUnresolved,
      "\(inQuotes(text)) in 'android:\(attribute)' has no value in the manifest",
      advice: "Give its value, or name the merged manifest of a build.", severity: .warning,
      at: position)
  }

  static func hostWithoutScheme(at position: SourcePosition) -> Diagnostic {
    ignored(
      "the filter has hosts and no scheme, so that Android ignores them",
      advice: "Add android:scheme to a <data> element of the filter.", at: position)
  }

  static func pathWithoutHost(at position: SourcePosition) -> Diagnostic {
    ignored(
      "the filter has paths and no host, so that Android ignores them",
      advice: "Add android:host to a <data> element of the filter.", at: position)
  }

  static func portWithoutHost(at position: SourcePosition) -> Diagnostic {
    ignored(
      "a port without a host in the same element is ignored",
      advice: "Add android:host to this element.", at: position)
  }

  static func emptyGroup(at position: SourcePosition) -> Diagnostic {
    ignored(
      "a group without a path, query or fragment is ignored",
      advice: "Add a <data> element to it, or delete it.", at: position)
  }

  static func emptyData(at position: SourcePosition) -> Diagnostic {
    ignored(
      "an element without attributes is ignored",
      advice: "Delete it.", at: position)
  }

  static func nameMissing(at position: SourcePosition) -> Diagnostic {
    ignored(
      "an element without 'android:name' is ignored",
      advice: "Add the name.", at: position)
  }

  /// A part that Android ignores.
  private static func ignored(
    _ message: String,
    advice: String, at position: SourcePosition
  )
    -> Diagnostic
  {
    Diagnostic(.platformManifestIgnored, message, advice: advice, severity: .warning, at: position)
  }

  static func upperCase(_ text: String, isScheme: Bool, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestCase,
      isScheme
        ? "the scheme \(inQuotes(text)) has upper-case letters, and the schemes of links have none"
        : "the host \(inQuotes(text)) has upper-case letters", advice: "Write it in lower case.",
      severity: .warning, at: position)
  }

  static func pathWithoutSlash(_ text: String, attribute: String, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformManifestPath,
      "\(inQuotes(text)) in 'android:\(attribute)' matches no link, since paths start with a slash",
      advice: "Write a slash in front of it.", severity: .warning, at: position)
  }

  static func droppedBackslash(_ text: String, attribute: String, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformManifestBackslash,
      "a single backslash in \(inQuotes(text)) of 'android:\(attribute)' is dropped",
      advice: #"Write two backslashes for one: "\\"."#, severity: .warning, at: position)
  }

  static func unknownAttribute(_ name: String, nearest: String?, at position: SourcePosition)
    -> Diagnostic
  {
    Diagnostic(
      .platformManifestAttribute, "Android ignores \(inQuotes("android:\(name)")) here",
      advice: nearest.map { "Did you mean 'android:\($0)'? Correct or delete it." } ?? "Delete it.",
      severity: .warning, at: position)
  }

  static func missingPrefix(_ name: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestAttribute,
      "Android ignores \(inQuotes(name)), which lacks the prefix 'android:'",
      advice: "Write the prefix.", severity: .warning, at: position)
  }

  static func incompleteFilter(missing: [AndroidName], at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestIncomplete,
      "the filter takes no links, since it lacks "
        + missing.map(\.rawValue).joined(separator: " and "),
      advice: "Add what is missing, or delete the schemes http and https.", severity: .warning,
      at: position)
  }

  static func mimeType(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestMIMEType,
      "the filter takes no links, since it has a MIME type and links have none",
      advice: "Move the MIME type to a filter of its own.", severity: .warning, at: position)
  }

  /// A filter with links in an activity that takes none.
  static func unavailable(_ obstacle: ActivityDecision.Obstacle, at position: SourcePosition)
    -> Diagnostic
  {
    let (message, advice) =
      switch obstacle {
      case .appDisabled:
        (
          "the app is disabled, so that none of its filters takes links",
          "Set android:enabled to true if links should open."
        )
      case .disabled:
        (
          "the activity is disabled, so that its filters take no links",
          "Set android:enabled to true if links should open."
        )
      case .notExported:
        (
          "the activity is not exported, so that its filters take no links",
          "Set android:exported to true if links should open."
        )
      }
    return Diagnostic(
      .platformManifestUnavailable, message, advice: advice, severity: .warning, at: position)
  }

  /// No package name in the manifest: one of `assetlinks.json` is assumed.
  package static func assumedPackage(_ name: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestPackage,
      "the manifest does not name its package; \(inQuotes(name)) of assetlinks.json is assumed",
      advice: "Name it with --package NAME.", severity: .note, at: position)
  }

  static func schemeSpecificPart(attribute: String, at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestSchemeSpecific,
      "'android:\(attribute)' is compared with everything after the scheme",
      advice: "Prefer hosts and paths for links.", severity: .note, at: position)
  }

  static func tooManyFindings(at position: SourcePosition) -> Diagnostic {
    Diagnostic(
      .platformManifestTooMany, "more than \(ManifestLimits.findingsMax) findings in this file",
      advice: "Fix these first to see the rest.", severity: .warning, at: position)
  }
}
