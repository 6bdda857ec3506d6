import type { Archive } from "./archive.ts"
import { type PartReader, readWholePart } from "./xml-part.ts"
import { WorkbookTooLarge } from "./workbook-fault.ts"

/** The texts that cells share: all of them are held while cells are read. */
export const sharedTextLimits = { bytes: 64 * 1024 * 1024, texts: 1_000_000 } as const

/** A character that XML has none for is written by its number: `_x000D_`. */
const escape = /_x([0-9A-Fa-f]{4})_/g

/** A text with the characters that its escapes name. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(escape, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text

/** The longest text of a cell, in characters; a spreadsheet shows 32,767 of them. */
export const textLengthMax = 1024 * 1024

/** Puts the runs of a text together, and leaves out how it is to be pronounced. */
export const makeTextRuns = (part: string) => {
  const bounded = (text: string): string => {
    if (text.length <= textLengthMax) return text
    throw new WorkbookTooLarge({ part, what: "characters in a text", max: textLengthMax })
  }
  let text = ""
  let run = ""
  let isRun = false
  let isSpoken = false
  return {
    begin: (): void => {
      text = ""
    },
    open: (name: string): void => {
      if (name === "rPh") isSpoken = true
      if (name !== "t") return
      isRun = !isSpoken
      run = ""
    },
    add: (characters: string): void => {
      if (isRun) run = bounded(run + characters)
    },
    close: (name: string): void => {
      if (name === "rPh") isSpoken = false
      if (name !== "t" || !isRun) return
      isRun = false
      text = bounded(text + unescaped(run))
    },
    text: (): string => text,
  }
}

/** Reads the texts that cells share, in their order. */
export const readSharedTexts = async (
  archive: Archive,
  part: string,
): Promise<ReadonlyArray<string>> => {
  const texts: Array<string> = []
  const runs = makeTextRuns(part)
  const reader: PartReader = {
    open: (name) => (name === "si" ? runs.begin() : runs.open(name)),
    text: runs.add,
    close: (name) => {
      runs.close(name)
      if (name !== "si") return
      if (texts.length === sharedTextLimits.texts) {
        throw new WorkbookTooLarge({ part, what: "texts", max: sharedTextLimits.texts })
      }
      texts.push(runs.text())
    },
  }
  await readWholePart(archive, part, sharedTextLimits.bytes, reader)
  return texts
}
