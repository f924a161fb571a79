import FileAccess
import TestSupport
import Testing

/// `docs/api` lists the public API, so that a change of it shows in the diff.
struct PublicAPITests {
  /// The pages are written instead if `SIGNALBOX_WRITE_API` is set.
  @Test(.enabled(if: isLinux), arguments: PublicAPI.modules)
  func `the reference of a module is up to date`(module: String) throws {
    let page = try PublicAPI(of: module).page
    let path = "docs/api/\(module).md"
    if environment("SIGNALBOX_WRITE_API") != nil {
      try writeFile("\(packageFolder)/\(path)", Array(page.utf8))
    }
    let written = try text(of: path)
    #expect(
      written == page,
      "\(path) differs; 'SIGNALBOX_WRITE_API=1 swift test --filter PublicAPI' writes it again")
    #expect(environment("SIGNALBOX_WRITE_API") == nil, "\(path) was written again")
  }

  @Test func `every library product has a reference`() throws {
    let products = try Manifest.package.get().libraries
    #expect(!products.isEmpty)
    // The reference of libsignalbox is its header.
    #expect(products.subtracting(PublicAPI.modules) == ["SignalboxLibrary"])
  }

  /// Elsewhere the compiler needs a path to the system's headers.
  private static let isLinux: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()
}
