/// A route of a table: what its variants share.
///
/// A class, because lookups hold on to one of many and copy none.
final class TableRoute: Sendable {
  /// A declared query item.
  struct Condition: Sendable {
    let query: QueryParameter
    /// The parameter that takes the value; nil where a path parameter has the name.
    let parameter: Int?
  }

  let specification: RouteSpecification
  /// Path parameters in the pattern's order, then query items in the declared order.
  let parameters: [Parameter]
  let conditions: [Condition]
  /// For each base of the table whether the route stands under it.
  let isUnderBase: [Bool]
  let isUnderEveryBase: Bool
  /// Its variants among those of the table.
  let variants: Range<Int>

  init(
    specification: RouteSpecification, parameters: [Parameter], conditions: [Condition],
    isUnderBase: [Bool], variants: Range<Int>
  ) {
    self.specification = specification
    self.parameters = parameters
    self.conditions = conditions
    self.isUnderBase = isUnderBase
    isUnderEveryBase = !isUnderBase.contains(false)
    self.variants = variants
  }

  /// Whether a link's query fulfils every condition: an item is there unless it is optional, and
  /// the first of its name fits.
  func accepts(_ items: [QueryItem]) -> Bool {
    conditions.allSatisfy { condition in
      guard let item = items.first(where: { sameBytes($0.name, condition.query.name) }) else {
        return condition.query.isOptional
      }
      return condition.query.type.fits(item.value)
    }
  }
}
