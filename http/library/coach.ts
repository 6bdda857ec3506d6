import { facts } from "./built-facts.ts"
import type * as Result from "effect/Result"
import { type TableMistake, withMistakes } from "../../core/table/error.ts"
import type { CoachFunctions } from "../../rules/offline/coach-functions.ts"
import { makeCoachOver, openCoachOver } from "../../rules/offline/coach.ts"
import type { OwnTexts, PackedTables } from "../../rules/offline/packed-tables.ts"
import { versionOf } from "../../rules/offline/table-texts.ts"

export { describeMistake } from "../../core/table/error.ts"
export { describeCoachRefusal } from "../../rules/coach/coach-refusal.ts"
export type * from "./coach-types.ts"

/** How a Coach is made. */
export interface CoachOptions {
  /** The day of its bilans in UTC, `YYYY-MM-DD`; without it old advice counts as possibly out of date. */
  readonly today?: string
  /**
   * Whether bilans show facts alone, as accounts do that may not advise: `shouldSell` is null, headlines
   * and texts recommend nothing, and arguments stand in the order of categories.
   */
  readonly factsOnly?: boolean
}

/**
 * Opens the Coach over tables of the package: those of a market, or of all markets, and the ranges of
 * card numbers where cards are named by their first digits. Nothing else is loaded, and each table is
 * read when it is first needed. A request of another market is refused as `OTHER_MARKET`; cards of
 * other countries are not recognised.
 *
 * ```js
 * import { openCoach } from "viatica/coach"
 * import { tables as france } from "viatica/tables/fr"
 * import { tables as bins } from "viatica/tables/bins"
 *
 * const coach = openCoach([france, bins])
 * coach.bilan({ residence: "FR", destinations: ["US"], card: { bin: "497490" } })
 * ```
 */
export const openCoach = (
  tables: PackedTables | ReadonlyArray<PackedTables>,
  { factsOnly, today }: CoachOptions = {},
): CoachFunctions => openCoachOver(listOf(tables), { shape: facts.bilanShape, today, factsOnly })

/** How a Coach over one's own tables is made. */
export interface OwnCoachOptions extends CoachOptions {
  /** Tables of the package, for every file that one's own texts leave out. */
  readonly over?: PackedTables | ReadonlyArray<PackedTables>
  /** What `meta.engineVersion` of its bilans says; the package's own, and `own` behind it, when left out. */
  readonly engineVersion?: string
}

/**
 * Makes the Coach over one's own tables, CSV texts by their files under data/, or gives every mistake
 * in them: file, line, character, column, what is expected there and what was probably meant. With
 * `over`, files that are left out are the package's.
 *
 * ```js
 * import { describeMistake, makeCoach } from "viatica/coach"
 * import { tables } from "viatica/tables/universal"
 *
 * const coach = makeCoach({ "coach/selling.csv": text }, { over: tables })
 * if (coach._tag === "Failure") console.error(coach.failure.map(describeMistake).join("\n"))
 * ```
 */
export const makeCoach = (
  texts: OwnTexts,
  { engineVersion, factsOnly, over = [], today }: OwnCoachOptions = {},
): Result.Result<CoachFunctions, ReadonlyArray<TableMistake>> => {
  const packed = listOf(over)
  const base = packed.length === 0 ? facts.apiVersion : versionOf(packed)
  const coach = makeCoachOver(packed, texts, {
    engineVersion: engineVersion ?? `${base}+own`,
    market: packed.find(({ market }) => market !== undefined)?.market,
    shape: facts.bilanShape,
    today,
    factsOnly,
  })
  return withMistakes(coach)
}

const listOf = (tables: PackedTables | ReadonlyArray<PackedTables>): ReadonlyArray<PackedTables> =>
  "_tag" in tables ? [tables] : tables
