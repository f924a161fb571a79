import CLibrary
internal import Diagnostics
internal import FileAccess

/// Writes a line to standard error; if nobody reads that, there is nobody to tell.
func warn(_ line: String) {
  try? OutputWriter(descriptor: STDERR_FILENO, bufferBytesMax: 0).write(escaped(line) + "\n")
}
