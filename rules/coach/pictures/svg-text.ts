import { escapeXml } from "../../../core/escape-html.ts"

/** The type of pictures: whatever sans serif the reader's system has. */
export const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

/** What XML 1.0 has no way to write: most control characters, and two that are none. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/**
 * A text as it is written into XML, between tags or in double quotes; what XML cannot hold is left
 * out.
 *
 * ```ts
 * import { xmlText } from "../rules/coach/pictures/svg-text.ts"
 *
 * xmlText('Pays & "Épargne" <1>') // => "Pays &amp; &quot;Épargne&quot; &lt;1&gt;"
 * xmlText("a\u0007b") // => "ab"
 * ```
 */
export const xmlText = (text: string): string => escapeXml(text.replace(unwritable, ""))

/** Widths of signs in parts of the size of type, near enough for any sans serif. */
const signWidth = (sign: string): number => {
  if (/[\u1100-\u11FF\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]/.test(sign)) return 1
  if (/[MWmw@%]/.test(sign)) return 0.88
  if (/\p{Lu}/u.test(sign)) return 0.7
  return /[ijltfr.,:;'’!|()[\] ]/.test(sign) ? 0.36 : 0.58
}

/** How wide a text is, in parts of the size of type. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + signWidth(sign), 0)

/** As much of a text as fits a width; the rest of it. */
const cutAt = (text: string, width: number): readonly [string, string] => {
  const signs = [...text]
  let used = 0
  const at = signs.findIndex((sign) => (used += signWidth(sign)) > width)
  return at < 0 ? [text, ""] : [signs.slice(0, Math.max(1, at)).join(""), signs.slice(at).join("")]
}

const withEllipsis = (line: string, width: number): string =>
  `${cutAt(line, width - 1)[0].trimEnd()}…`

/**
 * A text in lines of a width, given in parts of the size of type; words stay whole where they fit.
 * What is too much for the lines is cut off, with an ellipsis in its place.
 *
 * ```ts
 * import { linesOf } from "../rules/coach/pictures/svg-text.ts"
 *
 * linesOf("La Banque Postale", { width: 8, linesMax: 2 }) // => ["La Banque", "Postale"]
 * linesOf("La Banque Postale", { width: 8, linesMax: 1 }) // => ["La Banque…"]
 * linesOf("La Banque Postale du Nord de la France", { width: 8, linesMax: 2 }) // => ["La Banque", "Postale du No…"]
 * linesOf("Donaudampfschifffahrt", { width: 6, linesMax: 3 }) // => ["Donaudampf", "schifffahrt"]
 * ```
 */
export const linesOf = (
  text: string,
  { linesMax, width }: { readonly width: number; readonly linesMax: number },
): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    const joined = line === "" ? word : `${line} ${word}`
    if (textWidth(joined) <= width) {
      line = joined
      continue
    }
    if (line !== "") lines.push(line)
    let [piece, rest] = cutAt(word, width)
    while (rest !== "") {
      lines.push(piece)
      ;[piece, rest] = cutAt(rest, width)
    }
    line = piece
  }
  if (line !== "") lines.push(line)
  if (lines.length <= linesMax) return lines
  const kept = lines.slice(0, linesMax)
  return kept.map((each, index) => (index < linesMax - 1 ? each : withEllipsis(each, width)))
}
