import * as Effect from "effect/Effect"
import { nearest } from "../../../core/table/nearest.ts"
import type { ListedInsurer } from "../../ports/insurers.ts"

/** Logs what of insurers and addresses does not match, each time that it is new. */
export type SayUnmatched = (insurers: ReadonlyArray<ListedInsurer>) => Effect.Effect<void>

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

const notConnected = "INSURER_URLS holds no address for it; its offers have no price"

/** The keys that were not there before; those that are there now are before from now on. */
const newKeys = () => {
  let before: ReadonlySet<string> = new Set()
  return (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
    const found = keys.filter((key) => !before.has(key))
    before = new Set(keys)
    return found
  }
}

/**
 * Makes the log of insurers that the tables ask over HTTP and that have no address, and of addresses,
 * which are named by insurers' keys, that no such insurer has.
 */
export const makeUnmatched = (urls: ReadonlyMap<string, URL>): SayUnmatched => {
  const newNotConnected = newKeys()
  const newOfNoUse = newKeys()
  return (insurers) =>
    Effect.suspend(() => {
      const asked = insurers.flatMap(({ adapter, insurer }) => (adapter === "http" ? insurer : []))
      const unconnected = newNotConnected(asked.filter((key) => !urls.has(key)))
      const ofNoUse = newOfNoUse([...urls.keys()].filter((key) => !asked.includes(key)))
      const lines = [
        ...unconnected.map((key) => warn("an insurer is not connected", key, notConnected)),
        ...ofNoUse.map((key) => warn("an address is of no use", key, whyOfNoUse(key, insurers))),
      ]
      return Effect.all(lines, { discard: true })
    })
}
