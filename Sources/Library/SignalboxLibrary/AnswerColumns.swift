import CSignalbox
import Commands
import Diagnostics
import Navigation
import PlatformLinks

extension LibraryApp {
  /// Answers each link of a column, with views if its texts are views.
  /// - Throws: That the column contradicts itself, or that the answers are too large.
  func resolve(_ links: GivenColumn) throws(Diagnostic) -> (type: ArrowType, ArrowColumn) {
    links.hasViews
      ? try resolve(links, AnswerColumns<ViewTexts>(count: links.count))
      : try resolve(links, AnswerColumns<OffsetTexts>(count: links.count))
  }

  private func resolve<Texts: TextColumn & ~Copyable>(
    _ links: GivenColumn, _ answers: consuming AnswerColumns<Texts>
  ) throws(Diagnostic) -> (type: ArrowType, ArrowColumn) {
    let found = withResolver { resolver -> Result<Void, Diagnostic> in
      do throws(Diagnostic) {
        try links.forEachText { link throws(Diagnostic) in
          guard let link else { return answers.addNull() }
          add(resolver.answer(link), of: resolver, to: &answers)
          answers.add(claims, link)
          if answers.isOverfull { throw .tooManyAnswers }
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try found.get()
    return (AnswerColumns<Texts>.type, answers.finished())
  }

  @inline(__always)
  private func add<Texts: ~Copyable>(
    _ answer: LinkResolver.Answer, of resolver: LinkResolver,
    to answers: inout AnswerColumns<Texts>
  ) {
    switch answer {
    case .direct(let match):
      begin(match.route, &answers)
      resolver.forEachValue(of: match) { parameter, value in
        texts.withName(of: parameter, of: match.route) { answers.names.append($0) }
        answers.values.append(UnsafeRawBufferPointer(value))
      }
      answers.end()
    case .resolved(let found):
      begin(found.route.index, &answers)
      let values = definition.reportedValues(of: found.route, given: found.values)
      for (parameter, value) in values.enumerated() {
        guard var value else { continue }
        texts.withName(of: parameter, of: found.route.index) { answers.names.append($0) }
        value.withUTF8 { answers.values.append(UnsafeRawBufferPointer($0)) }
      }
      answers.end()
    case .notFound: answers.addRefusal(notFound)
    case .foreign: answers.addRefusal(foreign)
    case .refused(let refusal, _): answers.addRefusal(refusal.reason)
    }
  }

  @inline(__always)
  private func begin<Texts: ~Copyable>(_ route: Int, _ answers: inout AnswerColumns<Texts>) {
    texts.withPattern(of: route) { answers.route.append($0) }
    texts.withScreen(of: route) { screen in
      if let screen { answers.screen.append(screen) } else { answers.screen.appendNull() }
    }
    answers.error.appendNull()
  }
}

private let notFound = Refusal.notFound(link: "").reason
private let foreign = Refusal.foreign(link: "").reason

/// The fields of the answers, column by column.
private struct AnswerColumns<Texts: TextColumn & ~Copyable>: ~Copyable {
  var route: Texts
  var screen: Texts
  var error: Texts
  var ios: Texts
  var android: Texts
  var names = Texts(count: 0)
  var values = Texts(count: 0)
  /// Where the values of each row end.
  private var ends: ArrowBuffer<Int32>
  private var validity = Bitmap()

  init(count: Int) {
    route = Texts(count: count)
    screen = Texts(count: count)
    error = Texts(count: count)
    ios = Texts(count: count)
    android = Texts(count: count)
    ends = ArrowBuffer(capacity: min(count, reservedRowsMax) + 1)
    ends.append(0)
  }

  var isOverfull: Bool {
    names.isOverfull || values.isOverfull || route.isOverfull || screen.isOverfull
      || error.isOverfull || ios.isOverfull || android.isOverfull
  }

  /// Ends a row.
  @inline(__always)
  mutating func end(isValid: Bool = true) {
    ends.append(Int32(truncatingIfNeeded: names.count))
    validity.append(isValid)
  }

  mutating func addNull() {
    route.appendNull()
    screen.appendNull()
    error.appendNull()
    ios.appendNull()
    android.appendNull()
    end(isValid: false)
  }

  /// Adds what the platforms do with a link.
  mutating func add(_ claims: LinkClaims?, _ link: UnsafeRawBufferPointer) {
    guard let claims else {
      ios.appendNull()
      return android.appendNull()
    }
    let bytes = Array(link)
    ios.append(claims.verdict(on: .ios, bytes)?.rawValue)
    android.append(claims.verdict(on: .android, bytes)?.rawValue)
  }

  mutating func addRefusal(_ reason: String) {
    route.appendNull()
    screen.appendNull()
    error.append(reason)
    end()
  }

  consuming func finished() -> ArrowColumn {
    let (count, valueCount, nullCount) = (ends.count - 1, names.count, validity.nullCount)
    let entries = ArrowColumn(
      count: valueCount, nullCount: 0, buffers: [nil],
      children: [names.finished(), values.finished()])
    let map = ArrowColumn(
      count: count, nullCount: 0, buffers: [nil, ends.taken()], children: [entries])
    return ArrowColumn(
      count: count, nullCount: nullCount, buffers: [validity.finished()],
      children: [
        route.finished(), screen.finished(), map, error.finished(), ios.finished(),
        android.finished(),
      ])
  }

  /// The type of what `finished` returns.
  static var type: ArrowType {
    func text(_ name: String, isNullable: Bool = true) -> ArrowType {
      ArrowType(Texts.format, name, isNullable: isNullable)
    }
    let entries = ArrowType(
      "+s", "entries",
      children: [text("key", isNullable: false), text("value", isNullable: false)])
    return ArrowType(
      "+s", "",
      children: [
        text("route"), text("screen"), ArrowType("+m", "values", children: [entries]),
        text("error"), text("ios"), text("android"),
      ], isNullable: true)
  }
}
