import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ChargeOutcome } from "../../rules/quota/quota.ts"
import type { AccessLine } from "./access-log.ts"
import type { InsurerAnswer } from "../../rules/pricing/rating.ts"

/** One statement that settled the charges of several calls. */
export interface SettledBatch {
  readonly calls: number
  readonly durationMs: number
  readonly isSettled: boolean
}

/** One insurer's answer to one quote. */
export interface MeteredAnswer {
  readonly insurer: string
  readonly outcome: InsurerAnswer["_tag"]
  readonly durationMs: number
}

/** What became of what was counted in memory: written, or not counted for want of room. */
export type CountFate = "written" | "dropped"

/**
 * What the service tells of itself in figures. Every function is a plain count: it never fails,
 * waits for nothing and takes no key id, code or address.
 */
export interface Meters {
  /** Whether anyone reads the figures; where not, what takes time to find out is left out. */
  readonly isOn: boolean
  readonly call: (line: AccessLine) => void
  readonly charge: (
    outcome: ChargeOutcome["_tag"] | "TurnedAway" | "Unavailable",
    calls: number,
  ) => void
  readonly batch: (batch: SettledBatch) => void
  readonly insurer: (answer: MeteredAnswer) => void
  readonly clicks: (fate: CountFate, clicks: number) => void
  /** Calls as they are counted for their accounts. */
  readonly usage: (fate: CountFate, calls: number) => void
  /** Sales that validated themselves in one round; undefined for a round that failed. */
  readonly validated: (sales: number | undefined) => void
  /** Reads a figure whenever all of them are asked for. */
  readonly gauge: (gauge: Gauge, read: Effect.Effect<ReadonlyArray<Reading>>) => void
}

/** A figure that is read when it is asked for, rather than counted. */
export interface Gauge {
  readonly name: string
  readonly about: string
}

/** One value of a gauge, under its labels. */
export interface Reading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

const silent: Meters = {
  isOn: false,
  call: () => {},
  charge: () => {},
  batch: () => {},
  insurer: () => {},
  clicks: () => {},
  usage: () => {},
  validated: () => {},
  gauge: () => {},
}

/** Where the service's figures go: nowhere, unless a layer says otherwise. */
export class ServiceMeters extends Context.Reference<Meters>("viatica/ServiceMeters", {
  defaultValue: () => silent,
}) {}
