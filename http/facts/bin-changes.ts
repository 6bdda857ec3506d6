import type { BinFact, BinFacts } from "./bin-facts.ts"
import { byText } from "./table-text.ts"

/** What a list does to the numbers of a country. */
export interface BinCounts {
  readonly country: string
  readonly added: number
  readonly changed: number
  /** The same, now by the newer list. */
  readonly confirmed: number
  readonly unchanged: number
  /** Told otherwise by the list, which is older than what is there. */
  readonly kept: number
}

type Outcome = Exclude<keyof BinCounts, "country">

/** What numbers become under a list, and what that changes. */
export interface BinChanges {
  readonly facts: BinFacts
  readonly counts: ReadonlyArray<BinCounts>
}

const saysTheSame = (left: BinFact, right: BinFact): boolean =>
  left.country === right.country &&
  left.issuer === right.issuer &&
  left.level === right.level &&
  left.type === right.type

const outcomeOf = (before: BinFact | undefined, after: BinFact, asked: BinFact): Outcome => {
  if (before === undefined) return "added"
  if (before.list === after.list && before.list !== asked.list) return "kept"
  if (!saysTheSame(before, after)) return "changed"
  return before.list === after.list ? "unchanged" : "confirmed"
}

const countsOf = (outcomes: ReadonlyMap<string, ReadonlyArray<Outcome>>) =>
  [...outcomes]
    .sort(([left], [right]) => byText(left, right))
    .map(([country, all]): BinCounts => {
      const count = (outcome: Outcome): number => all.filter((each) => each === outcome).length
      return {
        country,
        added: count("added"),
        changed: count("changed"),
        confirmed: count("confirmed"),
        unchanged: count("unchanged"),
        kept: count("kept"),
      }
    })

/**
 * Lays a list over what is known: a number that both tell is told by the newer of the two. `monthOf`
 * gives the year and month of a list, empty for one without a date, which is older than all.
 */
export const layList = (
  before: BinFacts,
  list: BinFacts,
  {
    monthOf,
    thinned,
  }: {
    readonly monthOf: (list: string) => string
    readonly thinned: (facts: BinFacts) => BinFacts
  },
): BinChanges => {
  const laid = new Map(before)
  for (const [bin, fact] of list) {
    const known = laid.get(bin)
    if (known === undefined || monthOf(fact.list) >= monthOf(known.list)) laid.set(bin, fact)
  }
  const facts = thinned(laid)
  const outcomes = new Map<string, Array<Outcome>>()
  for (const [bin, asked] of list) {
    const after = facts.get(bin) ?? asked
    const of = outcomes.get(after.country) ?? []
    outcomes.set(after.country, of)
    of.push(outcomeOf(before.get(bin), after, asked))
  }
  return { facts, counts: countsOf(outcomes) }
}
