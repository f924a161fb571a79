import Diagnostics
import PlatformLinks

/// Reads the elements of a manifest into a model. Elements and attributes that are not about links
/// are ignored.
struct ManifestReader {
  var findings = BoundedDiagnostics(
    max: ManifestLimits.findingsMax, overflow: Diagnostic.tooManyFindings)
  private let substitutions: ManifestSubstitutions

  init(_ substitutions: ManifestSubstitutions) {
    self.substitutions = substitutions
  }

  mutating func manifest(of root: XMLElement) -> AndroidManifest? {
    guard root.isNamed("manifest") else {
      findings.append(
        .wrongRoot(String(decoding: root.name, as: UTF8.self), at: root.position))
      return nil
    }
    var manifest = AndroidManifest(activities: [])
    if let attribute = root.attribute("package", in: .none), let name = text(of: attribute) {
      manifest.package = LocatedText(name, at: attribute.position)
    }
    for application in root.children(named: "application") where !application.isRemoved {
      if !isTrue("enabled", of: application) { manifest.isEnabled = false }
      for element in application.children where !element.isRemoved {
        let isAlias = element.isNamed("activity-alias")
        guard isAlias || element.isNamed("activity") else { continue }
        manifest.activities.append(
          activity(element, isAlias: isAlias, isAppEnabled: manifest.isEnabled))
      }
    }
    return manifest
  }

  private mutating func activity(
    _ element: XMLElement, isAlias: Bool, isAppEnabled: Bool
  ) -> AndroidActivity {
    var activity = AndroidActivity(
      name: element.attribute("name")?.value ?? [],
      aliasTarget: isAlias ? element.attribute("targetActivity")?.value ?? [] : nil,
      isEnabled: isTrue("enabled", of: element), isExported: isTrue("exported", of: element),
      filters: [], at: element.position)
    for child in element.children(named: "intent-filter") where !child.isRemoved {
      activity.filters.append(filter(child))
    }
    let takesLinks = activity.filters.contains(where: \.takesLinks)
    let obstacle = isAppEnabled ? activity.obstacle : .appDisabled
    if takesLinks, let obstacle { findings.append(.unavailable(obstacle, at: element.position)) }
    return activity
  }

  private mutating func filter(_ element: XMLElement) -> IntentFilter {
    var filter = IntentFilter(at: element.position)
    filter.isAutoVerified =
      element.attribute("autoVerify") != nil && isTrue("autoVerify", of: element)
    for (number, child) in element.children.enumerated() where !child.isRemoved {
      if child.isNamed("action") {
        filter.actions += names(of: child)
      } else if child.isNamed("category") {
        filter.categories += names(of: child)
      } else if child.isNamed("data") {
        read(child, number, into: &filter)
      } else if child.isNamed("uri-relative-filter-group") {
        filter.groups += group(child)
      }
    }
    check(filter, of: element)
    return filter
  }

  private mutating func names(of element: XMLElement) -> [LocatedText] {
    guard let attribute = element.attribute("name") else {
      findings.append(.nameMissing(at: element.position))
      return []
    }
    return text(of: attribute).map { [LocatedText($0, at: attribute.position)] } ?? []
  }

  private mutating func group(_ element: XMLElement) -> [RelativeFilterGroup] {
    var group = RelativeFilterGroup(
      allows: isTrue("allow", of: element), [], at: element.position)
    for child in element.children(named: "data") where !child.isRemoved {
      for attribute in attributes(ofData: child, DataAttribute.ofGroups) {
        guard case .relative(let part, let kind) = attribute.name.role else { continue }
        let data = data(attribute.value, kind)
        check(data, attribute)
        group.matchers.append(RelativeFilterGroup.Matcher(part, data))
      }
    }
    if group.matchers.isEmpty { findings.append(.emptyGroup(at: element.position)) }
    return group.matchers.isEmpty ? [] : [group]
  }

