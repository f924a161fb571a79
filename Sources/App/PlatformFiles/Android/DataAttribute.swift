import PlatformLinks

/// The attributes of `<data>`.
enum DataAttribute: String, CaseIterable {
  case scheme, host, port, mimeType, mimeGroup
  case ssp, sspPrefix, sspSuffix, sspPattern, sspAdvancedPattern
  case path, pathPrefix, pathSuffix, pathPattern, pathAdvancedPattern
  case query, queryPrefix, querySuffix, queryPattern, queryAdvancedPattern
  case fragment, fragmentPrefix, fragmentSuffix, fragmentPattern, fragmentAdvancedPattern

  /// What an attribute adds to a filter or group.
  enum Role {
    case scheme
    case host
    case port
    case mimeType
    case schemeSpecificPart(AndroidTextMatcher.Kind)
    case relative(RelativeFilterGroup.Part, AndroidTextMatcher.Kind)
  }

  /// Those of `<data>` in a filter.
  static let ofFilters = allCases.filter {
    if case .relative(let part, _) = $0.role { part == .path } else { true }
  }

  /// Those of `<data>` in a group.
  static let ofGroups = allCases.filter { if case .relative = $0.role { true } else { false } }

  var role: Role {
    switch self {
    case .scheme: .scheme
    case .host: .host
    case .port: .port
    case .mimeType, .mimeGroup: .mimeType
    case .ssp: .schemeSpecificPart(.literal)
    case .sspPrefix: .schemeSpecificPart(.prefix)
    case .sspSuffix: .schemeSpecificPart(.suffix)
    case .sspPattern: .schemeSpecificPart(.simpleGlob)
    case .sspAdvancedPattern: .schemeSpecificPart(.advancedGlob)
    case .path: .relative(.path, .literal)
    case .pathPrefix: .relative(.path, .prefix)
    case .pathSuffix: .relative(.path, .suffix)
    case .pathPattern: .relative(.path, .simpleGlob)
    case .pathAdvancedPattern: .relative(.path, .advancedGlob)
    case .query: .relative(.query, .literal)
    case .queryPrefix: .relative(.query, .prefix)
    case .querySuffix: .relative(.query, .suffix)
    case .queryPattern: .relative(.query, .simpleGlob)
    case .queryAdvancedPattern: .relative(.query, .advancedGlob)
    case .fragment: .relative(.fragment, .literal)
    case .fragmentPrefix: .relative(.fragment, .prefix)
    case .fragmentSuffix: .relative(.fragment, .suffix)
    case .fragmentPattern: .relative(.fragment, .simpleGlob)
    case .fragmentAdvancedPattern: .relative(.fragment, .advancedGlob)
    }
  }
}
