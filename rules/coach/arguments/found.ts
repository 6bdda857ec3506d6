import { bases, type Basis, type CoverTermWord, type Strength } from "../coach-vocabulary.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { CoverTerm } from "../covers/terms.ts"
import { type Choice, orderOf } from "./prepared-row.ts"

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
}

/** Puts rows that apply together to arguments, each id once. */
export type Gather = (choices: ReadonlyArray<Choice>) => ReadonlyArray<Found>

const weakest = (known: ReadonlyArray<Basis>): Basis =>
  bases.findLast((basis) => known.includes(basis)) ?? "none"

const byOrder = ({ prepared: left }: Choice, { prepared: right }: Choice): number =>
  orderOf(left.row.strength, left.row.category, left.row.rank) -
    orderOf(right.row.strength, right.row.category, right.row.rank) ||
  left.row.line - right.row.line

/** The rows that list terms: those of the card itself where there are any, for they are surer. */
const listingTerms = (choices: ReadonlyArray<Choice>): ReadonlyArray<Choice> => {
  const listing = choices.filter(({ prepared }) => prepared.row.gathers === "terms")
  const ofCard = listing.filter(({ subject }) => subject.facts.basis === "card")
  return ofCard.length === 0 ? listing : ofCard
}

const termsIn = (choices: ReadonlyArray<Choice>): ReadonlyArray<CoverTerm> =>
  choices.flatMap(({ subject: { of } }) => (of._tag === "Term" ? [of.term] : []))

/** Prepares the gathering of arguments; covers are listed by their rank. */
export const prepareGather = ({ coverRanks }: Pick<CoachTables, "coverRanks">): Gather => {
  const last = coverRanks.rows.length
  const rankOf = (slug: string): number => coverRanks.get(slug)?.rank ?? last

  const foundOf = (id: string, ofId: ReadonlyArray<Choice>): ReadonlyArray<Found> => {
    const ordered = ofId.toSorted(byOrder)
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

/** The same argument without some terms. */
export const withoutTerm = (found: Found, dropped: CoverTermWord): Found => ({
  ...found,
  terms: found.terms.filter(({ term }) => term !== dropped),
})

/** Position of an argument in an answer. */
export const foundOrder = ({ choice, strength }: Found): number =>
  orderOf(strength, choice.prepared.row.category, choice.prepared.row.rank)
