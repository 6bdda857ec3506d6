import type { ArgumentValues, Subject } from "./subjects.ts"
import type { CoachTables } from "../coach-tables.ts"
import {
  type ArgumentVar,
  bases,
  type Basis,
  categories,
  type Category,
  type CoverTermWord,
  type Strength,
  strengths,
} from "../coach-vocabulary.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { Argument } from "../response.ts"

/** An argument that was found: the row that makes it, and all rows that add to it. */
export interface Found {
  readonly id: string
  /** The row that makes it. */
  readonly choice: Choice
  /** Every row that makes it or adds to it, in the order of the answer. */
  readonly choices: ReadonlyArray<Choice>
  /** Its strength, which other arguments may lessen. */
  readonly strength: Strength
  /** The covers that it lists. */
  readonly covers: ReadonlyArray<string>
  /** The terms that it lists. */
  readonly terms: ReadonlyArray<CoverTerm>
  /** What its list, or the row that makes it, rests on. */
  readonly basis: Basis
  /** Whether a guard brings it forward. */
  readonly isPreferred?: true
}

/** Prepares the gathering of arguments; covers are listed by their rank. */
export const prepareGather = ({ coverRanks }: Pick<CoachTables, "coverRanks">): Gather => {
  const last = coverRanks.rows.length
  const rankOf = (slug: string): number => coverRanks.get(slug)?.rank ?? last

  const foundOf = (id: string, ofId: ReadonlyArray<Choice>): ReadonlyArray<Found> => {
    const ordered = ofId.toSorted(byChoiceOrder)
    const choice = ordered.find(({ prepared }) => !prepared.row.joins)
    if (choice === undefined) return []
    const listing = listingTerms(ordered)
    const choices = ordered.filter(
      (each) => each.prepared.row.gathers !== "terms" || listing.includes(each),
    )
    const covers = choices
      .filter(({ prepared }) => prepared.row.gathers === "covers")
      .flatMap(({ subject }) => subject.covers)
    const listed = covers.length === 0 ? choice.subject.covers : covers
    return [
      {
        id,
        choice,
        choices,
        strength: choice.prepared.row.strength,
        covers: [...new Set(listed)].sort((left, right) => rankOf(left) - rankOf(right)),
        terms: termsIn(listing),
        basis:
          listing.length === 0
            ? choice.subject.facts.basis
            : weakest(listing.map(({ subject }) => subject.facts.basis)),
      },
    ]
  }

  return (choices) => {
    const byId = new Map<string, Array<Choice>>()
    for (const choice of choices) {
      const { id } = choice.prepared.row
      const known = byId.get(id)
      if (known === undefined) byId.set(id, [choice])
      else known.push(choice)
    }
    return [...byId].flatMap(([id, ofId]) => foundOf(id, ofId))
  }
}

/** Arguments once each has had its effect on the others, and the rows of what had one. */
export interface Weighed {
  readonly told: ReadonlyArray<Found>
  readonly rows: ReadonlyArray<RelationRow>
}

/** A row of what arguments do to each other. */
export type RelationRow = CoachTables["argumentRelations"]["rows"][number]

/** Whether a row is about an argument. */
export const happensTo = (row: RelationRow, { id }: Found): boolean =>
  row.argument === null ? id !== row.told : id === row.argument

/** Prepares what arguments do to each other: the table's rows, one after another. */
export const prepareRelations = ({
  argumentRelations,
}: Pick<CoachTables, "argumentRelations">): WeighTogether => {
  const { rows } = argumentRelations
  return (found) => {
    let told = found
    const effective: Array<RelationRow> = []
    for (const row of rows) {
      const after = afterRelation(told, row)
      if (after === told) continue
      effective.push(row)
      told = after
    }
    return { told: told.toSorted(byFoundOrder), rows: effective }
  }
}

/** A row that applies, with the subject that it is about and the values that its texts may show. */
export interface Choice {
  readonly prepared: PreparedRow
  readonly subject: Subject
  readonly values: ArgumentValues
}

/** Prepares a row. */
export const prepareRow = (row: ArgumentRow): PreparedRow => ({
  row,
  messageKeys: Object.freeze({ hook: row.hook, fact: row.fact, pitch: row.pitch }),
  vars: [...row.vars, ...row.optionalVars],
})

