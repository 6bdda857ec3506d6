import { asciiText, joined, jsonBytes, type OpenJson } from "../../../core/json/byte-text.ts"
import { once } from "../../../core/memory.ts"
import type { Argument } from "../response.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { ArgumentVar, Figure } from "../coach-vocabulary.ts"
import type { Found } from "./found.ts"
import {
  fillTexts,
  frozenTexts,
  type OpenTexts,
  openTexts,
  openPlaces,
  type PlaceVar,
  placeVars,
  type TargetPlace,
} from "./open-texts.ts"
import { plain, printed, type PrintedValue } from "./printed-value.ts"
import type { ArgumentValues } from "./subject.ts"
import type { ListTerms, TermList } from "./term-variables.ts"

/** An argument whose values of the destination are still empty. */
export interface ArgumentTemplate {
  readonly argument: Argument
  readonly texts: OpenTexts
  readonly isTerm: boolean
  /** Its JSON with a comma before it, open where the destination's values go. */
  readonly json: () => OpenJson<PlaceVar>
}

/** What is shown where an argument is about no amount. */
export const noFigure = "—"

const nameOfFigure: Readonly<Record<Figure, ArgumentVar | undefined>> = {
  target: "target",
  recommended: "recommended",
  shortfall: "shortfall",
  limit: "limit",
  demand: "demand",
  lead: "lead",
  none: undefined,
}

/** The value that a figure shows; undefined for a dash. */
export const shownBy = (figure: Figure): ArgumentVar | undefined => nameOfFigure[figure]

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
    cover: list === undefined ? undefined : plain(list.cover),
    lead: list === undefined ? undefined : plain(list.lead),
    terms: list === undefined ? undefined : plain(list.terms),
    covers: covers.length === 0 ? undefined : plain(covers),
    coverCount: covers.length === 0 ? undefined : plain(covers.length),
  }
  const isKnown = (name: ArgumentVar): boolean =>
    values[name] !== undefined || placeVars.some((each) => each === name)
  if (!row.vars.every(isKnown)) return undefined
  const shown = shownBy(row.figure)
  const figure =
    shown === "lead" ? leadFigure(situation, list) : shown === undefined ? undefined : values[shown]
  return { values, figure, list }
}

/** What a text quotes from the card: its amount against the recommended one, or the figure alone. */
const quoteOf = ({ cardValue, recommended }: ArgumentValues, figure: string): string =>
  cardValue === undefined || recommended === undefined
    ? figure
    : `${String(cardValue.text)} / ${String(recommended.text)}`

const comma = asciiText(",")

/** The template of an argument; what of it does not wait for the destination is frozen. */
export const templateOf = (found: Found, { figure: shown, values }: Spoken): ArgumentTemplate => {
  const { messageKeys, row, vars: names } = found.choice.prepared
  const figure = shown === undefined ? noFigure : String(shown.text)
  const texts = openTexts([...names, "quote", "figure"], {
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
