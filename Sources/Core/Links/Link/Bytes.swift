/// The text of decoded bytes, which the link parser has checked to be UTF-8.
package func text(of bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self)
}
