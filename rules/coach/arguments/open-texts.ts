import {
  asciiText,
  type ByteText,
  joined,
  jsonBytes,
  type Opening,
  type OpenJson,
  openJson,
} from "../../../core/json/byte-text.ts"
import { once } from "../../../core/memory.ts"
import {
  type ListTerms,
  plain,
  printed,
  type PrintedValue,
  type TermList,
} from "./term-variables.ts"
import { type ArgumentValues, sourceValues } from "./subjects.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { type ArgumentVar, type Figure, sourceVars } from "../coach-vocabulary.ts"
import type { Argument, RawValue, RawValues, Vars } from "../response.ts"
import type { Found } from "./found-arguments.ts"

/** A value of texts that depends on the destination. */
export type PlaceVar = (typeof placeVars)[number]

/** The destination that sets the target: its code, its name, its name with a preposition, and all together. */
export type TargetPlace = Readonly<Record<PlaceVar, string>>

/**
 * Opens JSON that is kept for any destination where the destination's values go: as words in `vars`,
 * as its code in `values`. Both names stand there with a colon, as they never do within a text.
 */
export const openPlaces = (json: ByteText): OpenJson<PlaceVar> => {
  let isRaw = false
  return openJson(json, placeOpenings).map((part) => {
    if (typeof part !== "string") return isRaw ? codeOpening : part
    const vars = part.lastIndexOf('"vars":{')
    const values = part.lastIndexOf('"values":{')
    if (vars >= 0 || values >= 0) isRaw = values > vars
    return part
  })
}

/** The values of a text; those of the destination are empty until it is known. */
export interface OpenTexts {
  readonly vars: Vars
  /** What printed values were printed from. */
  readonly values: RawValues
  /** The values of the destination that it waits for. */
  readonly waitsFor: ReadonlyArray<PlaceVar>
}

/**
 * The values of some names, in their order; what is not known is left out, and what depends on the
 * destination is left open.
 */
export const openTexts = (
  names: ReadonlyArray<string>,
  known: Readonly<Partial<Record<string, PrintedValue | undefined>>>,
): OpenTexts => {
  const vars: Record<string, Vars[string]> = {}
  const values: Record<string, RawValues[string]> = {}
  const waitsFor: Array<PlaceVar> = []
  for (const name of names) {
    const said = known[name]
    if (said !== undefined) {
      vars[name] = said.text
      if (said.raw !== undefined) values[name] = said.raw
    } else if (isPlaceVar(name)) {
      vars[name] = ""
      values[name] = ""
      waitsFor.push(name)
    }
  }
  return { vars, values, waitsFor }
}

/** The values once the destination is known; the very same where they do not wait for it. */
export const fillTexts = (
  { values, vars, waitsFor }: OpenTexts,
  place: TargetPlace,
): { readonly vars: Vars; readonly values: RawValues } => {
  if (waitsFor.length === 0) return { vars, values }
  const filled: Record<string, Vars[string]> = { ...vars }
  const codes: Record<string, RawValues[string]> = { ...values }
  for (const name of waitsFor) {
    filled[name] = place[name]
    codes[name] = place.destination
  }
  return { vars: filled, values: codes }
}

/** The same values, frozen to the last: answers share them. */
export const frozenTexts = (texts: OpenTexts): OpenTexts => {
  freezeAll(texts.vars)
  freezeAll(texts.values)
  return texts
}

/** An argument whose values of the destination are still empty. */
export interface ArgumentTemplate {
  readonly argument: Argument
  readonly texts: OpenTexts
  readonly isTerm: boolean
  /** Its JSON with a comma before it, open where the destination's values go. */
  readonly json: () => OpenJson<PlaceVar>
}

/** The value that a figure shows; undefined for a dash. */
export const shownBy = (figure: Figure): ArgumentVar | undefined => nameOfFigure[figure]

/** An argument with the values of its lists, and what its figure shows. */
export interface Spoken {
  readonly values: ArgumentValues
  readonly figure: PrintedValue | undefined
  readonly list: TermList | undefined
}

