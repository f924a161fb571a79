extension TypeScriptCode {
  /// What every file has: the texts of values.
  static let helpers = #"""
    const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
    const slug = /^[\w-]+$/;

    type Text = string | undefined;

    /** A path and its query items; undefined if one of them is. */
    function written(pieces: readonly Text[], items: readonly Text[] = []): Text {
      if (pieces.includes(undefined) || items.includes(undefined)) return undefined;
      const path = pieces.join("");
      // Such segments are removed from links.
      if (path.split("/").some((part) => part === "." || part === "..")) return undefined;
      return path + items.join("").replace("&", "?");
    }

    function segment(text: Text): Text {
      return text ? encoded(text, /%(24|26|2B|2C|3B|3D)/g) : undefined;
    }

    /** A text with the slashes that separate two parts. */
    function rest(text: Text): Text {
      const parts = text ? text.split(/(?<=[^/])\/(?=[^/])/).map(segment) : [undefined];
      return parts.includes(undefined) ? undefined : parts.join("/");
    }

    function item(name: string, text: Text): Text {
      const value = text === undefined ? undefined : encoded(text, /%(24|2C|3B|3A|40|2F|3F)/g);
      return value === undefined ? undefined : `&${name}=${value}`;
    }

    /** A text with escapes; undefined if it has characters that no link can contain. */
    function encoded(text: string, plain: RegExp): Text {
      if (/\p{Cc}/u.test(text)) return undefined;
      try {
        return encodeURIComponent(text).replace(plain, decodeURIComponent);
      } catch {
        // Half of a surrogate pair.
        return undefined;
      }
    }

    /** A whole number from a bound to another, which it does not reach. */
    function integer(value: number | bigint, from: bigint, to: bigint): Text {
      if (typeof value === "number" && !Number.isSafeInteger(value)) return undefined;
      const whole = BigInt(value);
      return whole >= from && whole < to ? String(whole) : undefined;
    }

    function finite(value: number): Text {
      return Number.isFinite(value) ? String(value) : undefined;
    }

    function fitting(text: string, pattern: RegExp): Text {
      return pattern.test(text) ? text : undefined;
    }

    function day(text: Day): Text {
      const numbers = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
      if (!numbers) return undefined;
      const [year, month, day] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
      const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
      const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
      return days !== undefined && day >= 1 && day <= days ? text : undefined;
    }

    """#

  /// What a file has too: how the library reads paths.
  static let reading = #"""
    /** A piece of a pattern: a text, or a value. A link is read with the longest value that fits,
     * or the shortest; undefined is for either. */
    type Piece =
      | string
      | readonly [
          index: number | undefined,
          crosses: boolean,
          isLongest: boolean | undefined,
          fits: (text: string) => boolean,
        ];

    /** A path with its query; undefined if a link with it is read as other values. */
    function read(
      path: Text,
      values: readonly Text[],
      readings: readonly (readonly Piece[])[],
      isCaseSensitive: boolean,
    ): Text {
      if (path === undefined) return undefined;
      const compared = (text: Text) => (isCaseSensitive ? text : text?.toLowerCase());
      const text = compared(path.split("?")[0]) ?? "";
      const isSame = [false, true].every((isLongest) => {
        for (const pieces of readings) {
          const found = reading(text, pieces, isLongest);
          if (found) return values.every((value, index) => found[index] === compared(value));
        }
        return false;
      });
      return isSame ? path : undefined;
    }

    /** The values of a path by index; undefined if it does not match the pieces. */
    function reading(
      text: string,
      pieces: readonly Piece[],
      isLongest: boolean,
    ): Text[] | undefined {
      const [piece, ...others] = pieces;
      if (piece === undefined) return text === "" ? [] : undefined;
      if (typeof piece === "string") {
        if (!text.startsWith(piece)) return undefined;
        return reading(text.slice(piece.length), others, isLongest);
      }
      const [index, crosses, order, fits] = piece;
      const all = crosses ? text : text.split("/")[0];
      const counts = [...Array(all.length + 1).keys()].slice(order === false ? 1 : 0);
      for (const count of order ?? isLongest ? counts.reverse() : counts) {
        const [value, rest] = [all.slice(0, count), text.slice(count)];
        // Not within the escapes of one character.
        if (/%.?$/.test(value) || /^%[89ab]/i.test(rest) || !fits(value)) continue;
        const found = reading(rest, others, isLongest);
        if (found === undefined) continue;
        if (index !== undefined) found[index] = value;
        return found;
      }
      return undefined;
    }

    """#
}
