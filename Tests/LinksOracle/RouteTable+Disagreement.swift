public import Links

extension RouteTable {
  /// Describes how `match(_:_:under:)` differs from parsing the link and matching it in the tree;
  /// `nil` if they agree.
  public func disagreement(about bytes: [UInt8]) -> String? {
    let expected = treeMatch(bytes)
    let scratch = MatchScratch()
    var fault = disagreement(about: bytes, expected, scratch)
    MatchScratch.withTemporary { fault = fault ?? disagreement(about: bytes, expected, $0) }
    return fault
  }

  private func disagreement(
    about bytes: [UInt8], _ expected: LinkMatch, _ scratch: borrowing MatchScratch
  ) -> String? {
    var found = bytes.withUnsafeBytes { match($0, scratch) }
    if case .found(let flat) = found { found = .read(routeMatch(flat, scratch)) }
    let isSame =
      switch (found, expected) {
      case (.read(let left), .read(let right)): left == right
      case (.notFound, .notFound), (.foreign, .foreign): true
      case (.unreadable(let left), .unreadable(let right)): left == right
      case (.refused(let left), .refused(let right)): left == right
      default: false
      }
    return isSame ? nil : "found \(found), the tree says \(expected)"
  }

  /// The match found by the tree alone.
  private func treeMatch(_ bytes: [UInt8]) -> LinkMatch {
    do throws(LinkError) {
      let link = try Link(bytes: bytes)
      do throws(MatchError) {
        return .read(try match(link))
      } catch {
        switch error {
        case .notFound: return .notFound
        case .foreign: return .foreign
        case .ambiguous: return .refused(error)
        }
      }
    } catch {
      return .unreadable(error)
    }
  }
}
