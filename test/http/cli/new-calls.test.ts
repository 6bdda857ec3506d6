import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeNewCalls } from "../../../http/cli/new-calls.ts"
import type { RecentCall, RecentCallsPage } from "../../../http/ports/usage.ts"

const call = (number: number): RecentCall => ({
  at: new Date(number * 1_000).toISOString(),
  endpoint: "quotes",
  method: "POST",
  path: "/api/v1/travel/quotes",
  status: 200,
  errorCode: null,
  detail: null,
  requestId: String(number),
  keyId: "ak_test_1",
  durationMs: 1,
  isSigned: true,
})

/** Calls as the database keeps them: pages of the newest first. */
const keeping = () => {
  const kept: Array<RecentCall> = []
  const calls = makeNewCalls(({ before, limit }) =>
    Effect.sync((): RecentCallsPage => {
      const sorted = kept.toSorted((left, right) => (left.at < right.at ? 1 : -1))
      const older = sorted.filter(({ at }) => before === null || Date.parse(at) < before.atMs)
      const page = older.slice(0, limit)
      const last = page.at(-1)
      const next =
        older.length > limit && last !== undefined
          ? { atMs: Date.parse(last.at), requestId: last.requestId }
          : null
      return { calls: page, next }
    }),
  )
  const add = (...numbers: ReadonlyArray<number>) => void kept.push(...numbers.map(call))
  const ids = (found: ReadonlyArray<RecentCall>) => found.map(({ requestId }) => Number(requestId))
  return {
    add,
    first: (last: number) => ids(Effect.runSync(calls.first(last))),
    next: () => ids(Effect.runSync(calls.next)),
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe("calls as they come", () => {
  it("begins with the last ones and tells each later one once, in order", () => {
    const { add, first, next } = keeping()
    add(...range(1, 30))
    expect(first(3)).toEqual([28, 29, 30])
    expect(next()).toEqual([])
    add(32, 31)
    expect(next()).toEqual([31, 32])
    expect(next()).toEqual([])
  })

  it("begins with none where none are asked for", () => {
    const { add, first, next } = keeping()
    add(1, 2)
    expect(first(0)).toEqual([])
    add(3)
    expect(next()).toEqual([3])
  })

  it("tells a call that comes to light behind a later one", () => {
    const { add, first, next } = keeping()
    add(1, 5)
    expect(first(10)).toEqual([1, 5])
    add(3)
    expect(next()).toEqual([3])
  })

  it("tells no call of before again, however many pages it reads", () => {
    const { add, first, next } = keeping()
    add(...range(1, 900))
    first(1)
    for (let step = 0; step < 3; step += 1) expect(next()).toEqual([])
    add(...range(901, 1_200))
    expect(next()).toEqual(range(901, 1_200))
    add(1_201)
    expect(next()).toEqual([1_201])
  })
})
