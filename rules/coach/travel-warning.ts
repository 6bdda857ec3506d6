import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { CoachTables } from "./coach-tables.ts"
import type { AdviceScope, certainties } from "./coach-vocabulary.ts"
import { areStale } from "../currency/rates/accepted.ts"
import { limitOf } from "../reference/limits.ts"

/** A government's formal advice against travel to one of the destinations: the gravest that holds. */
export interface TravelWarning {
  /** 4 advises against all travel, 3 against what is not essential; lower levels are conditions. */
  readonly level: 3 | 4
  /** The destination that it is about. */
  readonly country: CountryCode
  readonly issuer: string
  /** Whether the traveller's own government advises; else a foreign one does. */
  readonly own: boolean
  /** How much of the country it is about. */
  readonly scope: AdviceScope
  /** The date of the advice, `YYYY-MM-DD`. */
  readonly asOf: string
  /** Whether the advice is so old that it may have changed. */
  readonly stale: boolean
}

/** All that an answer may say of a warning, as one text. */
export const travelWarningKey = (warning: TravelWarning | null): string => {
  if (warning === null) return ""
  const { asOf, country, issuer, level, own, scope, stale } = warning
  return `${level} ${country} ${asOf} ${stale} ${own} ${scope} ${issuer}`
}

/** What governments advise about a destination. */
export type AdviceOf = (destination: string) => ReadonlyArray<TravelAdvice>

/** A warning with the advice that gives it. */
export interface FoundWarning {
  readonly warning: TravelWarning
  readonly advice: TravelAdvice
}

/** The gravest warning against a trip of a resident, on a day; null where nothing is advised against. */
export type WarningOf = (
  trip: { readonly residence: CountryCode; readonly destinations: ReadonlyArray<string> },
  adviceOf: AdviceOf,
  /** `YYYY-MM-DD`; undefined where nobody tells it, so that every advice may have changed. */
  today: string | undefined,
) => FoundWarning | null

/**
 * Prepares the gravest warning over the destinations whose level is 3 or 4. Nobody is warned of the
 * country they live in. A warning is stale when it is older than `travel_warning_stale_days`.
 */
export const prepareWarnings = (
  tables: Pick<CoachTables, "advisingGovernments" | "limits">,
): WarningOf => {
  const staleDays = limitOf(tables, "travel_warning_stale_days")
  return ({ destinations, residence }, adviceOf, today) => {
    const government = tables.advisingGovernments.get(residence)?.government ?? residence
    let found: TravelAdvice | undefined
    for (const destination of destinations) {
      if (destination === residence) continue
      const advice = adviceThatCounts(government, adviceOf(destination))
      if (advice === undefined || wholeLevel(advice) < warnedFrom) continue
      found = found === undefined ? advice : graver(found, advice)
    }
    if (found === undefined) return null
    const { asOf, country, issuer, scope } = found
    const own = found.government === government
    const stale = today === undefined || areStale({ newest: asOf, today, staleDays })
    const level = wholeLevel(found) === 4 ? 4 : 3
    return { advice: found, warning: { level, country, issuer, own, scope, asOf, stale } }
  }
}

/** What one government advises about travel to one country. */
export interface TravelAdvice {
  readonly country: CountryCode
  /** The country whose government advises. */
  readonly government: string
  readonly issuer: string
  /** 1 usual care, 2 more care, 3 only if one must, 4 against all travel. */
  readonly level: number
  readonly scope: AdviceScope
  /** The day of the advice, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly certainty: (typeof certainties)[number]
}

/**
 * What counts of several governments' advice about one country: that of the traveller's own, whatever
 * it says, where there is one; else the gravest. Uncertain advice, and advice on part of a country, is
 * not told as a warning against the whole; a traveller's own government is heard on most of it too.
 */
const adviceThatCounts = (
  own: string,
  advice: ReadonlyArray<TravelAdvice>,
): TravelAdvice | undefined => {
  // Most countries are warned of by nobody: that is seen soonest.
  if (advice.every(({ level }) => level < warnedFrom)) return undefined
  const known = advice.filter(speaksOfWhole)
  return (
    advice.find((each) => each.government === own && isTold(each)) ??
    known.reduce<TravelAdvice | undefined>(
      (found, each) => (found === undefined ? each : graver(found, each)),
      undefined,
    )
  )
}

/** The lowest level that advises against a trip. */
const warnedFrom = 3

/**
 * Whether an advice says something sure of the whole country. What most of a country is warned of
 * counts neither way: others say more of it. A lower level for parts says that the whole is not.
 */
const speaksOfWhole = (advice: TravelAdvice): boolean => isTold(advice) && advice.scope !== "most"

/** Whether an advice is sure enough to be told, and says of how much of the country it speaks. */
const isTold = ({ certainty, scope }: TravelAdvice): boolean =>
  certainty !== "low" && scope !== "not_stated"

/** The graver of two, then the newer, then the first by government, so that order does not matter. */
const graver = (left: TravelAdvice, right: TravelAdvice): TravelAdvice => {
  const ahead = wholeLevel(right) - wholeLevel(left)
  if (ahead !== 0) return ahead > 0 ? right : left
  if (left.asOf !== right.asOf) return left.asOf > right.asOf ? left : right
  if (left.country !== right.country) return left.country < right.country ? left : right
  return left.government <= right.government ? left : right
}

/** The level for the whole country: a warning of parts alone is none of the whole. */
const wholeLevel = ({ level, scope }: TravelAdvice): number =>
  scope === "parts" || scope === "none" ? Math.min(level, 2) : level
