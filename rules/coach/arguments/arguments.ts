import { makeMemory } from "../memory.ts"
import type { Argument } from "../response.ts"
import { makeProductNumbers } from "../card/product-numbers.ts"
import type { Situation } from "../situation.ts"
import { knownValues } from "./known-values.ts"
import type { Subject, Values } from "./subject.ts"
import { cardSubjects, demandSubjects } from "./subjects.ts"
import type { CoachTables } from "../tables.ts"
import { tripNumber } from "../covers/trip-flags.ts"
import { type ArgumentVar, categories, type Figure, strengths } from "../vocabulary.ts"

type ArgumentRow = CoachTables["coachArguments"]["rows"][number]

/** A row of the table with what does not change from bilan to bilan. */
export interface PreparedRow {
  readonly row: ArgumentRow
  /** Position in an answer: strength, then category, then rank. */
  readonly order: number
  readonly messageKeys: Argument["messageKeys"]
}

/** A row that speaks, and the values that its texts may show. */
interface Telling {
  readonly prepared: PreparedRow
  readonly values: Values
}

/** A row that speaks with the subject it speaks about. */
export interface Choice extends Telling {
  readonly subject: Subject
}

/** Arguments in the order of an answer, and those of them that tell where the card falls short. */
export interface MadeArguments {
  readonly all: ReadonlyArray<Argument>
  /** All but those about terms, or all where there are no others. */
  readonly weighing: ReadonlyArray<Argument>
}

/** The arguments of a situation. */
export interface ArgumentRules {
  /** The rows that speak, in the order of an answer; of one id only the first is heard. */
  readonly choicesFor: (situation: Situation) => ReadonlyArray<Choice>
  readonly argumentsFor: (situation: Situation) => MadeArguments
}

const ranksMax = 10_000

const prepareRow = (row: ArgumentRow): PreparedRow => ({
  row,
  order:
    (strengths.indexOf(row.strength) * categories.length + categories.indexOf(row.category)) *
      ranksMax +
    row.rank,
  messageKeys: Object.freeze({ hook: row.hook, fact: row.fact, pitch: row.pitch }),
})

const valueOfFigure = {
  target: "target",
  card_value: "cardValue",
  recommended: "recommended",
  shortfall: "shortfall",
  limit: "limit",
  demand: "demand",
} as const satisfies Readonly<Record<Figure, ArgumentVar>>

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

const makeArgument = ({ prepared, values }: Telling): Argument => {
  const { messageKeys, row } = prepared
  const shown = shownBy(row.figure, values)
  const figure = (shown === undefined ? undefined : values[shown]) ?? noFigure
  const vars = knownValues(row.vars, values)
  vars["quote"] = quoteOf(values, figure)
  const { category, id, strength } = row
  return { id, category, strength, figure, messageKeys, vars }
}

/** Whether everything that a row's texts may show is known. */
const canBeTold = ({ row }: PreparedRow, values: Values): boolean =>
  row.vars.every((name) => values[name] !== undefined)

const byOrder = (left: Telling, right: Telling): number =>
  left.prepared.order - right.prepared.order || left.prepared.row.line - right.prepared.row.line

/** In the order of an answer, the first of each id. */
const inOrder = <Item extends Telling>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  const ids = new Set<string>()
  return [...items].sort(byOrder).filter(({ prepared: { row } }) => {
    const isFirst = !ids.has(row.id)
    ids.add(row.id)
    return isFirst
  })
}

/** What of a situation decides the choices about the card, but for the destination's name. */
const cardKey = (number: number, { card, market, step, trip }: Situation): string =>
  `${number} ${card.origin} ${card.tierAssumed === true} ${tripNumber(trip)} ${step} ${market}`

/** What is kept of a choice: its argument, unless that names the destination. */
interface Planned extends Telling {
  readonly argument: Argument | undefined
  readonly isTerm: boolean
}

const freeze = (argument: Argument): Argument => {
  Object.freeze(argument.vars)
  return Object.freeze(argument)
}

const plan = ({ prepared, subject, values }: Choice): Planned => {
  const { vars } = prepared.row
  const names = vars.includes("destination") || vars.includes("destinationName")
  const argument = names ? undefined : freeze(makeArgument({ prepared, values }))
  return { prepared, values, argument, isTerm: subject.of._tag === "Term" }
}

const withDestination = (
  { prepared, values }: Telling,
  { destination, destinationName }: Situation,
): Telling => ({ prepared, values: { ...values, destination, destinationName } })

/** The choices about so many kinds of card and trip are kept. */
const plansMax = 8_192

/**
 * Prepares the argument table. It is asked once for each subject of a situation; arguments come by
 * strength, then category, then the table's rank, each id at most once. What is said of a card on
 * one kind of trip is kept: destinations change no more of it than their own name.
 */
export const prepareArguments = (tables: CoachTables): ArgumentRules => {
  const table = tables.coachArguments
  const prepared = new Map(table.rows.map((row) => [row.line, prepareRow(row)]))
  const plans = makeMemory<string, ReadonlyArray<Planned>>(plansMax)
  const numberOf = makeProductNumbers()

  const choicesAbout = (situation: Situation, subject: Subject): ReadonlyArray<Choice> => {
    const { card, market, medicalOk, step, trip } = situation
    const { origin, product } = card
    const { question } = subject
    const tier = card.tierAssumed === true ? null : product.tier
    const facts = { ...question, ...trip, origin, tier, medicalOk, step, market }
    const rows = table.evaluate(facts).flatMap(({ line }) => prepared.get(line) ?? [])
    if (rows.length === 0) return []
    const values = subject.values()
    return rows
      .filter((row) => canBeTold(row, values))
      .map((row) => ({ prepared: row, subject, values }))
  }

  const choose = (situation: Situation, subjects: ReadonlyArray<Subject>): ReadonlyArray<Choice> =>
    subjects.flatMap((subject) => choicesAbout(situation, subject))

  const argumentsFor: ArgumentRules["argumentsFor"] = (situation) => {
    const kept = plans.get(cardKey(numberOf(situation.card.product), situation), () =>
      inOrder(choose(situation, cardSubjects(situation)).map(plan)),
    )
    const demands = choose(situation, demandSubjects(situation))
    const told = demands.length === 0 ? kept : inOrder([...kept, ...demands.map(plan)])
    const all: Array<Argument> = []
    const weighing: Array<Argument> = []
    for (const each of told) {
      const made = each.argument ?? makeArgument(withDestination(each, situation))
      all.push(made)
      if (!each.isTerm) weighing.push(made)
    }
    return { all, weighing: weighing.length === 0 ? all : weighing }
  }

  return {
    choicesFor: (situation) =>
      inOrder(choose(situation, [...cardSubjects(situation), ...demandSubjects(situation)])),
    argumentsFor,
  }
}
