/** The eight states in which an offer or a card holds a guarantee. */
export const guaranteeStates = [
  "value",
  "included",
  "actual_costs",
  "per_day",
  "return_ticket",
  "trip_price",
  "studies_amount",
  "not_available",
] as const

/** How a guarantee is held: up to a value, without a printed ceiling, at cost, in kind, or not. */
export type GuaranteeState = (typeof guaranteeStates)[number]

/** One guarantee of an offer: its state, and the ceiling and the excess in the offer's guarantee currency if any. */
export interface Guarantee {
  readonly state: GuaranteeState
  readonly value: number | null
  /** What each claim leaves to the traveller; 0 where there is none, absent where nobody says. */
  readonly excess?: number
}
