import { asciiText, joined, jsonBytes } from "../../../core/json/byte-text.ts"
import { type Opening, type OpenJson, openJson } from "../../../core/json/open-json.ts"
import { once } from "../../../core/once.ts"
import { makePathMemory } from "../../../core/path-memory.ts"
import type { Argument } from "../response.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { knownValues } from "./known-values.ts"
import type { SubjectFacts, Subject, ArgumentValues } from "./subject.ts"
import { cardSubjects, demandSubjects } from "./subjects.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type ArgumentVar, categories, type Figure, strengths } from "../coach-vocabulary.ts"

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

/** A row that applies, with the subject that it is about and the values that its texts may show. */
export interface Choice {
  readonly prepared: PreparedRow
  readonly subject: Subject
  readonly values: ArgumentValues
}

/** An argument whose values of the destination are still empty. */
export interface ArgumentTemplate {
  readonly prepared: PreparedRow
  readonly argument: Argument
  readonly isTerm: boolean
  /** Its JSON with a comma before it, open where the destination's values go. */
  readonly json: () => OpenJson<PlaceVar>
}

/** What arguments are weighed by. */
type Weight = Pick<Argument, "category" | "strength">

/** Arguments in the order of an answer, and those that the subjects to focus on are weighed by. */
export interface MadeArguments {
  readonly all: ReadonlyArray<Argument>
  /** All but those about terms, or all where there are no others. */
  readonly weighing: ReadonlyArray<Weight>
}

/** The arguments of a situation. */
export interface ArgumentRules {
  /** The rows that apply, in the order of an answer; of one id only the first. */
  readonly choicesFor: (situation: BilanSituation) => ReadonlyArray<Choice>
  /** The arguments about the card, whatever the destinations. */
  readonly aboutCard: (situation: BilanSituation) => ReadonlyArray<ArgumentTemplate>
  /** Adds what the destinations demand; the same list where they demand nothing. */
  readonly withDemands: (
    templates: ReadonlyArray<ArgumentTemplate>,
    situation: BilanSituation,
  ) => ReadonlyArray<ArgumentTemplate>
  readonly argumentsFor: (situation: BilanSituation) => MadeArguments
}

const ranksMax = 10_000

