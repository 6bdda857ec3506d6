import { crc32, deflateRawSync } from "node:zlib"

/** A part of an archive: a text, or a text between two others that comes again and again. */
export type PartText =
  | string
  | readonly [before: string, again: string, count: number, after: string]

const textOf = (part: PartText): Buffer => {
  if (typeof part === "string") return Buffer.from(part)
  const [before, again, count, after] = part
  return Buffer.concat([
    Buffer.from(before),
    Buffer.alloc(count * Buffer.byteLength(again), again),
    Buffer.from(after),
  ])
}

/** Writes a ZIP archive of parts, compressed, which comes to far more than it has. */
export const zipped = (parts: Readonly<Record<string, PartText | Buffer>>): Buffer => {
  const pieces: Array<Buffer> = []
  const entries: Array<Buffer> = []
  let at = 0
  for (const [name, part] of Object.entries(parts)) {
    const content = Buffer.isBuffer(part) ? part : textOf(part)
    const stored = deflateRawSync(content, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(stored.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    pieces.push(Buffer.from("PK\u0003\u0004"), fields, Buffer.from(name), stored)
    entries.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), fields, tail, Buffer.from(name))
    at += 30 + name.length + stored.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(parts).length, 4)
  end.writeUInt16LE(Object.keys(parts).length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, directory, Buffer.from("PK\u0005\u0006"), end])
}

const relations = (...targets: ReadonlyArray<readonly [type: string, target: string]>): string =>
  `<Relationships>${targets
    .map(([type, target], at) => `<Relationship Id="r${at}" Type="x/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`

/** The parts of a workbook of one sheet; some of them can be put in place of those of a small one. */
export const workbookParts = (parts: Readonly<Record<string, PartText | Buffer>> = {}) => ({
  "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": '<workbook><sheets><sheet name="S" r:id="r0"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": relations(
    ["worksheet", "sheet.xml"],
    ["sharedStrings", "texts.xml"],
    ["styles", "styles.xml"],
  ),
  "xl/sheet.xml":
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>',
  "xl/texts.xml": "<sst><si><t>a</t></si></sst>",
  "xl/styles.xml": "<styleSheet/>",
  ...parts,
})
