/** A quoted cell at an offset: its text and where it ends; undefined where the quotes are part of it. */
const quotedAt = (
  text: string,
  start: number,
): { readonly cell: string; readonly end: number } | undefined => {
  let cell = ""
  let from = start + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close < 0) return undefined
    cell += text.slice(from, close)
    if (text[close + 1] === '"') {
      cell += '"'
      from = close + 2
      continue
    }
    const next = text[close + 1]
    return next === undefined || next === "\t" || next === "\n"
      ? { cell, end: close + 1 }
      : undefined
  }
}

const plainAt = (text: string, start: number): { readonly cell: string; readonly end: number } => {
  let end = start
  while (end < text.length && text[end] !== "\t" && text[end] !== "\n") end += 1
  return { cell: text.slice(start, end), end }
}

/**
 * The cells of a text that a spreadsheet has put on the clipboard: tabs between cells, a line for a
 * row, quotes around cells that hold tabs, quotes or line ends of their own.
 *
 * ```ts
 * import { readClipboard } from "../core/table/clipboard.ts"
 *
 * readClipboard('a\t"b ""c""\nd"\r\n5,46\t\r\n') // => [["a", 'b "c"\nd'], ["5,46", ""]]
 * ```
 */
export const readClipboard = (written: string): ReadonlyArray<ReadonlyArray<string>> => {
  const plain = written.replaceAll("\r\n", "\n").replaceAll("\r", "\n")
  const text = plain.endsWith("\n") ? plain.slice(0, -1) : plain
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  for (let at = 0; ;) {
    const quoted = text[at] === '"' ? quotedAt(text, at) : undefined
    const { cell, end } = quoted ?? plainAt(text, at)
    row.push(cell)
    at = end + 1
    if (text[end] === "\t") continue
    rows.push(row)
    row = []
    if (end >= text.length) return rows
  }
}

/**
 * Cells as spreadsheets take them from the clipboard.
 *
 * ```ts
 * import { clipboardText } from "../core/table/clipboard.ts"
 *
 * clipboardText([["a", 'b "c"\nd'], ["5.46", ""]]) // => 'a\t"b ""c""\nd"\n5.46\t\n'
 * ```
 */
export const clipboardText = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows
    .map((row) => row.map((cell) => (/["\t\r\n]/.test(cell) ? quoted(cell) : cell)).join("\t"))
    .map((line) => `${line}\n`)
    .join("")

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
