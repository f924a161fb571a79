extension KotlinCode {
  /// Hard keywords, and others that cannot begin a declaration of a property.
  static let reserved: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  /// The types that the code uses: a nested class or an enum entry of the same name would hide
  /// them.
  static let reservedTypes: Set<String> = [
    "Any", "AppRoute", "Base", "Boolean", "Byte", "Companion", "Double", "Enum", "Int", "LinkText",
    "List", "Long", "Nothing", "Regex", "String", "ULong", "Unit",
  ]

  /// What every file has: the texts of values.
  static let helpers = #"""
    /** Writes the parts of links; null is for a value without a link. */
    private object LinkText {
        val uuid = Regex("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
        val slug = Regex("[0-9A-Za-z_-]+")

        fun path(pieces: List<String?>, items: List<String?> = emptyList()): String? {
            if (null in pieces || null in items) return null
            val path = pieces.joinToString("")
            // Such segments are removed from links.
            if (path.split("/").any { it == "." || it == ".." }) return null
            return path + items.joinToString("").replaceFirst("&", "?")
        }

        fun segment(text: String?): String? =
            if (text.isNullOrEmpty()) null else encoded(text, "-._~!$&'()*+,;=")

        /** A text with the slashes that separate two parts. */
        fun rest(text: String?): String? {
            if (text.isNullOrEmpty()) return null
            val parts = text.split(Regex("(?<=[^/])/(?=[^/])")).map { segment(it) }
            return if (null in parts) null else parts.joinToString("/")
        }

        fun item(name: String, text: String?): String? {
            val value = text?.let { encoded(it, "-._~!$'()*,;:@/?") } ?: return null
            return "&$name=$value"
        }

        fun number(value: Double): String? = if (value.isFinite()) value.toString() else null

        fun day(value: java.time.LocalDate): String? =
            if (value.year in 0..9999) value.toString() else null

        fun fitting(text: String, pattern: Regex): String? =
            if (pattern.matches(text)) text else null

        /** A text with escapes; null if it has characters that no link can contain. */
        private fun encoded(text: String, plain: String): String? {
            if (text.any { it.isISOControl() }) return null
            val bytes = text.toByteArray(Charsets.UTF_8)
            // Half of a surrogate pair has no bytes.
            if (String(bytes, Charsets.UTF_8) != text) return null
            val result = StringBuilder()
            for (byte in bytes) {
                val number = byte.toInt() and 0xFF
                val char = number.toChar()
                val isLetter = char in 'A'..'Z' || char in 'a'..'z'
                if (isLetter || char in '0'..'9' || char in plain) result.append(char)
                else result.append('%').append("0123456789ABCDEF"[number shr 4])
                    .append("0123456789ABCDEF"[number and 15])
            }
            return result.toString()
        }
    }

    """#
}
