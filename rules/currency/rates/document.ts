import * as Result from "effect/Result"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { malformed, type RatesFlawWord, type RatesRefusal } from "./rates-refusal.ts"

/** The currency that every rate is for one unit of; its own rate is 1 and never changes. */
export const baseCode = "EUR"

/**
 * A document of a source as it was read: a calendar day, and units for one euro by currency code,
 * as they were written. Its shape is sound; its rates have not been judged.
 */
export interface RatesDocument {
  readonly day: string
  readonly rateTexts: ReadonlyMap<string, string>
}

/** Currencies of one document at most; the world has fewer. */
export const currenciesMax = 200

/** A document of what was written in it; refused when a code comes twice, or there are none or too many. */
const makeDocument = (
  day: string,
  entries: ReadonlyArray<readonly [code: string, text: string]>,
): Result.Result<RatesDocument, RatesRefusal> => {
  if (entries.length === 0) return Result.fail(malformed("noRates"))
  if (entries.length > currenciesMax) {
    return Result.fail(malformed({ _tag: "TooManyCurrencies", currenciesMax }))
  }
  const rateTexts = new Map(entries)
  if (rateTexts.size < entries.length) {
    return Result.fail(malformed("currencyTwice"))
  }
  return isCalendarDay(day)
    ? Result.succeed({ day, rateTexts })
    : Result.fail({ _tag: "NotADay", text: day })
}

/** Reads a document of rates, in XML or in JSON: its first character tells, whatever a header said. */
export const readRatesDocument = (text: string): Result.Result<RatesDocument, RatesRefusal> => {
  // trim also takes a byte order mark off.
  const content = text.trim()
  switch (content[0]) {
    case "<":
      return readXmlRates(content)
    case "{":
      return readJsonRates(content)
    default:
      return Result.fail(malformed("otherForm"))
  }
}

type Refusable<Value> = Result.Result<Value, RatesRefusal>

/** The members of an object by name, each with the place of its value among the tokens. */
type Members = ReadonlyMap<string, number>

/** The tokens of a text that is JSON: strings with their quotes, brackets, commas, colons, literals. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

const tokensOf = (text: string): Refusable<ReadonlyArray<string>> =>
  Result.map(
    Result.try({
      try: () => void JSON.parse(text),
      catch: () => malformed("notJson"),
    }),
    () => text.match(tokenPattern) ?? [],
  )

/** The place behind a value. */
const skip = (tokens: ReadonlyArray<string>, from: number): number => {
  let at = from
  let depth = 0
  do {
    const token = tokens[at]
    if (token === "{" || token === "[") depth += 1
    if (token === "}" || token === "]") depth -= 1
    at += 1
  } while (depth > 0)
  return at
}

const unquoted = (token: string): string => String(JSON.parse(token))

const membersOf = (
  tokens: ReadonlyArray<string>,
  from: number,
  what: "document" | "rates",
): Refusable<Members> => {
  if (tokens[from] !== "{") return Result.fail(malformed({ _tag: "NoObjectAt", what }))
  const members = new Map<string, number>()
  let at = from + 1
  while (tokens[at] !== "}") {
    const name = unquoted(tokens[at] ?? "")
    if (members.has(name)) return Result.fail(malformed({ _tag: "MemberTwice", what }))
    members.set(name, at + 2)
    at = skip(tokens, at + 2)
    if (tokens[at] === ",") at += 1
  }
  return Result.succeed(members)
}

/** The text of a string or a number, the number as it was written; undefined for anything else. */
const writtenAt = (tokens: ReadonlyArray<string>, at: number): string | undefined => {
  const token = tokens[at] ?? ""
  if (token.startsWith('"')) return unquoted(token)
  return /^[-\d]/.test(token) ? token : undefined
}

const stringAt = (
  tokens: ReadonlyArray<string>,
  members: Members,
  name: string,
): Refusable<string> => {
  const token = tokens[members.get(name) ?? -1] ?? ""
  return token.startsWith('"')
    ? Result.succeed(unquoted(token))
    : Result.fail(malformed({ _tag: "NoTextAt", name }))
}

