// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of the framework App Intents that generated code uses, as
// https://developer.apple.com/documentation/appintents declares it. It was not compared with the
// framework by a compiler.

import Foundation

public struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
  public let text: String
  public init(stringLiteral text: String) { self.text = text }
}

public protocol CustomLocalizedStringResourceConvertible {
  var localizedStringResource: LocalizedStringResource { get }
}

// MARK: Intents

public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  init()
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter<Value: Sendable> = IntentParameter<Value>
}

/// The value of a parameter, which the system asks for. Reading it before is a fault, as there.
@propertyWrapper
public final class IntentParameter<Value: Sendable>: @unchecked Sendable {
  private let title: String
  private var value: Value?

  public init(title: LocalizedStringResource) { self.title = title.text }

  public var wrappedValue: Value {
    get {
      guard let value else { preconditionFailure("'\(title)' has no value") }
      return value
    }
    set { value = newValue }
  }
  public var projectedValue: IntentParameter<Value> { self }
  var name: String { title }
}

// MARK: Results

public protocol IntentResult {}
public protocol OpensIntent: IntentResult {}

public struct IntentResultContainer<Intent: AppIntent>: OpensIntent {
  public let intent: Intent
}

extension IntentResult {
  public static func result<Intent: AppIntent>(
    opensIntent intent: Intent
  ) -> Self where Self == IntentResultContainer<Intent> {
    IntentResultContainer(intent: intent)
  }
}

public struct OpenURLIntent: AppIntent {
  public static let title: LocalizedStringResource = "Open URL"
  public let url: URL

  public init() { url = URL(fileURLWithPath: "/") }
  public init(_ url: URL) { self.url = url }
  public func perform() async throws -> some IntentResult { .result(opensIntent: self) }
}

// MARK: URLs

public protocol URLRepresentableIntent: AppIntent {
  typealias URLRepresentation = IntentURLRepresentation<Self>
  static var urlRepresentation: URLRepresentation { get }
}

/// A literal with key paths to parameters, which the system replaces by their values; here by their
/// titles in braces.
public struct IntentURLRepresentation<Intent: AppIntent>: ExpressibleByStringInterpolation {
  public let text: String

  public init(stringLiteral text: String) { self.text = text }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation<Value>(
      _ parameter: KeyPath<Intent, IntentParameter<Value>>
    ) {
      text += "{\(Intent()[keyPath: parameter].name)}"
    }
  }
}

// MARK: Enumerations

public struct TypeDisplayRepresentation: ExpressibleByStringLiteral, Sendable {
  public let name: String
  public init(stringLiteral name: String) { self.name = name }
}

public struct DisplayRepresentation: ExpressibleByStringLiteral, Sendable {
  public let title: String
  public init(stringLiteral title: String) { self.title = title }
}

public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue: LosslessStringConvertible {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}