/** The facts for the table. Named one by one: each spread would give the engine another shape. */
const factsOf = (situation: BilanSituation, subject: SubjectFacts) => {
  const { card, market, medicalOk, step, trip } = situation
  return {
    scope: subject.scope,
    slug: subject.slug,
    badge: subject.badge,
    broken: subject.broken,
    ceiling: subject.ceiling,
    shortfallPercent: subject.shortfallPercent,
    term: subject.term,
    demand: subject.demand,
    amountKnown: subject.amountKnown,
    basis: subject.basis,
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
export const shownBy = (figure: Figure, values: ArgumentValues): ArgumentVar | undefined => {
  const name = valueOfFigure[figure]
  if (values[name] !== undefined) return name
  return values.recommended === undefined ? undefined : "recommended"
}

/** What a text quotes from the card: its amount against the recommended one, or the figure alone. */
const quoteOf = ({ cardValue, recommended }: ArgumentValues, figure: string): string =>
  cardValue === undefined || recommended === undefined ? figure : `${cardValue} / ${recommended}`

const figureOf = (figure: Figure, values: ArgumentValues): string => {
  const shown = shownBy(figure, values)
  return (shown === undefined ? undefined : values[shown]) ?? noFigure
}

const freeze = (argument: Argument): Argument => {
  Object.freeze(argument.vars)
  return Object.freeze(argument)
}

/** The argument of a row, with empty texts for what it shows of the destination. */
const makeArgument = (
  { messageKeys, placeVars, row }: PreparedRow,
  values: ArgumentValues,
): Argument => {
  const figure = figureOf(row.figure, values)
  const vars = knownValues(row.vars, values)
  for (const name of placeVars) vars[name] = ""
  vars["quote"] = quoteOf(values, figure)
  const { category, id, strength } = row
  return { id, category, strength, figure, messageKeys, vars }
}

/** Whether everything that a row's texts may show is known. */
const hasEveryValue = ({ row }: PreparedRow, values: ArgumentValues): boolean =>
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

/** The template of a choice; only an argument without values of the destination is frozen. */
const templateOf = ({ prepared, subject, values }: Choice): ArgumentTemplate => {
  const isTerm = subject.of._tag === "Term"
  const made = makeArgument(prepared, values)
  const argument = prepared.placeVars.length === 0 ? freeze(made) : made
  const json = once(() => openJson(joined(comma, jsonBytes(argument)), placeOpenings))
  return { prepared, argument, isTerm, json }
}

/** What identifies the template of a choice about a card. */
const contentOf = ({ prepared, subject, values }: Choice): Array<string | number | undefined> => {
  const content: Array<string | number | undefined> = [prepared.row.line, subject.of._tag]
  for (const name of prepared.contentVars) content.push(values[name])
  return content
}

/** Fills a template in for a destination. */
export const fill = (
  { argument, prepared }: ArgumentTemplate,
  place: Pick<BilanSituation, PlaceVar>,
): Argument => {
  if (prepared.placeVars.length === 0) return argument
  const vars = { ...argument.vars }
  for (const name of prepared.placeVars) vars[name] = place[name]
  const { category, figure, id, messageKeys, strength } = argument
  return { id, category, strength, figure, messageKeys, vars }
}

/** Fills all templates in for a destination. */
export const fillAll = (
  templates: ReadonlyArray<ArgumentTemplate>,
  place: Pick<BilanSituation, PlaceVar>,
): ReadonlyArray<Argument> => templates.map((each) => fill(each, place))

/** What weighs of the arguments: all but those about terms, or all where there are no others. */
export const weighingOf = (templates: ReadonlyArray<ArgumentTemplate>): ReadonlyArray<Weight> => {
  const weighing = templates.filter(({ isTerm }) => !isTerm)
  return (weighing.length === 0 ? templates : weighing).map(({ argument }) => argument)
}

/** This many different arguments about cards are kept; there are some thousand. */
const contentsMax = 8_192

/**
 * Prepares the argument table. It is evaluated once for each subject of a situation; arguments come by
 * strength, then category, then the table's rank, each id at most once. Templates about cards are
 * shared: most cards have most of theirs in common.
 */
export const prepareArguments = (tables: CoachTables): ArgumentRules => {
  const table = tables.coachArguments
  const prepared = new Map(table.rows.map((row) => [row.line, prepareRow(row)]))
  const contents = makePathMemory<string | number | undefined, ArgumentTemplate>(contentsMax)

  const addChoices = (
    choices: Array<Choice>,
    situation: BilanSituation,
    subject: Subject,
  ): void => {
    const found = table.evaluate(factsOf(situation, subject.facts))
    if (found.length === 0) return
    const values = subject.values()
    for (const { line } of found) {
      const row = prepared.get(line)
      if (row !== undefined && hasEveryValue(row, values)) {
        choices.push({ prepared: row, subject, values })
      }
    }
  }

  const choose = (
    situation: BilanSituation,
    subjects: ReadonlyArray<Subject>,
  ): ReadonlyArray<Choice> => {
    const choices: Array<Choice> = []
    for (const subject of subjects) addChoices(choices, situation, subject)
    return choices
  }

  const aboutCard: ArgumentRules["aboutCard"] = (situation) =>
    inOrder(choose(situation, cardSubjects(situation))).map((choice) =>
      contents.get(contentOf(choice), () => templateOf(choice)),
    )

  const withDemands: ArgumentRules["withDemands"] = (templates, situation) => {
    const demands = choose(situation, demandSubjects(situation))
    return demands.length === 0 ? templates : inOrder([...templates, ...demands.map(templateOf)])
  }

  return {
    choicesFor: (situation) =>
      inOrder(choose(situation, [...cardSubjects(situation), ...demandSubjects(situation)])),
    aboutCard,
    withDemands,
    argumentsFor: (situation) => {
      const templates = withDemands(aboutCard(situation), situation)
      return { all: fillAll(templates, situation), weighing: weighingOf(templates) }
    },
  }
}
