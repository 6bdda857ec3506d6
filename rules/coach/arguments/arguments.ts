import { asciiText, joined, jsonBytes } from "../../../core/json/byte-text.ts"
import { type Opening, type OpenJson, openJson } from "../../../core/json/open-json.ts"
import { once } from "../../../core/once.ts"
import { makePathMemory } from "../../../core/path-memory.ts"
import type { Argument } from "../response.ts"
import type { Situation } from "../situation.ts"
import { knownValues } from "./known-values.ts"
import type { Question, Subject, Values } from "./subject.ts"
import { cardSubjects, demandSubjects } from "./subjects.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type ArgumentVar, categories, type Figure, strengths } from "../vocabulary.ts"

type ArgumentRow = CoachTables["coachArguments"]["rows"][number]

/** The values of an argument that depend on the destination. */
export type PlaceVar = "destination" | "destinationName"

/** A row of the table with what does not change from bilan to bilan. */
export interface PreparedRow {
  readonly row: ArgumentRow
  /** Position in an answer: strength, then category, then rank. */
  readonly order: number
  readonly messageKeys: Argument["messageKeys"]
  /** The values that its texts may show of the destination. */
  readonly placeVars: ReadonlyArray<PlaceVar>
  /** The values that make up its argument, but for the destination's. */
  readonly contentVars: ReadonlyArray<ArgumentVar>
}

/** A row that speaks with the subject it speaks about, and the values that its texts may show. */
export interface Choice {
  readonly prepared: PreparedRow
  readonly subject: Subject
  readonly values: Values
}

/** An argument that is made but for the destination, whose values are empty. */
export interface ToldArgument {
  readonly prepared: PreparedRow
  readonly argument: Argument
  readonly isTerm: boolean
  /** Its JSON with the comma before it, open where the destination's values go. */
  readonly json: () => OpenJson<PlaceVar>
}

/** What arguments are weighed by. */
type Weight = Pick<Argument, "category" | "strength">

/** Arguments in the order of an answer, and those of them that tell where the card falls short. */
export interface MadeArguments {
  readonly all: ReadonlyArray<Argument>
  /** All but those about terms, or all where there are no others. */
  readonly weighing: ReadonlyArray<Weight>
}

/** The arguments of a situation. */
export interface ArgumentRules {
  /** The rows that speak, in the order of an answer; of one id only the first is heard. */
  readonly choicesFor: (situation: Situation) => ReadonlyArray<Choice>
  /** What is said of the card, whatever the destinations. */
  readonly aboutCard: (situation: Situation) => ReadonlyArray<ToldArgument>
  /** The same with what the destinations demand; itself where they demand nothing. */
  readonly withDemands: (
    told: ReadonlyArray<ToldArgument>,
    situation: Situation,
  ) => ReadonlyArray<ToldArgument>
  readonly argumentsFor: (situation: Situation) => MadeArguments
}

const ranksMax = 10_000

/** What the table is asked: named one by one, for what is spread has another shape for engines each time. */
const factsOf = (situation: Situation, question: Question) => {
  const { card, market, medicalOk, step, trip } = situation
  return {
    scope: question.scope,
    slug: question.slug,
    badge: question.badge,
    broken: question.broken,
    ceiling: question.ceiling,
    shortfallPercent: question.shortfallPercent,
    term: question.term,
    demand: question.demand,
    amountKnown: question.amountKnown,
    basis: question.basis,
    origin: card.origin,
    tier: card.tierAssumed === true ? null : card.product.tier,
    longTrip: trip.longTrip,
    friends: trip.friends,
    riskyActivity: trip.riskyActivity,
    medicalOk,
    step,
    market,
  }
}

const placeVars: ReadonlyArray<PlaceVar> = ["destination", "destinationName"]

/** Where the destination's values go in what is kept for any destination. */
export const placeOpenings: ReadonlyArray<Opening<PlaceVar>> = placeVars.map((key) => ({ key }))

const valueOfFigure = {
  target: "target",
  card_value: "cardValue",
  recommended: "recommended",
  shortfall: "shortfall",
  limit: "limit",
  demand: "demand",
} as const satisfies Readonly<Record<Figure, ArgumentVar>>

const isPlaceVar = (name: ArgumentVar): boolean => placeVars.some((each) => each === name)

/** What a row may show, and what its figure and its quote are put together from. */
const contentVarsOf = ({ figure, vars }: ArgumentRow): ReadonlyArray<ArgumentVar> => [
  ...new Set<ArgumentVar>([
    ...vars.filter((name) => !isPlaceVar(name)),
    valueOfFigure[figure],
    "recommended",
    "cardValue",
  ]),
]

const prepareRow = (row: ArgumentRow): PreparedRow => ({
  row,
  order:
    (strengths.indexOf(row.strength) * categories.length + categories.indexOf(row.category)) *
      ranksMax +
    row.rank,
  messageKeys: Object.freeze({ hook: row.hook, fact: row.fact, pitch: row.pitch }),
  placeVars: placeVars.filter((name) => row.vars.includes(name)),
  contentVars: contentVarsOf(row),
})

/** What is shown where the card's notice prints no amount to show. */
export const noFigure = "–"

/**
 * The value that a figure shows: the one it names, else what is recommended; undefined where
 * neither is known.
 */
export const shownBy = (figure: Figure, values: Values): ArgumentVar | undefined => {
  const name = valueOfFigure[figure]
  if (values[name] !== undefined) return name
  return values.recommended === undefined ? undefined : "recommended"
}

