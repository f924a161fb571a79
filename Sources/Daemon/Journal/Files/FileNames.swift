/// The files of a journal in its folder.
enum FileNames {
  /// The main file.
  static let main = "journal.sqlite"
  /// The write-ahead log.
  static let log = main + "-wal"
  /// What SQLite shares between connections.
  static let index = main + "-shm"
  /// A new journal until it is whole.
  static let fresh = "journal.new"
  /// A repaired journal until it takes its place.
  static let repaired = "journal.repaired"

  /// Bytes of the main file and the write-ahead log.
  static func bytes(in folder: String) -> Int64 {
    fileBytes(folder + "/" + main) + fileBytes(folder + "/" + log)
  }
}
