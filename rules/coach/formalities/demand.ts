import type { DestinationRule } from "./destination-rules.ts"

/** Insurance that a destination asks a traveller for. */
export interface Demand {
  readonly destination: string
  /** Whether the destination is part of the Schengen area. */
  readonly schengen: boolean
  /** Least cover asked, in units of `currency`; null where no amount is named. */
  readonly amount: number | null
  /** ISO 4217 code of the amount; null without one. */
  readonly currency: string | null
  /** Whether it is asked in part of the destination only, or of some of its visitors. */
  readonly partly: boolean
  /** Whether only insurance that the destination recognises answers it: cover bought at home may not. */
  readonly localPolicy: boolean
  /** The destination's rule. */
  readonly rule: DestinationRule
  /** The line of `formality_rules.csv` that reads the rule so. */
  readonly line: number
}

/** What the destinations of a trip ask for: one demand of each kind at most. */
export interface Demands {
  /** Insurance that visitors must have. */
  readonly mandatory: Demand | null
  /** Insurance that goes with a visa which this traveller needs. */
  readonly visa: Demand | null
}

const demandKey = (demand: Demand | null): string => {
  if (demand === null) return ""
  const { amount, currency, destination, localPolicy, partly, schengen } = demand
  return `${destination} ${amount} ${currency} ${schengen} ${partly} ${localPolicy}`
}

/** All that an answer may say of demands, as one text. */
export const demandsKey = ({ mandatory, visa }: Demands): string =>
  `${demandKey(mandatory)}|${demandKey(visa)}`

/** Whether there is any demand. */
export const isDemanding = (demands: Demands | null): boolean =>
  demands !== null && (demands.mandatory !== null || demands.visa !== null)
