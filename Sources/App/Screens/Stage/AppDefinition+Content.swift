import Links
public import Navigation

extension AppDefinition {
  /// The content of a screen without a factory: its title and the taps that a plugin describes.
  public func describedContent(of entry: ScreenEntry) -> ScreenContent {
    let taps = screen(of: entry)?.taps ?? []
    return ScreenContent(
      title: title(of: entry), taps: taps.map { ScreenTap($0.name, target(of: $0, on: entry)) })
  }

  /// The link that a described tap opens, or its command.
  public func target(of tap: Tap, on entry: ScreenEntry) -> String {
    switch tap.target {
    case .event(let event): event.command(nowMilliseconds: 0)
    case .link: link(of: tap, on: entry) ?? ""
    }
  }

  /// The factory's input for a screen.
  ///
  /// - Parameter instance: The id of the screen; by default the entry's id.
  public func request(for entry: ScreenEntry, instance: String? = nil) -> ScreenRequest {
    let values = values(of: entry)
    let own = values.dropLast(self[entry.route].fixedValues.count)
    let built = try? table.build(
      route: entry.route.index, values: own.map { (name: $0.name, value: $0.value) })
    return ScreenRequest(
      instance: instance ?? "\(entry.id)", screen: name(of: entry),
      values: values.map { ScreenRequest.Value($0.name, $0.value) },
      query: entry.query.map { ScreenRequest.Value($0.name, $0.value) },
      link: built ?? self[entry.route].pattern, described: describedContent(of: entry))
  }
}
