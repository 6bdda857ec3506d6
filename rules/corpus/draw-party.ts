import { groupBy } from "../../core/group-by.ts"
import type { Draws } from "../../core/random/draws.ts"
import { fromTo, weightedBy } from "./shares.ts"
import type { CorpusTables } from "./corpus-tables.ts"

/** Who travels: the ages in years, and whether the Coach is told of friends. */
export interface DrawnParty {
  readonly ages: ReadonlyArray<number>
  readonly friends: boolean
}

/** Draws the party of a trip; undefined where no party is declared. */
export type DrawParty = (intent: string, draws: Draws) => DrawnParty | undefined

/** Prepares the drawing of parties. */
export const prepareParties = (tables: CorpusTables): DrawParty => {
  const partyFor = weightedBy(tables.corpusParties.rows, (row) => row.intent)
  const membersOf = groupBy(tables.corpusPartyMembers.rows, ({ party }) => party)
  return (intent, draws) => {
    const drawn = partyFor(intent)(draws)
    if (drawn === undefined) return undefined
    const ages = (membersOf.get(drawn.party) ?? []).flatMap(
      ({ ageMax, ageMin, membersMax, membersMin }) =>
        Array.from({ length: fromTo(draws, membersMin, membersMax) }, () =>
          fromTo(draws, ageMin, ageMax),
        ),
    )
    return { ages, friends: drawn.friends }
  }
}
