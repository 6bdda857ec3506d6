import { type KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { CallRecord } from "../../../../http/ports/usage.ts"
import { makeWaitingCalls } from "../../../../http/store/usage/record-calls.ts"

const call = (keyId: string, atMs: number, isSigned = true): CallRecord => ({
  keyId: keyId as KeyId,
  isSigned,
  isListed: true,
  requestId: String(atMs),
  atMs,
  durationMs: 1,
  endpoint: "meta",
  method: "GET",
  status: 200,
  refused: undefined,
})

const times = (calls: ReadonlyArray<CallRecord>) => calls.map(({ atMs }) => atMs)

describe("calls that wait", () => {
  it("are the last ones of each key, signed ones and others apart", () => {
    const waiting = makeWaitingCalls(100)
    for (let atMs = 1; atMs <= 5; atMs += 1) waiting.add(call("a", atMs), 3)
    for (let atMs = 6; atMs <= 9; atMs += 1) waiting.add(call("a", atMs, false), 1)
    waiting.add(call("b", 10), 3)
    expect(times(waiting.take(100))).toEqual([3, 4, 5, 9, 10])
    expect(waiting.take(100)).toEqual([])
  })

  it("are so many in all, and those of a key that has some make room for newer ones", () => {
    const waiting = makeWaitingCalls(2)
    waiting.add(call("a", 1), 3)
    waiting.add(call("a", 2), 3)
    waiting.add(call("b", 3), 3)
    waiting.add(call("a", 4), 3)
    expect(times(waiting.take(1))).toEqual([2])
    waiting.add(call("a", 5), 3)
    waiting.add(call("a", 6), 3)
    expect(times(waiting.take(9))).toEqual([5, 6])
  })

  it("hold no more than they may, whatever comes and goes", () => {
    const step = fc.oneof(
      fc.record({ key: fc.constantFrom("a", "b", "c"), room: fc.nat(4) }),
      fc.record({ take: fc.nat(4) }),
    )
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const waiting = makeWaitingCalls(6)
        let atMs = 0
        for (const one of steps) {
          if ("take" in one) expect(waiting.take(one.take).length).toBeLessThanOrEqual(one.take)
          else waiting.add(call(one.key, (atMs += 1)), one.room)
        }
        const rest = waiting.take(100)
        expect(rest.length).toBeLessThanOrEqual(6)
        for (const key of ["a", "b", "c"]) {
          const own = times(rest.filter(({ keyId }) => keyId === key))
          expect(own.length).toBeLessThanOrEqual(4)
          expect(own).toEqual(own.toSorted((one, other) => one - other))
        }
      }),
    )
  })
})
