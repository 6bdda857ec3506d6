import * as fc from "fast-check"
import { linkNames, type Mint, namedLinks, type Read, type Report } from "./calls.ts"
import { offerIds } from "./link-model.ts"
import { spellings } from "./spellings.ts"

/** One of several values, each as often as its weight says. */
export const weighted = <Value>(
  ...weights: ReadonlyArray<readonly [weight: number, ...values: ReadonlyArray<Value>]>
): fc.Arbitrary<Value> =>
  fc.oneof(
    ...weights.map(([weight, ...values]) => ({ weight, arbitrary: fc.constantFrom(...values) })),
  )

/** Calls for a link; most are for one session, and most name no link. */
export const mints: fc.Arbitrary<Mint> = fc.record({
  call: fc.constant("mint"),
  session: weighted([12, "ann"], [6, "bob"], [6, "sandy"], [1, "stranger"]),
  spelling: fc.nat({ max: spellings.length - 1 }),
  link: weighted<Mint["link"]>([16, null], [3, "first"], [3, ...linkNames], [1, ...namedLinks]),
  offerId: weighted([12, null], [12, offerIds.live], [4, offerIds.sandbox], [1, offerIds.unknown]),
  language: fc.constantFrom("en", "fr"),
})

/** Reports of two orders; most are of one of them, over the first link, and in euros. */
export const reports: fc.Arbitrary<Report> = fc.record({
  call: fc.constant("report"),
  mode: weighted<Report["mode"]>([7, "live"], [1, "sandbox"]),
  order: weighted([2, "a"], [1, "b"]),
  link: weighted<Report["link"]>([20, "first"], [2, ...linkNames], [1, ...namedLinks]),
  status: weighted<Report["status"]>([4, "pending"], [2, "validated"], [1, "cancelled"]),
  amountMinor: weighted([3, 11_000], [6, 0, 1, 333, 11_551, 9_007_199_254_740]),
  currency: weighted<Report["currency"]>([12, "EUR"], [1, "JPY"]),
  commissionMinor: weighted<number | null>([4, null], [3, 0, 5, 700]),
  version: weighted<Report["version"]>([12, null, "3.1"], [12, "3.2"], [1, "3.3"]),
  partnerFeeMinor: fc.constantFrom(null, 0, 2, 200, 1_000_000),
  signedAfterSeconds: weighted([12, 0], [4, -300, -30, 30, 300]),
})

/** Reads that end in one of several ways. */
export const reads = (endings: ReadonlyArray<Read["ending"]>): fc.Arbitrary<Read> =>
  fc.record({
    call: fc.constant("read"),
    mode: weighted<Read["mode"]>([4, "live"], [1, "sandbox"]),
    kind: weighted<Read["kind"]>([3, "price"], [2, "bilan"], [2, "call"]),
    ending: weighted<Read["ending"]>([5, "answered"], [3, ...endings]),
  })
