import Diagnostics
import Links
import Navigation

/// The values that a key takes, as far as a JSON Schema can describe them. The readers check the
/// rest.
package indirect enum KeyShape {
  /// The number of the format.
  case version
  case name
  /// A text or a number, perhaps empty; a link, a pattern, and the name of a variable are not.
  case text, link, pattern, variable
  case bool, duration
  case words([String])
  /// An executable and its arguments.
  case command
  /// A list of different values, or one.
  case list(of: KeyShape)
  /// A list.
  case items(of: KeyShape)
  /// A mapping of names.
  case names(of: KeyShape)
  /// A mapping of parameters.
  case parameters(of: KeyShape)
  /// The type of a parameter.
  case type(mayBeOptional: Bool)
  /// A mapping of known keys.
  case fields(any FormatKey.Type)
  /// The keys of a route, which need not say where it leads.
  case addition
  /// One of several.
  case either([KeyShape])
}

extension FileKey {
  package var meaning: String {
    switch self {
    case .signalbox:
      "The version of the format. If it differs, nothing else in the file is checked."
    case .plugin: "The name of the plugin, unique among all files."
    case .run: "The process that makes this plugin's screens: executable and arguments."
    case .env: "Environment variables that this process gets, apart from the usual ones."
    case .swift:
      "Whether the Swift plugin of this name, compiled into the program, makes this "
        + "plugin's screens."
    case .links: "The bases of this plugin's links."
    case .caseSensitive: "Whether literal text in this file's patterns is case-sensitive."
    case .gates: "Gates by name."
    case .sources: "Sources of links by name, apart from inside and outside."
    case .coordinators: "Coordinators by name."
    case .routes: "Routes."
    case .extend: "Keys for the routes of other files with the same path."
    case .omit: "Paths of other files whose routes are left out."
    case .screens: "Screens by name."
    case .never: "Rules that signalbox explore proves or breaks."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .signalbox: .version
    case .plugin: .name
    case .run: .command
    case .env: .list(of: .variable)
    case .swift: .bool
    case .links: .list(of: .link)
    case .caseSensitive: .bool
    case .gates: .names(of: .fields(GateKey.self))
    case .sources: .names(of: .fields(SourceKey.self))
    case .coordinators: .names(of: .fields(CoordinatorKey.self))
    case .routes: .items(of: .either([.fields(RouteKey.self), .fields(GroupKey.self)]))
    case .extend: .items(of: .addition)
    case .omit: .list(of: .pattern)
    case .screens: .names(of: .fields(ScreenKey.self))
    case .never: .list(of: .text)
    }
  }
}

extension GateKey {
  package var meaning: String {
    switch self {
    case .challenge: "The link to a screen that can satisfy the gate."
    case .requires: "The gates that must be open first."
    case .keep: "How long a link waits for the gate before it is dropped."
    case .lapses: "When it closes by itself."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .challenge: .link
    case .requires: .list(of: .name)
    case .keep: .duration
    case .lapses: .fields(LapseKey.self)
    }
  }
}

extension LapseKey {
  package var meaning: String {
    switch self {
    case .background: "The time in the background after which it closes."
    case .after: "The time after it was opened at which it closes."
    case .keep: "Whether the user is where he was, once it is open again."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .background, .after: .duration
    case .keep: .bool
    }
  }
}

extension SourceKey {
  package var meaning: String {
    switch self {
    case .signed:
      "With true, its links have a valid signature; with items, one that covers the path and these "
        + "query items; with invalid, its links are those whose signature is wrong."
    case .consent: "The link to the screen that asks before its links open anything."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .signed: .either([.words(["true", "invalid"]), .fields(SignatureKey.self)])
    case .consent: .link
    }
  }
}

extension SignatureKey {
  package var meaning: String { "The query items that the signature covers." }
  package var shape: KeyShape { .list(of: .text) }
}

