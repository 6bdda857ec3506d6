import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { everyWord } from "../../core/table/requirement.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"

const termNames = ["hold_days", "closing_hours", "payout_days", "changed_account_days"] as const

const source = Column.note(Column.text({ about: "Where the figure comes from." }))

/** When statements close, and when what is due is paid. */
export const payoutTerms = defineTable({
  file: "payouts/terms.csv",
  bounds: settingsBounds,
  about: "When monthly statements close, and when what is due by them is paid.",
  key: ["name"],
  requires: [{ every: [everyWord("name", termNames)], otherwise: "countsAsNone" }],
  columns: {
    name: Column.enumeration(termNames, { about: "The term." }),
    value: Column.integer({ minimum: 0, maximum: 366, about: "Its value." }),
    unit: Column.text({ about: "What the value counts." }),
    source,
  },
})

/** How long sales are held back from payouts, by market. */
export const payoutHolds = defineTable({
  file: "payouts/holds.csv",
  bounds: settingsBounds,
  about:
    "Days after its first report for which a sale is held back from payouts, by the country of the account's address; elsewhere it is hold_days of payouts/terms.csv.",
  key: ["market"],
  columns: {
    market: Column.reference<CountryCode>("countries.csv", "code", {
      about: "The country of the account's address.",
    }),
    days: Column.integer({
      minimum: 14,
      maximum: 366,
      unit: "days",
      about: "How long it is held.",
    }),
    source,
  },
})

/** The least that a payout comes to. */
export const payoutMinimums = defineTable({
  file: "payouts/minimums.csv",
  bounds: settingsBounds,
  about: "The least that a payout comes to, by currency; what is less is carried over.",
  key: ["currency"],
  columns: {
    currency: Column.reference("reference/minor_units.csv", "code", { about: "ISO 4217 code." }),
    minimum: Column.integer({
      minimum: 0,
      maximum: 1_000_000_000,
      unit: "whole units of the currency",
      about: "The least that is paid.",
    }),
    source,
  },
})

/** The tables of payouts, by the names under which rules read them. */
export const payoutDefinitions = { payoutTerms, payoutHolds, payoutMinimums }

/** The tables that statements and payouts go by. */
type PayoutTables = TablesOf<typeof payoutDefinitions>

/** What statements and payouts go by, as the tables have it. */
export interface PayoutPolicy {
  /** Hours after the end of a month at which its statements close. */
  readonly closingHours: number
  /** Days after the first of the next month on which what is due is paid. */
  readonly payoutDays: number
  /** Days for which payouts wait after their bank account was changed. */
  readonly changedAccountDays: number
  /**
   * Days after its first report for which a sale is held back, of an account whose address is in a
   * country; null where nobody has told it.
   */
  readonly holdDays: (market: string | null) => number
  /** The least that a payout comes to, in minor units. */
  readonly minimumMinor: (currency: CurrencyCode, minorUnits: number) => bigint
}

/** Reads the policy of payouts from the tables. */
export const payoutPolicy = (tables: PayoutTables): PayoutPolicy => {
  const term = (name: (typeof termNames)[number]): number =>
    tables.payoutTerms.get(name)?.value ?? 0
  return {
    closingHours: term("closing_hours"),
    payoutDays: term("payout_days"),
    changedAccountDays: term("changed_account_days"),
    holdDays: (market) =>
      (market === null ? undefined : tables.payoutHolds.get(market)?.days) ?? term("hold_days"),
    minimumMinor: (currency, minorUnits) =>
      BigInt(tables.payoutMinimums.get(currency)?.minimum ?? 0) * 10n ** BigInt(minorUnits),
  }
}
