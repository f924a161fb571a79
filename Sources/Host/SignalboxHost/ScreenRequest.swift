import Diagnostics
public import Links
import Navigation

/// A screen that the app has to make: its name and values, as the definition and the link give
/// them.
public struct ScreenRequest: Identifiable, Hashable, Sendable {
  let definition: AppDefinition
  let entry: ScreenEntry

  init(_ entry: ScreenEntry, in definition: AppDefinition) {
    (self.entry, self.definition) = (entry, definition)
  }

  /// The id of the screen, unique in the session: the same screen with the same values is another
  /// one each time that it is opened.
  public var id: UInt64 { entry.id }
  /// The name of the screen.
  public var screen: String { definition.name(of: entry) }
  /// The title, with the values filled in.
  public var title: String { definition.title(of: entry) }
  /// All query items of the link.
  public var query: [QueryItem] { entry.query }
  /// The result of the last flow that this screen started; `nil` if there is none.
  public var result: String? { entry.result }
  /// The number of results received, which distinguishes equal results.
  public var resultNumber: UInt64 { entry.resultNumber }

  /// The value with a name; `nil` if the screen has none, or if it is optional and absent.
  public subscript(name: String) -> String? {
    definition.values(of: entry).first { sameBytes($0.name, name) }?.value
  }

  /// Compares the screens of one definition.
  public static func == (left: ScreenRequest, right: ScreenRequest) -> Bool {
    left.entry == right.entry
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entry)
  }
}