/** What a text quotes from the card: its amount against the recommended one, or the figure alone. */
const quoteOf = ({ cardValue, recommended }: Values, figure: string): string =>
  cardValue === undefined || recommended === undefined ? figure : `${cardValue} / ${recommended}`

const figureOf = (figure: Figure, values: Values): string => {
  const shown = shownBy(figure, values)
  return (shown === undefined ? undefined : values[shown]) ?? noFigure
}

const freeze = (argument: Argument): Argument => {
  Object.freeze(argument.vars)
  return Object.freeze(argument)
}

/** The argument of a row, with empty texts for what it shows of the destination. */
const makeArgument = ({ messageKeys, placeVars, row }: PreparedRow, values: Values): Argument => {
  const figure = figureOf(row.figure, values)
  const vars = knownValues(row.vars, values)
  for (const name of placeVars) vars[name] = ""
  vars["quote"] = quoteOf(values, figure)
  const { category, id, strength } = row
  return { id, category, strength, figure, messageKeys, vars }
}

/** Whether everything that a row's texts may show is known. */
const canBeTold = ({ row }: PreparedRow, values: Values): boolean =>
  row.vars.every((name) => values[name] !== undefined)

interface Ordered {
  readonly prepared: PreparedRow
}

const byOrder = (left: Ordered, right: Ordered): number =>
  left.prepared.order - right.prepared.order || left.prepared.row.line - right.prepared.row.line

/** In the order of an answer, the first of each id. */
const inOrder = <Item extends Ordered>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const ids = new Set<string>()
  const heard: Array<Item> = []
  for (const item of items.toSorted(byOrder)) {
    const { id } = item.prepared.row
    if (ids.has(id)) continue
    ids.add(id)
    heard.push(item)
  }
  return heard
}

const comma = asciiText(",")

/** Makes the argument of a choice but for the destination; only what needs no more is frozen. */
const toldOf = ({ prepared, subject, values }: Choice): ToldArgument => {
  const isTerm = subject.of._tag === "Term"
  const made = makeArgument(prepared, values)
  const argument = prepared.placeVars.length === 0 ? freeze(made) : made
  const json = once(() => openJson(joined(comma, jsonBytes(argument)), placeOpenings))
  return { prepared, argument, isTerm, json }
}

/** What tells the argument of a choice about a card from all others, but for the destination. */
const contentOf = ({ prepared, subject, values }: Choice): Array<string | number | undefined> => {
  const content: Array<string | number | undefined> = [prepared.row.line, subject.of._tag]
  for (const name of prepared.contentVars) content.push(values[name])
  return content
}

/** An argument in full. */
export const tell = (
  { argument, prepared }: ToldArgument,
  place: Pick<Situation, PlaceVar>,
): Argument => {
  if (prepared.placeVars.length === 0) return argument
  const vars = { ...argument.vars }
  for (const name of prepared.placeVars) vars[name] = place[name]
  const { category, figure, id, messageKeys, strength } = argument
  return { id, category, strength, figure, messageKeys, vars }
}

/** The arguments in full. */
export const tellAll = (
  told: ReadonlyArray<ToldArgument>,
  place: Pick<Situation, PlaceVar>,
): ReadonlyArray<Argument> => told.map((each) => tell(each, place))

/** What weighs of the arguments: all but those about terms, or all where there are no others. */
export const weighingOf = (told: ReadonlyArray<ToldArgument>): ReadonlyArray<Weight> => {
  const weighing = told.filter(({ isTerm }) => !isTerm)
  return (weighing.length === 0 ? told : weighing).map(({ argument }) => argument)
}

/** This many different arguments about cards are kept; there are some thousand. */
const contentsMax = 8_192

/**
 * Prepares the argument table. It is asked once for each subject of a situation; arguments come by
 * strength, then category, then the table's rank, each id at most once. Of what is said of cards
 * the same argument is made once: most cards have most of theirs in common.
 */
export const prepareArguments = (tables: CoachTables): ArgumentRules => {
  const table = tables.coachArguments
  const prepared = new Map(table.rows.map((row) => [row.line, prepareRow(row)]))
  const contents = makePathMemory<string | number | undefined, ToldArgument>(contentsMax)

  const addChoices = (choices: Array<Choice>, situation: Situation, subject: Subject): void => {
    const found = table.evaluate(factsOf(situation, subject.question))
    if (found.length === 0) return
    const values = subject.values()
    for (const { line } of found) {
      const row = prepared.get(line)
      if (row !== undefined && canBeTold(row, values)) {
        choices.push({ prepared: row, subject, values })
      }
    }
  }

  const choose = (
    situation: Situation,
    subjects: ReadonlyArray<Subject>,
  ): ReadonlyArray<Choice> => {
    const choices: Array<Choice> = []
    for (const subject of subjects) addChoices(choices, situation, subject)
    return choices
  }

  const aboutCard: ArgumentRules["aboutCard"] = (situation) =>
    inOrder(choose(situation, cardSubjects(situation))).map((choice) =>
      contents.get(contentOf(choice), () => toldOf(choice)),
    )

  const withDemands: ArgumentRules["withDemands"] = (told, situation) => {
    const demands = choose(situation, demandSubjects(situation))
    return demands.length === 0 ? told : inOrder([...told, ...demands.map(toldOf)])
  }

  return {
    choicesFor: (situation) =>
      inOrder(choose(situation, [...cardSubjects(situation), ...demandSubjects(situation)])),
    aboutCard,
    withDemands,
    argumentsFor: (situation) => {
      const told = withDemands(aboutCard(situation), situation)
      return { all: tellAll(told, situation), weighing: weighingOf(told) }
    },
  }
}
