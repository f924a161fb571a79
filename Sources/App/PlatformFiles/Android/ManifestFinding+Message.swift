import Diagnostics
import FileAccess
import PlatformLinks

extension ManifestFinding {
  /// What is wrong, with the offending text quoted.
  package var message: String {
    switch self {
    case .file(let error): error.message
    case .xml(let fault): fault.message
    case .wrongRoot(let name, _): "the root element is <\(shortened(name))>, not <manifest>"
    case .malformedPattern(let text, let attribute, let reason, _):
      "\(inQuotes(text)) in 'android:\(attribute)' is no pattern: \(reason.message)"
    case .badPort(let text, _): "\(inQuotes(text)) is no port"
    case .badBoolean(let text, let attribute, _):
      "'android:\(attribute)' takes true or false, not \(inQuotes(text))"
    case .unresolved(let text, let attribute, _):
      "\(inQuotes(text)) in 'android:\(attribute)' has no value in the manifest"
    case .ignored(let part, _): part.message
    case .upperCase(let text, true, _):
      "the scheme \(inQuotes(text)) has upper-case letters, and the schemes of links have none"
    case .upperCase(let text, false, _): "the host \(inQuotes(text)) has upper-case letters"
    case .pathWithoutSlash(let text, let attribute, _):
      "\(inQuotes(text)) in 'android:\(attribute)' matches no link, since paths start with a slash"
    case .droppedBackslash(let text, let attribute, _):
      "a single backslash in \(inQuotes(text)) of 'android:\(attribute)' is dropped"
    case .unknownAttribute(let name, _, _): "Android ignores \(inQuotes("android:\(name)")) here"
    case .missingPrefix(let name, _):
      "Android ignores \(inQuotes(name)), which lacks the prefix 'android:'"
    case .incompleteFilter(let missing, _):
      "the filter takes no links, since it lacks "
        + missing.map(\.rawValue).joined(separator: " and ")
    case .mimeType: "the filter takes no links, since it has a MIME type and links have none"
    case .unavailable(let obstacle, _): obstacle.message
    case .unverified: "Android does not verify the hosts of this filter"
    case .schemeSpecificPart(let attribute, _):
      "'android:\(attribute)' is compared with everything after the scheme"
    case .tooManyFindings: "more than \(ManifestLimits.findingsMax) findings in this file"
    }
  }

  /// What to do.
  package var advice: String? {
    switch self {
    case .file(let error): error.advice
    case .xml(let fault): fault.advice
    case .wrongRoot: "Name the AndroidManifest.xml of the app."
    case .malformedPattern: "Correct the pattern; Android does not install the app with it."
    case .badPort: "Write a number; Android does not install the app with anything else."
    case .badBoolean: "Write true or false."
    case .unresolved: "Give its value, or name the merged manifest of a build."
    case .ignored(let part, _): part.advice
    case .upperCase: "Write it in lower case."
    case .pathWithoutSlash: "Write a slash in front of it."
    case .droppedBackslash: #"Write two backslashes for one: "\\"."#
    case .unknownAttribute(_, let nearest, _):
      nearest.map { "Did you mean 'android:\($0)'? Correct or delete it." } ?? "Delete it."
    case .missingPrefix: "Write the prefix."
    case .incompleteFilter: "Add what is missing, or delete the schemes http and https."
    case .mimeType: "Move the MIME type to a filter of its own."
    case .unavailable(let obstacle, _): obstacle.advice
    case .unverified:
      "Add android:autoVerify=\"true\" if the links belong to the app, or they open in the browser."
    case .schemeSpecificPart: "Prefer hosts and paths for links."
    case .tooManyFindings: "Fix these first to see the rest."
    }
  }
}

extension ManifestFinding.Ignored {
  fileprivate var message: String {
    switch self {
    case .hostWithoutScheme: "the filter has hosts and no scheme, so that Android ignores them"
    case .pathWithoutHost: "the filter has paths and no host, so that Android ignores them"
    case .portWithoutHost: "a port without a host in the same element is ignored"
    case .emptyGroup: "a group without a path, query or fragment is ignored"
    case .emptyData: "an element without attributes is ignored"
    case .nameMissing: "an element without 'android:name' is ignored"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .hostWithoutScheme: "Add android:scheme to a <data> element of the filter."
    case .pathWithoutHost: "Add android:host to a <data> element of the filter."
    case .portWithoutHost: "Add android:host to this element."
    case .emptyGroup: "Add a <data> element to it, or delete it."
    case .emptyData: "Delete it."
    case .nameMissing: "Add the name."
    }
  }
}

extension ActivityDecision.Obstacle {
  fileprivate var message: String {
    switch self {
    case .appDisabled: "the app is disabled, so that none of its filters takes links"
    case .disabled: "the activity is disabled, so that its filters take no links"
    case .notExported: "the activity is not exported, so that its filters take no links"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .appDisabled, .disabled: "Set android:enabled to true if links should open."
    case .notExported: "Set android:exported to true if links should open."
    }
  }
}

private func inQuotes(_ text: String) -> String { "'\(shortened(text))'" }
