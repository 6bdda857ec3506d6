/** Characters of a name that an email shows at most. */
const shownCharactersMax = 60

/** Marks on one character that an email shows at most: more of them climb over the lines around. */
const marksMax = 3

/** What looks like a full stop, or is one to programs that read domains. */
const dots =
  /[\u00b7\u0387\u0660\u06d4\u06f0\u0701\u0702\u0964\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\ua4f8\ua60e\uff0e\uff61\uff65\u{10a50}\u{1d16d}]/gu

/** A middle dot of Catalan, as in `Col·lectiu`, which is a letter's. */
const catalanDot = /(?<=l)\u00b7(?=l)/giu

/** Beginnings that mail programs make links of, whatever follows. */
const linkBeginnings = /\b(?:www\d{0,3}|ftp)\.|\b(?:https?|ftps?|mailto|tel|sms):/giu

/** Quotes, brackets, slashes, and what stands between a mailbox and its domain. */
const separators = /["“”„‟«»‹›<>[\]{}|\\/@＠#]|:\/\/|::/gu

/** Words with full stops between them and no space, as in a domain. */
const dotted = /[\p{L}\p{N}\p{M}_-]+(?:\.+[\p{L}\p{N}\p{M}_-]+)+/gu

/** The same of single letters, as in `S.A.` or `U.S.`: no domain ends in one. */
const initials = /^\p{L}(?:\.\p{L})+$/u

const takenApart = (word: string): string =>
  initials.test(word) ? word : word.replaceAll(/\.+/gu, " ")

/** So many digits in a row, with what people put between them, are a telephone number. */
const telephone = /\+?\p{Nd}(?:[\s().-]{0,3}\p{Nd}){6,}/gu

/** Takes out what mail programs make links of, until nothing of the kind is left. */
const withoutAddresses = (text: string): string => {
  const less = text
    .replaceAll(linkBeginnings, " ")
    .replaceAll(separators, " ")
    .replaceAll(dotted, takenApart)
    .replaceAll(telephone, "…")
  return less === text ? text : withoutAddresses(less)
}

/**
 * A name that anybody can have chosen, as an email shows it: on one line, at most 60 characters, and
 * plain text in which no mail program finds an address: links, domains, mailboxes and telephone numbers
 * are taken apart, however they are spelt, and what turns the direction of a text or hides in it is
 * left out. Names of companies stay as they are. Where nothing is left, the other text is shown.
 *
 * ```ts
 * import { plainName } from "../rules/accounts/plain-name.ts"
 *
 * plainName("Société Générale & Fils, S.A.", "sgf") // => "Société Générale & Fils, S.A."
 * plainName("Blocked! Visit http://evil.example/login now", "acme") // => "Blocked! Visit evil example login now"
 * plainName("ｗｗｗ．evil。example", "acme") // => "evil example"
 * plainName("@", "acme") // => "acme"
 * ```
 */
export const plainName = (name: string, otherwise: string): string => {
  const visible = name.replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, "").normalize("NFKC")
  const letters = visible
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")
    .replaceAll(new RegExp(`(\\p{M}{${marksMax}})\\p{M}+`, "gu"), "$1")
    .replaceAll(catalanDot, "\u0000")
    .replaceAll(dots, ".")
    .replaceAll("\u0000", "\u00b7")
  const plain = withoutAddresses(letters).replaceAll(/\s+/gu, " ").trim()
  if (!/[\p{L}\p{N}]/u.test(plain)) return otherwise
  const characters = [...plain]
  return characters.length <= shownCharactersMax
    ? plain
    : `${characters
        .slice(0, shownCharactersMax - 1)
        .join("")
        .trimEnd()}…`
}
