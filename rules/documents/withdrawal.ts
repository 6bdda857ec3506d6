import { daysInclusive, plusDays } from "../../core/vocabulary/day.ts"
import type { Trip } from "../trip/trip.ts"
import { prepareMarkets } from "./disclosures.ts"
import type { DisclosureTables } from "./document-tables.ts"

/** What of a trip a period of withdrawal depends on. */
type WithdrawnTrip = Pick<Trip, "countryResidence" | "endDate" | "isAnnual" | "startDate">

/** The last day on which a receipt has its button to withdraw; undefined where it never has one. */
export type WithdrawalUntil = (trip: WithdrawnTrip, contractDay: string) => string | undefined

/**
 * Prepares how long receipts have a button to withdraw: as long as the longest period runs of those that
 * hold where the traveller lives. An annual cover lasts a year, whatever the first trip does.
 */
export const prepareWithdrawal = (tables: DisclosureTables): WithdrawalUntil => {
  const marketsOf = prepareMarkets(tables)
  return ({ countryResidence, endDate, isAnnual, startDate }, contractDay) => {
    const markets = marketsOf(countryResidence)
    const covered = isAnnual ? Infinity : daysInclusive(startDate, endDate)
    const days = tables.withdrawalPeriods.rows.flatMap((row) =>
      markets.has(row.market) && covered >= (row.coverDaysMin ?? 0) ? row.days : [],
    )
    return days.length === 0 ? undefined : (plusDays(contractDay, Math.max(...days)) ?? undefined)
  }
}
