/// Sizes of the files that tests make smaller, to come to their ends sooner.
package struct FileSizes: Sendable {
  /// Bytes of a page of a new main file: a power of two from 512 to 65,536.
  package var pageBytes: Int
  /// Pages of the write-ahead log after which it goes into the main file.
  package var logPagesMax: Int

  /// What a journal has unless it is a test's.
  package init(pageBytes: Int? = nil, logPagesMax: Int? = nil) {
    self.pageBytes = pageBytes ?? Schema.pageBytes
    self.logPagesMax = logPagesMax ?? Limits.logPagesMax
  }
}