  private mutating func read(
    _ element: XMLElement, _ number: Int, into filter: inout IntentFilter
  ) {
    var host: DataAuthority?
    var port: XMLAttribute?
    for attribute in attributes(ofData: element, DataAttribute.ofFilters) {
      let value = attribute.value
      switch attribute.name.role {
      case .scheme:
        let scheme = data(value, .literal, element: number)
        checkCase(scheme.matcher.isKnown ? scheme.matcher.text : [], isScheme: true, value)
        filter.schemes.append(scheme)
      case .host:
        let text = text(of: value)
        checkCase(text ?? [], isScheme: false, value)
        host = DataAuthority(
          text.map { AndroidTextMatcher(host: $0) }
            ?? AndroidTextMatcher(unknown: .literal, value.value),
          at: value.position, element: number)
      case .port: port = value
      case .mimeType: filter.mimeTypes.append(LocatedText(value.value, at: value.position))
      case .schemeSpecificPart(let kind):
        findings.append(
          .schemeSpecificPart(attribute: attribute.name.rawValue, at: value.position))
        filter.schemeSpecificParts.append(data(value, kind))
      case .relative(_, let kind):
        let path = data(value, kind, element: number)
        check(path, attribute)
        filter.paths.append(path)
      }
    }
    if var host {
      host.port = port.flatMap { self.number(of: $0) }
      filter.authorities.append(host)
    } else if let port {
      findings.append(.portWithoutHost(at: port.position))
    }
  }

  // MARK: Values

  /// The attributes of a `<data>` element that Android knows there.
  private mutating func attributes(
    ofData element: XMLElement, _ known: [DataAttribute]
  ) -> [(name: DataAttribute, value: XMLAttribute)] {
    if element.attributes.isEmpty { findings.append(.emptyData(at: element.position)) }
    var found: [(name: DataAttribute, value: XMLAttribute)] = []
    for attribute in element.attributes {
      let name = String(decoding: attribute.name, as: UTF8.self)
      switch attribute.namespace {
      case .tools, .other: continue
      case .none: findings.append(.missingPrefix(name, at: attribute.position))
      case .android:
        if let match = known.first(where: { sameBytes($0.rawValue, name) }) {
          found.append((match, attribute))
        } else {
          let nearest = nearest(to: name, in: known.map(\.rawValue))
          findings.append(.unknownAttribute(name, nearest: nearest, at: attribute.position))
        }
      }
    }
    return found
  }

  /// The text of an attribute in the app; `nil` with a finding if it is unknown.
  private mutating func text(of attribute: XMLAttribute) -> [UInt8]? {
    let text = AttributeText(attribute.value, substitutions)
    let name = String(decoding: attribute.name, as: UTF8.self)
    let written = String(decoding: attribute.value, as: UTF8.self)
    if text.bytes == nil {
      findings.append(.unresolved(written, attribute: name, at: attribute.position))
    } else if text.hasDroppedBackslash {
      findings.append(.droppedBackslash(written, attribute: name, at: attribute.position))
    }
    return text.bytes
  }

  /// A matcher; one that matches nothing if the text is unknown or malformed.
  private mutating func data(
    _ attribute: XMLAttribute, _ kind: AndroidTextMatcher.Kind, element: Int? = nil
  ) -> DataText {
    let position = attribute.position
    guard let text = text(of: attribute) else {
      return DataText(
        AndroidTextMatcher(unknown: kind, attribute.value), at: position, element: element)
    }
    do throws(AdvancedGlobError) {
      return DataText(try AndroidTextMatcher(kind, text), at: position, element: element)
    } catch {
      findings.append(
        .malformedPattern(
          String(decoding: text, as: UTF8.self),
          attribute: String(decoding: attribute.name, as: UTF8.self), reason: error, at: position))
      return DataText(AndroidTextMatcher(unknown: kind, text), at: position, element: element)
    }
  }

  /// A port; -1, which no link has, if it is unknown.
  private mutating func number(of attribute: XMLAttribute) -> Int? {
    guard let text = text(of: attribute) else { return -1 }
    let digits = String(decoding: text, as: UTF8.self)
    if let number = Int32(digits) { return number < 0 ? nil : Int(number) }
    findings.append(.badPort(digits, at: attribute.position))
    return -1
  }

  /// Whether an attribute is true, absent or unknown.
  private mutating func isTrue(_ name: String, of element: XMLElement) -> Bool {
    guard let attribute = element.attribute(name), let text = text(of: attribute) else {
      return true
    }
    let value = String(decoding: trimmed(text), as: UTF8.self)
    switch value {
    case "true", "TRUE", "True": return true
    case "false", "FALSE", "False": return false
    default:
      findings.append(.badBoolean(value, attribute: name, at: attribute.position))
      return true
    }
  }
}

extension XMLElement {
  /// Whether the manifest merger removes the element.
  fileprivate var isRemoved: Bool {
    let instruction = attribute("node", in: .tools)?.value ?? []
    return instruction.elementsEqual("remove".utf8) || instruction.elementsEqual("removeAll".utf8)
  }
}
