import type { ChargeCounts, GrantedTogether } from "../../../rules/quota/charge.ts"
import type { QuotaState } from "../../../rules/quota/state.ts"
import type { QuotaWindow } from "../../../rules/quota/window.ts"

/** All calls of one key in a batch, counted by kind. */
export interface KeyCharge extends ChargeCounts {
  readonly keyId: string
  readonly revision: bigint
}

/** What was granted, by key. */
export type GrantedByKey = ReadonlyMap<string, GrantedTogether>

/** What became of a batch; a key that is in neither was changed or revoked. */
export interface ChargedBatch {
  readonly granted: GrantedByKey
  /** Keys whose quota is held by others, and which are not charged. */
  readonly held: ReadonlySet<string>
}

/** The figures of a key as a statement tells them. */
export interface KeyFigures {
  readonly key_id: string
  readonly reads_limit: number
  readonly writes_limit: number
  readonly burst_limit: number
  readonly burst_used: number
  readonly reads_used: number
  readonly writes_used: number
  readonly prices: string | number
  readonly bilans: string | number
  readonly links: string | number
}

/** What statements on a batch are given: its keys, with what they ask. */
export const chargeParameters = (charges: ReadonlyArray<KeyCharge>): ReadonlyArray<unknown> => [
  charges.map(({ keyId }) => keyId),
  charges.map(({ revision }) => String(revision)),
  charges.map(({ calls }) => calls),
  charges.map(({ prices }) => prices),
  charges.map(({ bilans }) => bilans),
]

/** How a key stands. */
export const stateOf = (figures: KeyFigures, window: QuotaWindow): QuotaState => ({
  reads: { limit: figures.reads_limit, used: figures.reads_used },
  writes: { limit: figures.writes_limit, used: figures.writes_used },
  burst: { limit: figures.burst_limit, used: figures.burst_used },
  window,
  lifetime: {
    prices: Number(figures.prices),
    links: Number(figures.links),
    bilans: Number(figures.bilans),
  },
})