extension CoordinatorKey {
  package var meaning: String {
    switch self {
    case .kind: "What it owns; see below."
    case .children: "Tabs and switches only: the children, in order."
    case .start:
      "Stacks and flows only: the link of the first screen, which cannot be presented (as: "
        + "sheet, cover)."
    case .gates: "The gates that all its screens require, in the order to ask for them."
    case .back: "Tabs only: where back leads from the first screen of a tab."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .kind: .words(CoordinatorKind.allCases.map(\.rawValue))
    case .children: .list(of: .name)
    case .start: .link
    case .gates: .list(of: .name)
    case .back: .words(BackPolicy.allCases.map(\.rawValue))
    }
  }
}

extension GroupKey {
  package var meaning: String {
    switch self {
    case .links: "The bases of these routes, instead of the file's."
    case .routes: "The routes. One with links of its own keeps them."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .links: .list(of: .link)
    case .routes: .items(of: .fields(RouteKey.self))
    }
  }
}

extension RouteKey {
  package var meaning: String {
    switch self {
    case .path: "The pattern that links are matched against."
    case .screen: "The screen that the link opens."
    case .redirect: "The link to open instead."
    case .name: "For building links."
    case .params: "The types of the path's parameters."
    case .query: "Query items that are parameters too."
    case .parts: "Parts of the link that are parameters too."
    case .values: "Fixed values for the screen, in addition to those of the link."
    case .links:
      "The bases of its links, instead of the file's. Without any, only taps and other links from "
        + "inside open it."
    case .in: "The stack or flow that owns the screen."
    case .as: "How the screen is presented."
    case .parents: "The screens below when a link from outside opens the route, lowest first."
    case .gates:
      "The gates that the screen requires, in addition to its coordinator's; with a parameter such "
        + "as :account, for the account of that value only."
    case .guests: "The gate that must be closed: the screen is only for its guests."
    case .from: "The sources whose links it opens."
    case .consent:
      "The link to the screen that asks before it opens a link that is not from inside; or none, "
        + "to open all at once."
    case .else:
      "The link to open while the gate of guests is open, and for links that from does not list; "
        + "else links are refused."
    case .repeat:
      "What a link from inside does if the same screen with the same values is already on "
        + "top of its stack."
    case .intent:
      "What Siri and other assistants call opening it, such as Open an order; without it they may "
        + "not."
    case .allow: "Codes that signalbox explore or compare does not report for this route."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .path: .pattern
    case .screen: .name
    case .redirect: .link
    case .name: .name
    case .params: .parameters(of: .type(mayBeOptional: false))
    case .query: .parameters(of: .type(mayBeOptional: true))
    case .parts: .list(of: .words(LinkPart.allCases.map(\.rawValue)))
    case .values: .parameters(of: .text)
    case .links: .list(of: .link)
    case .in: .name
    case .as: .words(Presentation.allCases.map(\.rawValue))
    case .parents: .list(of: .link)
    case .gates: .list(of: .either([.name, .names(of: .text)]))
    case .guests: .name
    case .from: .list(of: .name)
    case .consent: .link
    case .else: .link
    case .repeat: .words(RepeatPolicy.allCases.map(\.rawValue))
    case .intent: .text
    case .allow: codesShape(DiagnosticCode.allowable)
    }
  }
}

extension ScreenKey {
  package var meaning: String {
    switch self {
    case .title: "The title of the screen. Can be empty."
    case .leave: "With confirm, unsaved work must be confirmed before it is lost."
    case .taps:
      "Named actions: a link, opened from inside, or a command such as back, dismiss or "
        + "root."
    case .allow: "Codes that signalbox explore does not report for this screen and its taps."
    }
  }

  package var shape: KeyShape {
    switch self {
    case .title: .text
    case .leave: .words(LeavePolicy.allCases.map(\.rawValue))
    case .taps: .names(of: .link)
    case .allow: codesShape(DiagnosticCode.explorable)
    }
  }
}

private func codesShape(_ codes: [DiagnosticCode]) -> KeyShape {
  .list(of: .words(codes.map(\.rawValue)))
}
