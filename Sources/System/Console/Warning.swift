import CLibrary
internal import Diagnostics
internal import FileAccess

/// Writes a line to standard error, ignoring errors.
func warn(_ line: String) {
  try? OutputWriter(descriptor: STDERR_FILENO, bufferBytesMax: 0).write(escaped(line) + "\n")
}
