import type { Situation } from "../corpus/situation.ts"
import type { Tables } from "../tables/index.ts"
import { addArguments, type ArgumentTallies, cardNameOf, countArguments } from "./argument-tally.ts"
import type { FieldChange } from "./differences.ts"
import { addPrices, countQuote, emptyPrices, type PriceTally } from "./price-impact.ts"
import type { TouchedAnswers } from "./touched-answers.ts"
import {
  prepareTouched,
  successOf,
  touchedChanges,
  type TouchedAnswersOf,
} from "./one-version-answers.ts"

/** A change of a field in the situation at a place of the corpus. */
export interface PlacedExample extends Omit<FieldChange, "field"> {
  readonly place: number
}

/** How many situations differ in a field, and the first of them. */
export interface FieldTally {
  situations: number
  /** In the order of the corpus. */
  examples: Array<PlacedExample>
  /** Where the field stands among the changes of its first situation. */
  rank: number
}

/** What a part of a corpus comes to, in counts that can be added up and sent to another thread. */
export interface ImpactTally {
  /** The places in the corpus of the situations that change. */
  readonly changed: Array<number>
  readonly fields: Map<string, FieldTally>
  readonly prices: PriceTally
  readonly arguments: ArgumentTallies
}

/** Nothing counted yet. */
export const emptyTally = (): ImpactTally => ({
  changed: [],
  fields: new Map(),
  prices: emptyPrices(),
  arguments: new Map(),
})

/** How many examples of each field are kept. */
const examplesMax = 3

const countField = (
  fields: ImpactTally["fields"],
  { after, before, field }: FieldChange,
  place: number,
  rank: number,
): void => {
  const known = fields.get(field) ?? { situations: 0, examples: [], rank }
  known.situations += 1
  if (known.examples.length < examplesMax) known.examples.push({ place, before, after })
  fields.set(field, known)
}

const countCards = (
  tally: ImpactTally,
  situation: Situation,
  place: number,
  before: TouchedAnswersOf,
  after: TouchedAnswersOf,
): void => {
  const older = successOf(before.bilan?.answer)
  const newer = successOf(after.bilan?.answer)
  if (older === undefined || newer === undefined) return
  const card = cardNameOf(after.bilan?.catalogueId ?? null, situation.bilan.card)
  countArguments(tally.arguments, { before: older, after: newer, card, place })
}

/** What two versions answer to a situation, and the fields in which that differs. */
export interface SituationChange {
  readonly before: TouchedAnswersOf
  readonly after: TouchedAnswersOf
  /** None where nothing differs. */
  readonly changes: ReadonlyArray<FieldChange>
}

/** Counts a situation of a corpus, at its place, and gives what differs. */
export type CountSituation = (situation: Situation, place: number) => SituationChange

/** Counts what two versions answer to the situation at a place, and gives what differs. */
export const countChange = (
  tally: ImpactTally,
  situation: Situation,
  place: number,
  { after, before }: Pick<SituationChange, "after" | "before">,
): SituationChange => {
  for (const name of ["quote", "live"] as const) {
    if (before[name] !== undefined) {
      countQuote(tally.prices, name, successOf(before[name]), successOf(after[name]))
    }
  }
  const changes = touchedChanges(before, after)
  if (changes.length > 0) {
    tally.changed.push(place)
    for (const [rank, change] of changes.entries()) countField(tally.fields, change, place, rank)
    countCards(tally, situation, place, before, after)
  }
  return { before, after, changes }
}

/** Prepares the counting of what two sets of tables answer differently, as far as a change can touch it. */
export const prepareTally = (
  before: Tables,
  after: Tables,
  touched: TouchedAnswers,
): { readonly tally: ImpactTally; readonly count: CountSituation } => {
  const older = prepareTouched(before, touched)
  const newer = prepareTouched(after, touched)
  const tally = emptyTally()
  const count: CountSituation = (situation, place) =>
    countChange(tally, situation, place, { before: older(situation), after: newer(situation) })
  return { tally, count }
}

const addField = (fields: ImpactTally["fields"], name: string, from: FieldTally): void => {
  const own = fields.get(name)
  if (own === undefined) {
    fields.set(name, from)
    return
  }
  const isEarlier = (from.examples[0]?.place ?? 0) < (own.examples[0]?.place ?? 0)
  if (isEarlier) own.rank = from.rank
  own.situations += from.situations
  own.examples = [...own.examples, ...from.examples]
    .sort((left, right) => left.place - right.place)
    .slice(0, examplesMax)
}

/** Adds the counts of another part of the same corpus. */
export const addTally = (to: ImpactTally, from: ImpactTally): void => {
  to.changed.push(...from.changed)
  for (const [name, field] of from.fields) addField(to.fields, name, field)
  addPrices(to.prices, from.prices)
  addArguments(to.arguments, from.arguments)
}
