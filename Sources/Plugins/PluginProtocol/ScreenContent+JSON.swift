public import Diagnostics
public import JSONCodec
public import Screens

extension ScreenContent {
  /// The content as JSON. A single section without a heading is written as `rows`, others as
  /// `sections`. Absent values are omitted; a tap without a target is `null`.
  public var json: JSON {
    var members: [JSON.Member] = []
    switch state {
    case .loading: members.append(JSON.Member("state", "loading"))
    case .ready: members.append(JSON.Member("state", "ready"))
    case .failed(let message):
      members.append(JSON.Member("state", "failed"))
      members.append(JSON.Member("message", .string(message)))
    }
    members.append(JSON.Member("title", .string(title)))
    if sections.count == 1, let only = sections.first, only.heading == nil {
      members.append(JSON.Member("rows", .array(only.rows.map(\.json))))
    } else if !sections.isEmpty {
      members.append(JSON.Member("sections", .array(sections.map(\.json))))
    }
    if !taps.isEmpty {
      let targets = taps.map { JSON.Member($0.name, $0.target.map(JSON.string) ?? .null) }
      members.append(JSON.Member("taps", .object(targets)))
    }
    return .object(members)
  }

  /// Reads content from JSON.
  /// - Parameter place: The content's place, for errors.
  public init(_ json: JSON, at place: String = "content") throws(Diagnostic) {
    let object = try ObjectReader(
      json, at: place, keys: ["state", "message", "title", "rows", "sections", "taps"])
    let state: State
    switch try object.text("state") {
    case "loading": state = .loading
    case "ready": state = .ready
    case "failed": state = .failed(message: try object.text("message"))
    case let text: throw .unknownState(place: object.path("state"), text: text)
    }
    var taps: [ScreenTap] = []
    for tap in try object.members("taps") {
      guard tap.value.isNull || tap.value.stringValue != nil else {
        throw .wrongType(place: object.path("taps") + "." + tap.key, wanted: "a string or null")
      }
      taps.append(ScreenTap(tap.key, tap.value.stringValue))
    }
    self.init(
      title: try object.text("title"), state: state, sections: try Section.all(object), taps: taps)
  }
}

extension Section {
  fileprivate var json: JSON {
    let rows = JSON.Member("rows", .array(rows.map(\.json)))
    return .object((heading.map { [JSON.Member("heading", .string($0))] } ?? []) + [rows])
  }

  fileprivate static func all(_ content: ObjectReader) throws(Diagnostic) -> [Section] {
    let rows = try content.optionalArray("rows")
    guard let sections = try content.optionalArray("sections") else {
      return try rows.map { rows throws(Diagnostic) in
        [Section(nil, try Row.all(rows, at: content.path("rows")))]
      } ?? []
    }
    guard rows == nil else { throw .rowsTwice(place: content.path("sections")) }
    var all: [Section] = []
    for (index, json) in sections.enumerated() {
      let place = content.path("sections") + "[\(index)]"
      let section = try ObjectReader(json, at: place, keys: ["heading", "rows"])
      let rows = try Row.all(
        try section.optionalArray("rows") ?? [], at: section.path("rows"))
      all.append(Section(try section.optionalText("heading"), rows))
    }
    return all
  }
}

extension Row {
  fileprivate var json: JSON {
    var members = [JSON.Member("title", .string(title))]
    func add(_ key: String, _ text: String?) {
      if let text { members.append(JSON.Member(key, .string(text))) }
    }
    add("subtitle", subtitle)
    add("image", image)
    add("badge", badge)
    if let progress { members.append(JSON.Member("progress", JSON(progress))) }
    if isSelected { members.append(JSON.Member("selected", true)) }
    add("tap", tap)
    return .object(members)
  }

  fileprivate static func all(_ rows: [JSON], at place: String) throws(Diagnostic) -> [Row] {
    var all: [Row] = []
    for (index, json) in rows.enumerated() {
      let row = try ObjectReader(
        json, at: place + "[\(index)]",
        keys: ["title", "subtitle", "image", "badge", "progress", "selected", "tap"])
      all.append(
        Row(
          try row.text("title"), subtitle: try row.optionalText("subtitle"),
          image: try row.optionalText("image"), badge: try row.optionalText("badge"),
          progress: try row.optionalFraction("progress"), isSelected: try row.flag("selected"),
          tap: try row.optionalText("tap")))
    }
    return all
  }
}
