import JSONCodec

/// The limits of association files.
public enum AssociationLimits {
  /// The bytes of an association file that Apple accepts: 128 KiB.
  public static let appleBytesMax = 131_072
  /// The bytes of a file that are read.
  public static let bytesMax = jsonBytesMax
  /// The faults that are reported for one file.
  public static let faultsMax = 100
}
