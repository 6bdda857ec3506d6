import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { CallRecord, CallsSinceQuery } from "../../../../http/ports/usage.ts"
import type { SaleOwner } from "../../../../http/ports/sales.ts"
import { makeCallRecorder, usagePolicy } from "../../../../http/store/usage/record-calls.ts"
import { makeUsage } from "../../../../http/store/usage/usage-sql.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { countsOf, kept, madeCall, makeCaller, noonMs, refusedCall } from "./made-calls.ts"

const writing = () => makeCallRecorder({ ...usagePolicy(() => kept), writeEveryMs: 1_000_000_000 })

/** Writes calls as one process does, together. */
const write = Effect.fnUntraced(function* (calls: ReadonlyArray<CallRecord>) {
  const recorder = yield* writing()
  calls.forEach(recorder.record)
  yield* recorder.flush
}, Effect.scoped)

const since = Effect.fnUntraced(function* (
  owner: SaleOwner,
  after: CallsSinceQuery["after"],
  query: Partial<CallsSinceQuery> = {},
) {
  const usage = yield* makeUsage(() => kept)
  const found = yield* usage.callsSince(owner, {
    after,
    limit: 100,
    isRefusedOnly: false,
    ...query,
  })
  return { ids: found.calls.map(({ requestId }) => requestId), next: found.next }
})

const idsOf = (...calls: ReadonlyArray<CallRecord>) => calls.map(({ requestId }) => requestId)

const unsigned = (keyId: string) => refusedCall(keyId, "INVALID_SIGNATURE", { isSigned: false })

layer(layerTestAccounts)("the calls that have come since", (it) => {
  it.effect("begin with the last ones, and then come once each", () =>
    Effect.gen(function* () {
      const { keyId, owner } = yield* makeCaller()
      const [one, two, three, four] = [0, 1, 2, 3].map(() => madeCall(keyId)) as [
        CallRecord,
        CallRecord,
        CallRecord,
        CallRecord,
      ]
      yield* write([one, two, three])
      const first = yield* since(owner, null, { limit: 2 })
      expect(first.ids).toEqual(idsOf(two, three))
      expect(yield* since(owner, first.next)).toEqual({ ids: [], next: first.next })
      yield* write([four])
      const second = yield* since(owner, first.next)
      expect(second.ids).toEqual(idsOf(four))
      expect((yield* since(owner, second.next)).ids).toEqual([])
    }),
  )

  it.effect("have among them one that another process writes late", () =>
    Effect.gen(function* () {
      const { keyId, owner } = yield* makeCaller()
      const late = madeCall(keyId, { atMs: noonMs - 3_600_000 })
      const early = madeCall(keyId)
      yield* write([early])
      const { next } = yield* since(owner, null)
      yield* write([late])
      expect((yield* since(owner, next)).ids).toEqual(idsOf(late))
    }),
  )

  it.effect("come page by page, those whose signature did not hold in between", () =>
    Effect.gen(function* () {
      const { keyId, owner } = yield* makeCaller()
      const { next } = yield* since(owner, null)
      const calls = [madeCall(keyId), unsigned(keyId), madeCall(keyId), unsigned(keyId)]
      yield* write(calls)
      const first = yield* since(owner, next, { limit: 3 })
      const second = yield* since(owner, first.next, { limit: 3 })
      expect([first.ids, second.ids]).toEqual([
        idsOf(...calls.slice(0, 3)),
        idsOf(...calls.slice(3)),
      ])
      expect((yield* since(owner, second.next)).ids).toEqual([])
    }),
  )

  it.effect(
    "are only those that were refused where these are asked for, and no other is kept waiting",
    () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const { next } = yield* since(owner, null)
        const refused = refusedCall(keyId, "BAD_DATES")
        yield* write([madeCall(keyId), refused, madeCall(keyId)])
        const found = yield* since(owner, next, { isRefusedOnly: true })
        expect(found.ids).toEqual(idsOf(refused))
        expect((yield* since(owner, found.next)).ids).toEqual([])
      }),
  )

  it.effect("are those of the account alone", () =>
    Effect.gen(function* () {
      const [own, other] = [yield* makeCaller(), yield* makeCaller()]
      yield* write([madeCall(other.keyId), unsigned(other.keyId)])
      const { ids, next } = yield* since(own.owner, null)
      expect(ids).toEqual([])
      yield* write([madeCall(other.keyId)])
      expect(yield* since(own.owner, next)).toEqual({ ids: [], next })
      expect((yield* since({ ...other.owner, mode: "live" }, null)).ids).toEqual([])
    }),
  )

  it.effect("are the last that are kept where more have come than are", () =>
    Effect.gen(function* () {
      const { keyId, owner } = yield* makeCaller()
      const { next } = yield* since(owner, null)
      const calls = Array.from({ length: kept.signedCalls + 3 }, () => madeCall(keyId))
      yield* write(calls)
      expect((yield* since(owner, next)).ids).toEqual(idsOf(...calls.slice(3)))
    }),
  )

  it.effect("begin anew after a cursor of a list that is no more", () =>
    Effect.gen(function* () {
      const { keyId, owner } = yield* makeCaller()
      const call = madeCall(keyId)
      yield* write([call])
      const found = yield* since(owner, { signed: 900, unsigned: 900 })
      expect(found).toEqual({ ids: idsOf(call), next: { signed: 1, unsigned: 0 } })
    }),
  )

  it.effect("leave out what is only counted", () =>
    Effect.gen(function* () {
      const { keyId, owner } = yield* makeCaller()
      const { next } = yield* since(owner, null)
      yield* write([madeCall(keyId, { endpoint: "calls", method: "GET", isListed: false })])
      expect(yield* since(owner, next)).toEqual({ ids: [], next })
      expect(yield* countsOf(owner)).toEqual(["2026-03-10 calls 1"])
    }),
  )
})