/** Puts an argument's values together; undefined where one that its texts need is not known. */
export const speak = (
  situation: BilanSituation,
  found: Found,
  listTerms: ListTerms,
): Spoken | undefined => {
  const { basis, choice, covers, terms } = found
  const { row } = choice.prepared
  const list = terms.length === 0 ? undefined : listTerms(situation, terms)
  const values: ArgumentValues = {
    ...choice.values,
    basis: plain(basis),
    // A list is told from where its first term was read, whichever term made the argument.
    ...(list === undefined
      ? {}
      : { ...listValues(situation, list), ...sourceValues(situation, list.first.source) }),
    covers:
      covers.length === 0 ? undefined : { text: situation.wording.covers(covers), raw: covers },
    coverCount: covers.length === 0 ? undefined : plain(covers.length),
  }
  const isKnown = (name: ArgumentVar): boolean => values[name] !== undefined || isPlaceVar(name)
  if (!row.vars.every(isKnown)) return undefined
  const shown = shownBy(row.figure)
  const figure =
    shown === "lead" ? leadFigure(situation, list) : shown === undefined ? undefined : values[shown]
  return { values, figure, list }
}

/** A list of terms, worded. */
const listValues = ({ wording }: BilanSituation, list: TermList): ArgumentValues => {
  const { cover, lead, terms } = list
  const worded = (text: string | undefined, raw: RawValue): PrintedValue | undefined =>
    text === undefined ? undefined : { text, raw }
  return {
    cover: worded(wording.openingGuarantee(cover) ?? cover, cover),
    lead: worded(wording.lead(lead, cover), lead),
    terms: worded(wording.terms(terms, cover), terms),
  }
}

/** The template of an argument in the texts of some keys; what of it does not wait for the destination is frozen. */
export const templateOf = (
  found: Found,
  { figure: shown, values }: Spoken,
  messageKeys: Argument["messageKeys"],
): ArgumentTemplate => {
  const { row, vars: names } = found.choice.prepared
  const figure = shown === undefined ? noFigure : String(shown.text)
  const texts = openTexts([...names, ...sourceVars, "quote", "figure"], {
    ...values,
    quote: plain(quoteOf(values, figure)),
    figure: shown?.raw === undefined ? undefined : { text: figure, raw: shown.raw },
  })
  const { figure: _, ...vars } = texts.vars
  const open = frozenTexts({ ...texts, vars })
  const argument: Argument = Object.freeze({
    id: found.id,
    category: row.category,
    strength: found.strength,
    figure,
    messageKeys,
    vars: open.vars,
    values: open.values,
  })
  const json = once(() => openPlaces(joined(comma, jsonBytes(argument))))
  return { argument, texts: open, isTerm: found.choice.subject.of._tag === "Term", json }
}

/** Fills a template in for a destination. */
export const fill = ({ argument, texts }: ArgumentTemplate, place: TargetPlace): Argument =>
  texts.waitsFor.length === 0 ? argument : { ...argument, ...fillTexts(texts, place) }

/** The values of texts that depend on the destination. */
const placeVars = ["destination", "destinationName", "inPlace", "inPlaces"] as const

const placeOpenings: ReadonlyArray<Opening<PlaceVar>> = placeVars.map((key) => ({ key }))

const codeOpening: Opening<PlaceVar> = { key: "destination" }

const isPlaceVar = (name: string): name is PlaceVar => placeVars.some((each) => each === name)

const freezeAll = (value: unknown): void => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freezeAll(inner)
}

const nameOfFigure: Readonly<Record<Figure, ArgumentVar | undefined>> = {
  target: "target",
  recommended: "recommended",
  shortfall: "shortfall",
  limit: "limit",
  demand: "demand",
  lead: "lead",
  none: undefined,
}

/** The amount of the term that an opening begins with. */
const leadFigure = (
  situation: BilanSituation,
  list: TermList | undefined,
): PrintedValue | undefined => {
  const first = list?.lead[0]
  if (first === undefined) return undefined
  const raw =
    first.limit ??
    (first.age === undefined ? undefined : { value: first.age, unit: "year" as const })
  return raw === undefined ? undefined : { text: printed(situation, raw), raw }
}

/** What is shown where an argument is about no amount. */
const noFigure = "—"

/** What a text quotes from the card: its amount against the recommended one, or the figure alone. */
const quoteOf = ({ cardValue, recommended }: ArgumentValues, figure: string): string =>
  cardValue === undefined || recommended === undefined
    ? figure
    : `${String(cardValue.text)} / ${String(recommended.text)}`

const comma = asciiText(",")
