import { percentDecoded } from "../../../platform/read-url.ts"
import { type Archive, WorkbookTooLarge, workbookUnreadable } from "./archive.ts"
import { makeTextStore, type TextStore } from "./text-store.ts"
import { type PartReader, readWholePart } from "./xml-part.ts"

/** What a sheet of a workbook is; one that is `lost` has no part in the file. */
export type SheetKind = "cells" | "chart" | "dialog" | "macros" | "lost"

/** A sheet of a workbook, and the part that holds it. */
export interface SheetPlace {
  readonly name: string
  readonly hidden: boolean
  readonly kind: SheetKind
  readonly part: string
  /** The names that the workbook has for cells of it. */
  readonly names: ReadonlyArray<string>
}

/** What a workbook says of itself before its cells. */
interface WorkbookIndex {
  readonly sheets: ReadonlyArray<SheetPlace>
  /** The part of the texts that cells share; undefined where there is none. */
  readonly sharedTexts: string | undefined
  /** The styles of cells that show a number as a date. */
  readonly dateStyles: ReadonlySet<number>
  /** Whether days are counted from 1904, as on old Macs. */
  readonly from1904: boolean
}

/** Parts that list what a workbook has; its styles are the largest of them. */
export const indexLimits = {
  bytes: 16 * 1024 * 1024,
  sheets: 1024,
  relations: 8192,
  styles: 65_536,
} as const

/** What a part refers to, by its id there. */
interface Relation {
  readonly id: string
  readonly type: string
  readonly part: string
}

/** A path as it is meant: some programs write those of Windows, or escape the characters of a name. */
const plainPath = (target: string): string => {
  const path = target.replaceAll("\\", "/")
  return percentDecoded(path) ?? path
}

/** A path within the archive, from the folder of the part that names it. */
const resolved = (folder: string, target: string): string => {
  const parts: Array<string> = []
  const plain = plainPath(target)
  const path = plain.startsWith("/") ? plain : `${folder}/${plain}`
  for (const step of path.split("/")) {
    if (step === "..") parts.pop()
    else if (step !== "." && step !== "") parts.push(step)
  }
  return parts.join("/")
}

const readRelations = async (
  archive: Archive,
  folder: string,
  file: string,
): Promise<ReadonlyArray<Relation>> => {
  const part = resolved(folder, `_rels/${file}.rels`)
  const relations: Array<Relation> = []
  if (!archive.has(part)) return relations
  await readWholePart(archive, part, indexLimits.bytes, {
    open: (name, { Id: id = "", Target: target = "", TargetMode: mode, Type: type = "" }) => {
      if (name !== "Relationship" || mode === "External") return
      if (relations.length === indexLimits.relations) {
        throw new WorkbookTooLarge({ part, what: "relations", max: indexLimits.relations })
      }
      relations.push({ id, type: type.split("/").at(-1) ?? "", part: resolved(folder, target) })
    },
  })
  return relations
}

const isOn = (flag: string | undefined): boolean => flag === "1" || flag === "true"

/** Sheets that are no cells, by the type of their relation. */
const otherKinds: Readonly<Record<string, SheetKind>> = {
  chartsheet: "chart",
  dialogsheet: "dialog",
  xlMacrosheet: "macros",
  xlIntlMacrosheet: "macros",
}

/** The id of a relation, under whatever prefix its name space has. */
const relationIn = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? ""

/** The sheet that a range is of: `'it''s'!$A$1:$A$9`; undefined where it is of none. */
const sheetIn = (range: string): string | undefined => {
  const [, quoted, plain] = /^(?:'((?:[^']|'')+)'|([^'!]+))!\$/.exec(range) ?? []
  return quoted?.replaceAll("''", "'") ?? plain
}

