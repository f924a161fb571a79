extension DiagnosticCode {
  /// The page of the documentation that explains the code, relative to the package. It is that of
  /// the code's family, the word ahead of the slash, unless another page explains a part of it.
  public var page: String {
    let page =
      switch self {
      case .linkNeverResumes, .linkResumesElsewhere, .routeNeverOpened, .routeBackEnds,
        .screenNeverShown, .screenTwice, .screenNoWayHome, .screenWorkLost, .gateNeverAnswered,
        .tapRefused, .tapSometimesRefused:
        "explore"
      case .routeParameter, .routeParent, .routeGuests, .routeExtension, .gateCycle, .tapParameter,
        .tapCommand:
        "route-files"
      case .routeSource: "trust"
      case .sessionScript: "replay"
      case .sessionRestore: "journal"
      default: pageOfFamily
      }
    return "docs/\(page).md"
  }

  private var pageOfFamily: String {
    let family = String(rawValue.prefix { $0 != "/" })
    return switch family {
    case "route", "redirect", "screen", "gate", "tap", "intent", "source": "check"
    case "usage": "commands"
    case "trace": "conform"
    case "router": "conform-router"
    case "flow", "allow", "policy": "explore"
    case "agent": "mcp"
    case "library": "c-library"
    case "link": "navigation"
    case "platform": "platforms"
    case "plugin", "http": "plugins"
    case "json", "daemon": "protocol"
    case "command", "session", "input", "terminal": "repl"
    case "expect", "script", "coverage": "replay"
    case "pattern", "base", "file", "yaml", "format", "name", "coordinator", "title", "definition":
      "route-files"
    case "service", "client": "serve"
    default: family
    }
  }
}