const ratesAt = (
  tokens: ReadonlyArray<string>,
  members: Members,
): Refusable<ReadonlyArray<readonly [string, string]>> =>
  Result.flatMap(membersOf(tokens, members.get("rates") ?? -1, "rates"), (rates) => {
    const entries: Array<readonly [string, string]> = []
    for (const [code, at] of rates) {
      const written = writtenAt(tokens, at)
      if (written === undefined) {
        return Result.fail(malformed("noRateText"))
      }
      entries.push([code, written])
    }
    return Result.succeed(entries)
  })

/**
 * Reads `{"base":"EUR","date":"2026-11-20","rates":{"USD":"1.0850","JPY":168.2}}`. Numbers keep
 * their digits as they were written and never become floats; other members are ignored, and an
 * object that names one twice is refused.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readJsonRates } from "../rules/currency/rates/document.ts"
 * const read = readJsonRates('{"base":"EUR","date":"2026-11-20","rates":{"USD":1.0850}}')
 * Result.getOrThrow(read).rateTexts.get("USD") // => "1.0850"
 * ```
 */
export const readJsonRates = (text: string): Refusable<RatesDocument> =>
  Result.flatMap(tokensOf(text), (tokens) =>
    Result.flatMap(membersOf(tokens, 0, "document"), (members) =>
      Result.flatMap(stringAt(tokens, members, "base"), (base) =>
        Result.flatMap(stringAt(tokens, members, "date"), (day) =>
          Result.flatMap(ratesAt(tokens, members), (entries) =>
            base === baseCode
              ? makeDocument(day, entries)
              : Result.fail<RatesRefusal>({ _tag: "WrongBase", base }),
          ),
        ),
      ),
    ),
  )

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
type EntryFlaw = RatesFlawWord | undefined

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

const once = ({ seen }: PartialDocument, path: string, fault: RatesFlawWord): EntryFlaw => {
  if (seen.has(path)) return fault
  seen.add(path)
  return undefined
}

const begin = (reading: PartialDocument, attributes: ReadonlyMap<string, string>): EntryFlaw => {
  const path = pathOf(reading)
  switch (path) {
    case rootPath:
      return once(reading, path, "severalRoots")
    case listPath:
      return once(reading, path, "severalLists")
    case dayPath:
      if (!onlyNames(attributes, "time")) return "dayAttributes"
      reading.day = attributes.get("time")
      return once(reading, path, "severalDays")
    case ratePath:
      if (!onlyNames(attributes, "currency", "rate")) {
        return "rateAttributes"
      }
      reading.entries.push([attributes.get("currency") ?? "", attributes.get("rate") ?? ""])
      return undefined
    default:
      return path.startsWith(listPath) || !path.startsWith(`${rootPath}/`)
        ? "otherShape"
        : undefined
  }
}

const readText = (reading: PartialDocument, text: string): EntryFlaw =>
  text.trim() === "" || (reading.open.length > 1 && !pathOf(reading).startsWith(listPath))
    ? undefined
    : "strayText"

const readPiece = (
  reading: PartialDocument,
  [all, end, start, attributeText = "", empty]: RegExpExecArray,
): EntryFlaw => {
  if (end !== undefined) return reading.open.pop() === end ? undefined : "otherTags"
  if (start === undefined) return all.startsWith("<!--") ? undefined : readText(reading, all)
  const attributes = attributesOf(attributeText)
  if (attributes === undefined) return "attributeTwice"
  if (reading.open.length === depthMax) return "tooDeep"
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
 * import { readXmlRates } from "../rules/currency/rates/document.ts"
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
    if (found === null) return Result.fail(malformed("notXml"))
    const fault = readPiece(reading, found)
    if (fault !== undefined) return Result.fail(malformed(fault))
  }
  if (reading.open.length > 0) return Result.fail(malformed("endsEarly"))
  return reading.day === undefined
    ? Result.fail(malformed("noDay"))
    : makeDocument(reading.day, reading.entries)
}
