import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport
import RouteFiles

/// `signalbox schema`.
@MainActor func runSchema(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  try streams.write(routeFileSchema.text + "\n")
  return .done
}

/// The JSON Schema (2020-12) of route files, from the format's tables. It says what an editor needs
/// in order to complete and check; `signalbox check` knows more.
var routeFileSchema: JSON {
  .object(
    [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", "A route file of Signalbox"),
    ] + (schema(of: FileKey.self).objectValue ?? []))
}

private func schema<Key: FormatKey>(of keys: Key.Type) -> JSON {
  let properties = Key.all.map { key in
    let members = schema(of: key.shape).objectValue ?? []
    return JSON.Member(
      key.rawValue, .object([.init("description", .string(key.meaning))] + members))
  }
  return .object(
    [
      .init("type", "object"), .init("properties", .object(properties)),
      .init("required", .array(Key.required.map { .string($0.rawValue) })),
      .init("additionalProperties", false),
    ] + rules(of: keys))
}

/// The rule that a route leads somewhere.
private let targetRule = "anyOf"

/// The rules about several keys.
private func rules<Key: FormatKey>(of keys: Key.Type) -> [JSON.Member] {
  if keys == FileKey.self {
    return [
      .init("dependentRequired", ["env": ["run"]]),
      .init("dependentSchemas", ["swift": ["properties": ["run": false]]]),
    ]
  }
  guard keys == RouteKey.self else { return [] }
  let words = Presentation.allCases.filter(\.entersNoScreen).map { JSON.string($0.rawValue) }
  let entersNone: JSON = ["properties": ["as": ["enum": .array(words)]], "required": ["as"]]
  let redirects: JSON = ["required": ["redirect"]]
  func without(_ keys: [RouteKey]) -> JSON {
    ["properties": .object(keys.map { .init($0.rawValue, false) })]
  }
  return [
    .init(targetRule, [["required": ["screen"]], redirects, entersNone]),
    .init(
      "allOf",
      [
        ["if": redirects, "then": without(RouteKey.excludedByRedirect)],
        ["if": entersNone, "then": without(RouteKey.excludedWithoutScreen)],
      ]),
  ]
}

private func schema(of shape: KeyShape) -> JSON {
  switch shape {
  case .version: ["const": 1]
  case .name: ["type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*$", "maxLength": 64]
  case .variable: ["type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"]
  case .text: ["type": ["string", "number", "boolean"]]
  case .link, .pattern: ["type": ["string", "number", "boolean"], "minLength": 1]
  case .bool: ["enum": [true, false, "yes", "no", "on", "off"]]
  case .duration: ["type": "string", "pattern": "^[0-9]+(ms|s|m|h|d)$"]
  case .words(let words):
    // YAML's `true` is no text.
    ["enum": .array(words.map { .string($0) } + words.filter { $0 == "true" }.map { _ in true })]
  case .command: listOrOne(["type": ["string", "number", "boolean"]], isDistinct: false)
  case .list(let item): listOrOne(schema(of: item), isDistinct: true)
  case .items(let item): ["type": "array", "items": schema(of: item)]
  case .names(let value):
    [
      "type": "object", "propertyNames": schema(of: .name),
      "additionalProperties": schema(of: value),
    ]
  case .parameters(let value):
    [
      "type": "object", "propertyNames": ["pattern": "^[^ -,./:-@\\[-^`{-~]+$", "maxLength": 64],
      "additionalProperties": schema(of: value),
    ]
  case .type(let mayBeOptional): schemaOfTypes(mayBeOptional: mayBeOptional)
  case .fields(let keys): schema(of: keys)
  case .either(let shapes): ["anyOf": .array(shapes.map(schema))]
  case .addition:
    .object((schema(of: RouteKey.self).objectValue ?? []).filter { !sameBytes($0.key, targetRule) })
  }
}

private func listOrOne(_ item: JSON, isDistinct: Bool) -> JSON {
  var list: [JSON.Member] = [.init("type", "array"), .init("items", item)]
  if isDistinct {
    list.append(.init("uniqueItems", true))
  } else {
    list.append(.init("minItems", 1))
  }
  return ["anyOf": [item, .object(list)]]
}

private func schemaOfTypes(mayBeOptional: Bool) -> JSON {
  let words =
    TypeText.words
    + (mayBeOptional ? TypeText.words.flatMap { [$0 + "?", $0 + "?!"] } : [])
  let end = mayBeOptional ? "(\\?!?)?$" : "$"
  return [
    "anyOf": [
      ["enum": .texts(words)],
      ["type": "string", "pattern": .string("^\\[.+\\]" + end)],
      ["type": "string", "pattern": .string("^(url)?\\(.+\\)" + end)],
      [
        "type": "array", "items": schema(of: .text), "minItems": 1, "uniqueItems": true,
      ],
    ]
  ]
}
