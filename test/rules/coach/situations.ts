import { prepareArgumentGuards } from "../../../rules/coach/arguments/argument-guards.ts"
import * as Result from "effect/Result"
import { prepareBilan } from "../../../rules/coach/bilan.ts"
import { prepareCoachPieces } from "../../../rules/coach/coach-pieces.ts"
import type { CardProduct, Cover } from "../../../rules/coach/card/products.ts"
import type { BilanSituation } from "../../../rules/coach/bilan-situation.ts"
import type { CoachTables } from "../../../rules/coach/coach-tables.ts"
import { cardModes } from "../../../rules/coach/coach-vocabulary.ts"
import type { CoverTermRow, UsualTermRow } from "../../../rules/coach/tables/index.ts"
import { shippedTables } from "../../support/tables.ts"
import { liveContext } from "./support.ts"

/** The pieces of the Coach over the shipped tables. */
export const pieces = prepareCoachPieces(shippedTables, prepareArgumentGuards)

const { situationOf } = prepareBilan(pieces)

/** The situation of a request that must be accepted, for a live caller. */
export const situationFor = (request: unknown): BilanSituation =>
  situationOf(Result.getOrThrow(pieces.readRequest(request, cardModes)), liveContext)

/** A French card in euros with some covers, of no listed bank. */
export const cardWith = (covers: Readonly<Record<string, Cover>>): CardProduct => ({
  country: "FR",
  name: "test",
  tier: "mid",
  currency: "EUR",
  covers: new Map(Object.entries(covers)),
})

/** A trip like any other. */
export const quiet = { friends: false, longTrip: false, riskyActivity: false }

/** A term of {@link cardWith}'s own. */
export const ownTerm = (
  slug: string,
  term: CoverTermRow["term"],
  amount: number | null,
): CoverTermRow => ({ country: "FR", product: "test", slug, term, amount, source: "test" })

/** A term that French cards usually have. */
export const usualTerm = (
  slugs: ReadonlyArray<string>,
  term: UsualTermRow["term"],
  amount: number | null,
): UsualTermRow => ({ country: "FR", term, slugs, amount, source: "test" })

/** The shipped tables with other terms of covers. */
export const tablesWithTerms = (
  own: ReadonlyArray<CoverTermRow>,
  usual: ReadonlyArray<UsualTermRow>,
): CoachTables => ({
  ...shippedTables,
  coverTerms: { ...shippedTables.coverTerms, rows: own },
  usualTerms: { ...shippedTables.usualTerms, rows: usual },
})
