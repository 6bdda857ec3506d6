import * as Result from "effect/Result"
import { makeDocument, type RatesDocument } from "./document.ts"
import { malformed, type RatesRefusal } from "./rates-refusal.ts"

const declaration = /^<\?xml\s[^?<>]*\?>/

/**
 * One piece of a document: a comment, an end tag, a start tag with its attributes, or text. There
 * is none for DOCTYPE, CDATA, processing instructions and references (`&`): nothing that a
 * document could grow or reach out by is read.
 */
const piece =
  /<!--(?:[^-]|-(?!-))*-->|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>|[^<&]+/gy

const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Elements inside one another at most; the shape has four. */
const depthMax = 8

const rootPath = "Envelope"
const listPath = "Envelope/Cube"
const dayPath = "Envelope/Cube/Cube"
const ratePath = "Envelope/Cube/Cube/Cube"

/** What has been read of a document so far. */
interface PartialDocument {
  readonly open: Array<string>
  readonly seen: Set<string>
  readonly entries: Array<readonly [code: string, text: string]>
  day: string | undefined
}

/** Why a piece is refused; undefined where nothing is wrong with it. */
type EntryFlaw = string | undefined

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

const pathOf = ({ open }: PartialDocument): string => open.map(localName).join("/")

/** The attributes of a start tag; undefined when one comes twice. */
const attributesOf = (text: string): ReadonlyMap<string, string> | undefined => {
  const found = [...text.matchAll(attribute)]
  const attributes = new Map(
    found.map(([, name = "", double, single]) => [name, double ?? single ?? ""]),
  )
  return attributes.size < found.length ? undefined : attributes
}

/** Attributes besides those that are known could say what a rate is for, like 100 units: none may be there. */
const onlyNames = (attributes: ReadonlyMap<string, string>, ...names: ReadonlyArray<string>) =>
  attributes.size === names.length && names.every((name) => attributes.has(name))

const once = ({ seen }: PartialDocument, path: string, fault: string): EntryFlaw => {
  if (seen.has(path)) return fault
  seen.add(path)
  return undefined
}

const begin = (reading: PartialDocument, attributes: ReadonlyMap<string, string>): EntryFlaw => {
  const path = pathOf(reading)
  switch (path) {
    case rootPath:
      return once(reading, path, "it has several roots")
    case listPath:
      return once(reading, path, "it has several lists of rates")
    case dayPath:
      if (!onlyNames(attributes, "time")) return "a day has other attributes than time"
      reading.day = attributes.get("time")
      return once(reading, path, "it has several days")
    case ratePath:
      if (!onlyNames(attributes, "currency", "rate")) {
        return "a rate has other attributes than currency and rate"
      }
      reading.entries.push([attributes.get("currency") ?? "", attributes.get("rate") ?? ""])
      return undefined
    default:
      return path.startsWith(listPath) || !path.startsWith(`${rootPath}/`)
        ? "it has another shape"
        : undefined
  }
}

const readText = (reading: PartialDocument, text: string): EntryFlaw =>
  text.trim() === "" || (reading.open.length > 1 && !pathOf(reading).startsWith(listPath))
    ? undefined
    : "it has text where there should be none"

const readPiece = (
  reading: PartialDocument,
  [all, end, start, attributeText = "", empty]: RegExpExecArray,
): EntryFlaw => {
  if (end !== undefined) return reading.open.pop() === end ? undefined : "its tags do not match"
  if (start === undefined) return all.startsWith("<!--") ? undefined : readText(reading, all)
  const attributes = attributesOf(attributeText)
  if (attributes === undefined) return "a tag has an attribute twice"
  if (reading.open.length === depthMax) return "its elements are nested too deeply"
  reading.open.push(start)
  const fault = begin(reading, attributes)
  if (empty === "/") reading.open.pop()
  return fault
}

/**
 * Reads the shape of the European Central Bank's daily rates: in `<gesmes:Envelope>` one `<Cube>`,
 * in it one `<Cube time="2026-11-20">`, in that a `<Cube currency="USD" rate="1.0850"/>` for each
 * currency. Whatever else the envelope holds beside its cubes is ignored; a document with a
 * DOCTYPE, references, several days or unknown attributes on cubes is refused.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readXmlRates } from "../rules/currency/rates/read-xml.ts"
 * const cubes = "<Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.0850'/></Cube></Cube>"
 * Result.getOrThrow(readXmlRates(`<Envelope>${cubes}</Envelope>`)).day // => "2026-11-20"
 * ```
 */
export const readXmlRates = (text: string): Result.Result<RatesDocument, RatesRefusal> => {
  const body = text.replace(declaration, "")
  const reading: PartialDocument = { open: [], seen: new Set(), entries: [], day: undefined }
  const pieces = new RegExp(piece)
  while (pieces.lastIndex < body.length) {
    const found = pieces.exec(body)
    if (found === null) return Result.fail(malformed("it is no XML of this shape"))
    const fault = readPiece(reading, found)
    if (fault !== undefined) return Result.fail(malformed(fault))
  }
  if (reading.open.length > 0) return Result.fail(malformed("it ends too early"))
  return reading.day === undefined
    ? Result.fail(malformed("it has no day"))
    : makeDocument(reading.day, reading.entries)
}
