/// A number and its noun, in the plural unless the number is 1: `1 failure`, `2 failures`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
