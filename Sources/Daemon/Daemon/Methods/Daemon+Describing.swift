import CLibrary
import Commands
import Diagnostics
import EventLoops
import Journal
import JSONCodec
import Navigation

extension Daemon {
  func describe(into output: inout ByteBuffer) { description().write(into: &output) }

  /// All methods, notifications, errors and limits.
  func description(errors: [DaemonError.Kind] = DaemonError.kinds.all) -> JSON {
    [
      "version": .string(options.version), "protocol": JSON(protocolVersion),
      "methods": .array(methods.all.map(\.json)),
      "notifications": .array(
        Self.notifications.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
      "errors": .array(
        errors.map { row in
          [
            "code": .int(row.number), "name": .optional(row.code?.rawValue),
            "summary": .string(row.summary),
          ]
        }),
      "limits": DaemonLimit.json(counters.limits),
    ]
  }

  func status(into output: inout ByteBuffer) {
    let definition = app.definition
    var members: [JSON.Member] = [
      .init("version", .string(options.version)), .init("protocol", JSON(protocolVersion)),
      .init("processId", .int(Int64(getpid()))),
      .init(
        "uptimeMilliseconds", .int(Int64(clamping: EventLoop.nowMilliseconds &- counters.started))),
      .init("durability", .string(options.durability.rawValue)),
      .init("readOnly", .bool(persistence.readOnlyFault != nil)),
      .init("reason", .optional(persistence.readOnlyFault?.diagnostic.message)),
      .init("clients", JSON(connections.count)),
      .init("clientBytes", JSON(connections.heldBytes)), .init("sessions", JSON(sessions.count)),
      .init("subscriptions", JSON(records.subscriptionCount)),
      .init(
        "app",
        [
          "plugins": JSON(definition.plugins.count), "routes": JSON(definition.routes.count),
          "digest": .string(engine.served.digestText),
          "behaviour": .string(definition.behaviourDigest),
          "reloads": .int(Int64(clamping: counters.reloads)),
          "toMigrate": JSON(sessions.unmigratedCount),
          "findings": .array(routeFindings.prefix(Self.findingsMax).map { JSON($0) }),
        ]),
      .init("requests", .int(Int64(clamping: counters.requests.reduce(0, &+)))),
      .init("errors", .int(Int64(clamping: counters.errors.values.reduce(0, &+)))),
      .init("strangers", .int(Int64(clamping: counters.strangers))),
      .init(
        "limitsMet",
        .object(
          counters.limits.compactMap { limit in
            counters.limitsReached[limit.name].map { count in
              .init(limit.name, .int(Int64(clamping: count)))
            }
          })),
    ]
    members.append(.init("journal", persistence.json))
    JSON.object(members).write(into: &output)
  }
}

extension Daemon {
  /// Findings of route files in the answer to `status`.
  private static var findingsMax: Int { 20 }
}

extension Method {
  /// The method's entry in the answer of `describe`.
  var json: JSON {
    var schema: [JSON.Member] = [
      .init("type", "object"),
      .init("properties", .object(parameters.map { .init($0.name, $0.schema) })),
      .init(
        "required", .array(parameters.filter(\.isRequired).map { .string($0.name) })),
      .init("additionalProperties", false),
    ]
    if takesOneParameter {
      let alternatives = parameters.dropFirst().prefix(parameters.count - 2)
      schema.append(
        .init("oneOf", .array(alternatives.map { ["required": [.string($0.name)]] })))
    }
    return [
      "name": .string(name), "summary": .string(summary), "mutates": .bool(isMutation),
      "params": .object(schema),
    ]
  }
}

extension CommandParameter {
  /// The accepted values, as JSON Schema (https://json-schema.org, 2020-12).
  var schema: JSON {
    let description = JSON.Member("description", .string(summary))
    switch kind {
    case .screenCount:
      return .object([.init("type", "integer"), .init("minimum", 1), description])
    case .integer(let min):
      return .object([.init("type", "integer"), .init("minimum", .int(min)), description])
    case .eventCount:
      return .object([.init("type", "integer"), .init("minimum", 0), description])
    case .source:
      return .object([
        .init("type", "string"), .init("default", .string(LinkSource.outside.name)), description,
      ])
    case .signature:
      return .object([
        .init("enum", .texts(LinkSource.Signature.allCases.map(\.rawValue))),
        .init("default", .string(LinkSource.Signature.absent.rawValue)), description,
      ])
    case .flag, .option: return .object([.init("type", "boolean"), description])
    case .values:
      return .object([
        .init("type", "object"), .init("additionalProperties", ["type": "string"]), description,
      ])
    default: return .object([.init("type", "string"), description])
    }
  }
}
