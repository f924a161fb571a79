import CLibrary
import FileAccess
import TestSupport
import Testing

/// The systemd units, checked by systemd where it is installed.
struct UnitTests {
  /// Ten times the maximum exposure score: 1.0 of 10, where less is safer.
  static let exposureMax = 10
  private static let hasSystemd = access("/usr/bin/systemd-analyze", X_OK) == 0

  @Test(.enabled(if: hasSystemd, "no systemd"), arguments: ["system", "user"])
  func `the service's exposure score is within the limit`(kind: String) throws {
    let folder = try Self.units(kind)
    let run = try shell(
      "cd '\(folder.path)' && systemd-analyze --\(kind) security --offline=true --no-pager"
        + " --threshold=\(Self.exposureMax) ./signalbox.service", folder)
    // systemd cannot check user units on a machine that was not booted with it.
    guard !run.output.contains("Failed to initialize manager") else { return }
    #expect(run.output.contains("Overall exposure level for signalbox.service"), "\(run.output)")
    #expect(run.end == .exited(0), "\(run.output)")
  }

  @Test(.enabled(if: hasSystemd, "no systemd"), arguments: ["system", "user"])
  func `systemd accepts every line of the units`(kind: String) throws {
    let folder = try Self.units(kind)
    let run = try shell(
      "cd '\(folder.path)' && systemd-analyze --\(kind) verify --man=no ./signalbox.service"
        + " ./signalbox.socket", folder)
    guard !run.output.contains("Failed to initialize manager") else { return }
    #expect(run.output.isEmpty, "\(run.output)")
  }

  @Test func `make uninstall removes the units`() throws {
    let folder = try TemporaryFolder()
    let make = "make -n -C '\(packageFolder)' PREFIX=/usr DESTDIR=/D"
    let run = try shell("\(make) uninstall 2>&1", folder)
    #if os(Linux)
      for file in ["system/signalbox.service", "user/signalbox.socket"] {
        #expect(run.output.contains("/D/usr/lib/systemd/\(file)"), "\(run.output)")
      }
    #endif
  }

  /// The units, with `/bin/true` as their program.
  private static func units(_ kind: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["signalbox.service", "signalbox.socket"] {
      let path = "\(packageFolder)/Packaging/systemd/\(kind)/\(name)"
      let text = String(decoding: try readFile(path, bytesMax: 100_000), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("ExecStart=") ? "ExecStart=/bin/true" : String(line)
      }
      #expect(name.hasSuffix("socket") || text.contains("ExecStart=@BINDIR@/"))
      try folder.file(name, lines.joined(separator: "\n"), mode: 0o644)
    }
    return folder
  }

  private func shell(
    _ command: String, _ folder: TemporaryFolder
  ) throws -> (end: ProgramEnd?, output: String) {
    let output = folder("output")
    let run = "export XDG_RUNTIME_DIR='\(folder.path)'; (\(command)) > '\(output)' 2>&1"
    let program = try RunningProgram(
      "/bin/sh", ["-c", run], environment: ["PATH=/usr/bin:/bin"])
    return (program.wait(seconds: hangSeconds), try folder.text(of: "output"))
  }
}
