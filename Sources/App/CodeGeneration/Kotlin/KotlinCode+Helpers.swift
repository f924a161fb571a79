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
    "Any", "AppRoute", "Base", "Boolean", "Byte", "Companion", "Double", "Enum", "Int",
    "LinkPiece", "LinkReading", "LinkText", "List", "Long", "Nothing", "Regex", "String", "ULong",
    "Unit",
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

  /// What a file has too: how the library reads paths.
  static let reading = #"""
    /**
     * A piece of a pattern: a text, or a value. A link is read with the longest value that fits, or
     * the shortest; null is for either.
     */
    private class LinkPiece(
        val text: String?,
        val index: Int? = null,
        val crosses: Boolean = false,
        val isLongest: Boolean? = null,
        val fits: (String) -> Boolean = { true }
    )

    private object LinkReading {
        /** A path with its query; null if a link with it is read as other values. */
        fun read(
            path: String?, values: List<String?>, readings: List<List<LinkPiece>>,
            isCaseSensitive: Boolean
        ): String? {
            if (path == null) return null
            fun compared(text: String) =
                if (isCaseSensitive) text else text.map { lower(it) }.joinToString("")
            val text = compared(path.substringBefore('?'))
            val isSame = listOf(false, true).all { isLongest ->
                val all = readings.asSequence().mapNotNull { reading(text, it, isLongest) }
                val found = all.firstOrNull()
                found != null && values.indices.all { found[it] == values[it]?.let(::compared) }
            }
            return if (isSame) path else null
        }

        /** Without the rules of a language, which differ for i. */
        private fun lower(char: Char) = if (char in 'A'..'Z') char + 32 else char

        /** The values of a path by index; null if it does not match the pieces. */
        private fun reading(
            text: String, pieces: List<LinkPiece>, isLongest: Boolean
        ): MutableMap<Int, String>? {
            val piece = pieces.firstOrNull()
                ?: return if (text.isEmpty()) mutableMapOf() else null
            val others = pieces.drop(1)
            if (piece.text != null) {
                if (!text.startsWith(piece.text)) return null
                return reading(text.substring(piece.text.length), others, isLongest)
            }
            val all = if (piece.crosses) text else text.substringBefore('/')
            val counts = (if (piece.isLongest == false) 1 else 0)..all.length
            for (count in if (piece.isLongest ?: isLongest) counts.reversed() else counts) {
                val value = all.substring(0, count)
                val rest = text.substring(count)
                // Not within the escapes of one character.
                val isCut = value.takeLast(2).contains('%') ||
                    rest.startsWith("%") && rest.length > 1 && rest[1] in "89ABab"
                if (isCut || !piece.fits(value)) continue
                val found = reading(rest, others, isLongest) ?: continue
                if (piece.index != null) found[piece.index] = value
                return found
            }
            return null
        }
    }

    """#
}