/** A row of the table with what does not change from bilan to bilan. */
interface PreparedRow {
  readonly row: ArgumentRow
  readonly messageKeys: Argument["messageKeys"]
  /** The values that its texts may show. */
  readonly vars: ReadonlyArray<ArgumentVar>
}

/** A row of the table of arguments. */
type ArgumentRow = CoachTables["coachArguments"]["rows"][number]

/** Puts rows that apply together to arguments, each id once. */
type Gather = (choices: ReadonlyArray<Choice>) => ReadonlyArray<Found>

const byChoiceOrder = ({ prepared: left }: Choice, { prepared: right }: Choice): number =>
  orderOf(left.row.strength, left.row.category, left.row.rank) -
    orderOf(right.row.strength, right.row.category, right.row.rank) ||
  left.row.line - right.row.line

/** Position of an argument in an answer: strength, then category, then rank. */
const orderOf = (strength: Strength, category: Category, rank: number): number =>
  (strengths.indexOf(strength) * categories.length + categories.indexOf(category)) * ranksMax + rank

const ranksMax = 10_000

/** The rows that list terms: those of the card itself where there are any, for they are surer. */
const listingTerms = (choices: ReadonlyArray<Choice>): ReadonlyArray<Choice> => {
  const listing = choices.filter(({ prepared }) => prepared.row.gathers === "terms")
  const ofCard = listing.filter(({ subject }) => subject.facts.basis === "card")
  return ofCard.length === 0 ? listing : ofCard
}

const termsIn = (choices: ReadonlyArray<Choice>): ReadonlyArray<CoverTerm> =>
  choices.flatMap(({ subject: { of } }) => (of._tag === "Term" ? [of.term] : []))

const weakest = (known: ReadonlyArray<Basis>): Basis =>
  bases.findLast((basis) => known.includes(basis)) ?? "none"

/** Lets arguments have their effect on each other; in the order of an answer. */
type WeighTogether = (found: ReadonlyArray<Found>) => Weighed

/** The same arguments after one relation; the very same list where it changes none. */
const afterRelation = (found: ReadonlyArray<Found>, row: RelationRow): ReadonlyArray<Found> => {
  if (row.told !== null && !found.some(({ id }) => id === row.told)) return found
  const { effect, term } = row
  if (!found.some((each) => happensTo(row, each))) return found
  switch (effect) {
    case "excludes":
      return found.filter((each) => !happensTo(row, each))
    case "weakens":
      if (!found.some((each) => happensTo(row, each) && !isUseful(each))) return found
      return found.map((each) => (happensTo(row, each) ? { ...each, strength: "useful" } : each))
    case "weakens_alone":
      if (found.some((each) => !happensTo(row, each) && !isUseful(each))) return found
      return found.map((each) => (happensTo(row, each) ? { ...each, strength: "useful" } : each))
    case "drops_term":
      if (term === null) return found
      if (!found.some((each) => happensTo(row, each) && each.terms.some((t) => t.term === term))) {
        return found
      }
      return found.map((each) => (happensTo(row, each) ? withoutTerm(each, term) : each))
  }
}

const isUseful = ({ strength }: Found): boolean => strength === "useful"

/** The same argument without some terms. */
const withoutTerm = (found: Found, dropped: CoverTermWord): Found => ({
  ...found,
  terms: found.terms.filter(({ term }) => term !== dropped),
})

const byFoundOrder = (left: Found, right: Found): number =>
  foundOrder(left) - foundOrder(right) ||
  left.choice.prepared.row.line - right.choice.prepared.row.line

/** The order of an answer: by strength, then category; in both those that a guard prefers come first. */
export const byAnswerOrder = (left: Found, right: Found): number =>
  blockOf(left) - blockOf(right) ||
  preference(left) - preference(right) ||
  byFoundOrder(left, right)

/** The strength and the category of an argument, as a number that rises through an answer. */
const blockOf = (found: Found): number => Math.floor(foundOrder(found) / ranksMax)

const preference = ({ isPreferred }: Found): number => (isPreferred === true ? 0 : 1)

/** Position of an argument in an answer. */
const foundOrder = ({ choice, strength }: Found): number =>
  orderOf(strength, choice.prepared.row.category, choice.prepared.row.rank)
