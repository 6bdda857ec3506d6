import * as Effect from "effect/Effect"
import { nearest } from "../../../core/table/nearest.ts"
import type { ListedInsurer } from "../../ports/insurers.ts"
import { describeRefusal } from "./insurer-refused.ts"

/** Logs insurers without an address, and addresses without an insurer. */
export interface Unmatched {
  /** Logs each insurer that the tables ask over HTTP and that has no address, once. */
  readonly sayNotConnected: (httpInsurers: ReadonlyArray<string>) => Effect.Effect<void>
  /** Logs the addresses that no insurer of new tables uses and that the tables before did use. */
  readonly checkAddresses: (insurers: ReadonlyArray<ListedInsurer>) => Effect.Effect<void>
}

const warn = (line: string, insurer: string, reason: string): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning(line), { insurer, reason })

const whyOfNoUse = (key: string, insurers: ReadonlyArray<ListedInsurer>): string => {
  const isKnown = insurers.some(({ insurer }) => insurer === key)
  const why = isKnown
    ? "the tables rate this insurer by tariffs, and do not ask it over HTTP"
    : "the tables have no insurer with this key"
  const close = nearest(
    key,
    insurers.flatMap(({ adapter, insurer }) => (adapter === "http" ? insurer : [])),
  )
  return close === undefined ? why : `${why}; did you mean "${close}"?`
}

/**
 * Makes the log of unmatched addresses, which are named by insurers' keys, for the life of the
 * process.
 */
export const makeUnmatched = (urls: ReadonlyMap<string, URL>): Unmatched => {
  const notConnected = new Set<string>()
  let ofNoUse: ReadonlySet<string> = new Set()
  return {
    sayNotConnected: (httpInsurers) => {
      const found = httpInsurers.filter((key) => !urls.has(key) && !notConnected.has(key))
      for (const key of found) notConnected.add(key)
      const reason = describeRefusal({ _tag: "NotConnected" })
      const lines = found.map((key) => warn("an insurer is not connected", key, reason))
      return Effect.all(lines, { discard: true })
    },
    checkAddresses: (insurers) =>
      Effect.suspend(() => {
        const before = ofNoUse
        const asked = insurers.filter(({ adapter }) => adapter === "http")
        const used = new Set(asked.map(({ insurer }) => insurer))
        ofNoUse = new Set([...urls.keys()].filter((key) => !used.has(key)))
        const lines = [...ofNoUse]
          .filter((key) => !before.has(key))
          .map((key) => warn("an address is of no use", key, whyOfNoUse(key, insurers)))
        return Effect.all(lines, { discard: true })
      }),
  }
}
