/// The digits of a number, at least `count` with zeros in front.
@inlinable public func zeroPadded(
  _ number: some BinaryInteger, _ count: Int, radix: Int = 10
) -> String {
  let digits = String(number, radix: radix)
  return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}
