import Links
import Navigation

/// Every command: dispatch, help, completion and the docs read this one table (design §6).
public enum CommandTable {
  /// The commands in the order of help.
  public static let all: [Command] = movement + looking + time + expecting + rest

  /// The command of that name, compared as bytes.
  public static func command(named word: String) -> Command? {
    all.first { sameBytes($0.word, word) }
  }

  /// The commands of one group, in order.
  public static func commands(in group: Command.Group) -> [Command] {
    all.filter { $0.group == group }
  }
}