const readSheets = async (archive: Archive, part: string, relations: ReadonlyArray<Relation>) => {
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const sheets: Array<Omit<SheetPlace, "names">> = []
  const names = new Map<string, Array<string>>()
  let name: string | undefined
  let range = ""
  let from1904 = false
  await readWholePart(archive, part, indexLimits.bytes, {
    open: (element, attributes) => {
      if (element === "workbookPr") from1904 = isOn(attributes["date1904"])
      // A sheet that is copied takes names along, which are its own.
      if (element === "definedName" && attributes["localSheetId"] === undefined) {
        name = attributes["name"]
        range = ""
      }
      if (element !== "sheet") return
      if (sheets.length === indexLimits.sheets) {
        throw new WorkbookTooLarge({ part, what: "sheets", max: indexLimits.sheets })
      }
      const relation = byId.get(relationIn(attributes))
      sheets.push({
        name: attributes["name"] ?? "",
        hidden: (attributes["state"] ?? "visible") !== "visible",
        kind: relation === undefined ? "lost" : (otherKinds[relation.type] ?? "cells"),
        part: relation?.part ?? "",
      })
    },
    text: (text) => {
      if (name !== undefined) range += text
    },
    close: (element) => {
      if (element !== "definedName" || name === undefined) return
      const sheet = sheetIn(range)
      if (sheet !== undefined) names.set(sheet, [...(names.get(sheet) ?? []), name])
      name = undefined
    },
  })
  return {
    sheets: sheets.map((sheet) => ({ ...sheet, names: names.get(sheet.name) ?? [] })),
    from1904,
  }
}

/** Formats of numbers that every workbook has, and that are dates. */
const builtInDates: ReadonlyArray<readonly [first: number, last: number]> = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

const readDateStyles = async (archive: Archive, part: string): Promise<ReadonlySet<number>> => {
  const { isDateFormat } = await import("hucre")
  const formats = new Map<number, boolean>()
  const dates = new Set<number>()
  let styles = 0
  let isOfCells = false
  const isDate = (format: number): boolean =>
    formats.get(format) ?? builtInDates.some(([first, last]) => format >= first && format <= last)
  await readWholePart(archive, part, indexLimits.bytes, {
    open: (name, attributes) => {
      if (name === "cellXfs") isOfCells = true
      const format = Number(attributes["numFmtId"] ?? "0")
      if (name === "numFmt") formats.set(format, isDateFormat(attributes["formatCode"] ?? ""))
      if (name !== "xf" || !isOfCells) return
      if (styles === indexLimits.styles) {
        throw new WorkbookTooLarge({ part, what: "styles", max: indexLimits.styles })
      }
      if (isDate(format)) dates.add(styles)
      styles += 1
    },
    close: (name) => {
      if (name === "cellXfs") isOfCells = false
    },
  })
  return dates
}

/** Reads what a workbook says of itself. Throws a fault of the workbook where it is none. */
export const readWorkbookIndex = async (archive: Archive): Promise<WorkbookIndex> => {
  const book = (await readRelations(archive, "", "")).find(({ type }) => type === "officeDocument")
  if (book === undefined) throw workbookUnreadable({ _tag: "NoWorkbook" })
  const at = book.part.lastIndexOf("/")
  const [folder, file] = [book.part.slice(0, Math.max(0, at)), book.part.slice(at + 1)]
  const relations = await readRelations(archive, folder, file)
  const partOf = (wanted: string): string | undefined =>
    relations.find(({ part, type }) => type === wanted && archive.has(part))?.part
  const styles = partOf("styles")
  return {
    ...(await readSheets(archive, book.part, relations)),
    sharedTexts: partOf("sharedStrings"),
    dateStyles: styles === undefined ? new Set() : await readDateStyles(archive, styles),
  }
}

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
    throw new WorkbookTooLarge({ part, what: "charactersOfText", max: textLengthMax })
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
export const readSharedTexts = async (archive: Archive, part: string): Promise<TextStore> => {
  const texts = makeTextStore()
  const runs = makeTextRuns(part)
  const reader: PartReader = {
    open: (name) => (name === "si" ? runs.begin() : runs.open(name)),
    text: runs.add,
    close: (name) => {
      runs.close(name)
      if (name !== "si") return
      if (texts.count() === sharedTextLimits.texts) {
        throw new WorkbookTooLarge({ part, what: "texts", max: sharedTextLimits.texts })
      }
      texts.add(runs.text())
    },
  }
  await readWholePart(archive, part, sharedTextLimits.bytes, reader)
  return texts
}
