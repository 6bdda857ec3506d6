import { type Gap, tripNumber } from "./gaps.ts"
import { makeMemory } from "./memory.ts"
import { coverOf, medicalSlug } from "./products.ts"
import type { Argument } from "./response.ts"
import type { Situation } from "./situation.ts"
import type { CoachTables } from "./tables.ts"
import { type Badge, categories, type Figure, strengths } from "./vocabulary.ts"

type ArgumentRow = CoachTables["coachArguments"]["rows"][number]

/** A row of the table with what does not change from bilan to bilan. */
export interface PreparedRow {
  readonly row: ArgumentRow
  /** Position in an answer: strength, then category, then rank. */
  readonly order: number
  readonly messageKeys: Argument["messageKeys"]
}

/** The arguments of a situation. */
export interface ArgumentRules {
  /** The rows that speak, in the order of an answer; of one id only the first is heard. */
  readonly choicesFor: (situation: Situation) => ReadonlyArray<Choice>
  readonly argumentsFor: (situation: Situation) => ReadonlyArray<Argument>
}

const ranksMax = 10_000

const prepareRow = (row: ArgumentRow): PreparedRow => ({
  row,
  order:
    (strengths.indexOf(row.strength) * categories.length + categories.indexOf(row.category)) *
      ranksMax +
    row.rank,
  messageKeys: { hook: row.hook, fact: row.fact, pitch: row.pitch },
})

/** The amounts of one guarantee, as printed. */
export interface Amounts {
  readonly cardValue: string
  readonly recommended: string
  readonly shortfall: string
}

/** Prints a guarantee's amounts; what has no amount reads as the medical target. */
const amountsOf = (
  { amountText, target }: Situation,
  gap: Pick<Gap, "covered" | "value" | "recommendedValue">,
): Amounts => {
  const recommended = gap.recommendedValue
  const held = gap.value ?? (gap.covered ? null : 0)
  return {
    cardValue: held === null ? target : amountText(held),
    recommended: recommended === null ? target : amountText(recommended),
    shortfall:
      recommended === null || held === null ? target : amountText(Math.max(0, recommended - held)),
  }
}

const figureOf = (figure: Figure, amounts: Amounts, target: string): string => {
  switch (figure) {
    case "target":
      return target
    case "card_value":
      return amounts.cardValue
    case "recommended":
      return amounts.recommended
    case "shortfall":
      return amounts.shortfall
  }
}

const makeArgument = (
  { messageKeys, row }: PreparedRow,
  situation: Situation,
  slug: string,
  amounts: Amounts,
): Argument => {
  const { destination, destinationName, target } = situation
  return {
    id: row.id,
    category: row.category,
    strength: row.strength,
    figure: figureOf(row.figure, amounts, target),
    messageKeys,
    vars: {
      guarantee: slug,
      cardValue: amounts.cardValue,
      recommended: amounts.recommended,
      shortfall: amounts.shortfall,
      target,
      destination,
      destinationName,
      quote: `${amounts.cardValue} / ${amounts.recommended}`,
    },
  }
}

/** A chosen row with the guarantee it speaks of. */
export interface Choice {
  readonly prepared: PreparedRow
  readonly slug: string
  readonly amounts: Amounts
}

/** A question to the table: about one gap, or about the trip when slug and badge are null. */
interface Question {
  readonly slug: string | null
  readonly badge: Badge | null
}

const wholeTrip: Question = { slug: null, badge: null }

/** The facts of a situation that the table asks for, as one text: equal texts, equal answers. */
const situationKey = ({ card, market, mandatoryInsurance, medicalOk, step, trip }: Situation) =>
  `${card.origin} ${card.product.tier} ${tripNumber(trip)} ${medicalOk} ${step} ${mandatoryInsurance} ${market}`

/** The table is asked about this many kinds of situation before its kept answers are dropped. */
const situationsMax = 2_000

type Answers = Map<string, ReadonlyArray<PreparedRow>>

const byOrder = (left: Choice, right: Choice): number =>
  left.prepared.order - right.prepared.order || left.prepared.row.line - right.prepared.row.line

/** The arguments of sorted choices, each id once. */
const argumentsOf = (
  situation: Situation,
  choices: ReadonlyArray<Choice>,
): ReadonlyArray<Argument> => {
  const ids = new Set<string>()
  const chosen: Array<Argument> = []
  for (const { amounts, prepared, slug } of choices) {
    if (ids.has(prepared.row.id)) continue
    ids.add(prepared.row.id)
    chosen.push(makeArgument(prepared, situation, slug, amounts))
  }
  return chosen
}

/** The amounts of the medical cover, which arguments about the whole trip show. */
const medicalAmounts = (situation: Situation): Amounts => {
  const { state, value } = coverOf(situation.card.product, medicalSlug)
  const covered = state !== "not_available"
  return amountsOf(situation, { covered, value, recommendedValue: situation.targetValue })
}

/**
 * Prepares the argument table. It is asked once for each gap and once for the trip; arguments come
 * by strength, then category, then the table's rank, each id at most once.
 */
export const prepareArguments = (tables: CoachTables): ArgumentRules => {
  const table = tables.coachArguments
  const prepared = new Map(table.rows.map((row) => [row.line, prepareRow(row)]))
  const memory = makeMemory<string, Answers>(situationsMax)

  const ask = (situation: Situation, question: Question): ReadonlyArray<PreparedRow> => {
    const { card, market, mandatoryInsurance, medicalOk, step, trip } = situation
    const rows = table.evaluate({
      ...question,
      ...trip,
      scope: question.slug === null ? "trip" : "gap",
      origin: card.origin,
      tier: card.product.tier,
      medicalOk,
      step,
      mandatoryInsurance,
      market,
    })
    return rows.flatMap(({ line }) => prepared.get(line) ?? [])
  }

  const choicesFor: ArgumentRules["choicesFor"] = (situation) => {
    const answers = memory.get(situationKey(situation), () => new Map())
    const rowsFor = (key: string, question: Question): ReadonlyArray<PreparedRow> => {
      const known = answers.get(key)
      if (known !== undefined) return known
      const rows = ask(situation, question)
      answers.set(key, rows)
      return rows
    }
    const choices: Array<Choice> = []
    for (const { gap, slug } of situation.gaps) {
      const { badge } = gap
      const rows = rowsFor(slug + badge, { slug, badge })
      if (rows.length === 0) continue
      const amounts = amountsOf(situation, gap)
      for (const row of rows) choices.push({ prepared: row, slug, amounts })
    }
    const rows = rowsFor("trip", wholeTrip)
    if (rows.length > 0) {
      const amounts = medicalAmounts(situation)
      for (const row of rows) choices.push({ prepared: row, slug: medicalSlug, amounts })
    }
    return choices.sort(byOrder)
  }

  return {
    choicesFor,
    argumentsFor: (situation) => argumentsOf(situation, choicesFor(situation)),
  }
}
