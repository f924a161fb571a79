package import Diagnostics
package import FileAccess
package import PlatformLinks

/// What is wrong with a manifest, or keeps one of its filters from taking links.
package enum ManifestFinding: Diagnostic, Hashable {
  /// Parts of a filter that Android ignores.
  package enum Ignored: Sendable, Hashable, CaseIterable {
    case hostWithoutScheme
    case pathWithoutHost
    case portWithoutHost
    case emptyGroup
    case emptyData
    case nameMissing
  }

  /// The file could not be read.
  case file(FileError)
  /// The file is no XML, or exceeds a limit.
  case xml(XMLFault)
  /// The root is not `<manifest>`.
  case wrongRoot(String, at: SourcePosition)
  /// An advanced pattern that Android refuses, or that exceeds a limit.
  case malformedPattern(String, attribute: String, reason: AdvancedGlobError, at: SourcePosition)
  /// A port that is no number of 32 bits.
  case badPort(String, at: SourcePosition)
  /// A value that is neither `true` nor `false`.
  case badBoolean(String, attribute: String, at: SourcePosition)
  /// A resource, or a placeholder of Gradle, whose value is not in the manifest.
  case unresolved(String, attribute: String, at: SourcePosition)
  /// A part that Android ignores.
  case ignored(Ignored, at: SourcePosition)
  /// A scheme or host with upper-case letters.
  case upperCase(String, isScheme: Bool, at: SourcePosition)
  /// A path that starts with no slash, so that no link with a host has it.
  case pathWithoutSlash(String, attribute: String, at: SourcePosition)
  /// A backslash that the resource compiler drops.
  case droppedBackslash(String, attribute: String, at: SourcePosition)
  /// An attribute of `<data>` that Android does not know, or not here.
  case unknownAttribute(String, nearest: String?, at: SourcePosition)
  /// An attribute without the prefix `android:`.
  case missingPrefix(String, at: SourcePosition)
  /// A filter with `http` or `https` that takes no links.
  case incompleteFilter(missing: [AndroidName], at: SourcePosition)
  /// A filter with `http` or `https` and a MIME type.
  case mimeType(at: SourcePosition)
  /// A filter with links in an activity that takes none.
  case unavailable(ActivityDecision.Obstacle, at: SourcePosition)
  /// A filter with `http` or `https` whose hosts Android does not verify.
  case unverified(at: SourcePosition)
  /// An attribute that is compared with everything after the scheme.
  case schemeSpecificPart(attribute: String, at: SourcePosition)
  /// More findings than `ManifestLimits.findingsMax`; the rest is not reported.
  case tooManyFindings(at: SourcePosition)
}
