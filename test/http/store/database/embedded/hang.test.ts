import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  hangs,
  type Look,
  usualPatience,
  watchOn,
  type Watched,
} from "../../../../../http/store/database/embedded/hang.ts"
import type { ServerProcess } from "../../../../../http/store/database/embedded/server-processes.ts"

const aProcess = (title: string, more: Partial<ServerProcess> = {}): ServerProcess => ({
  pid: title.length,
  startedAt: "1000",
  title: `postgres: ${title}`,
  isBusy: false,
  cpuTime: 1,
  ...more,
})

const server = aProcess("-D /data/postgres ", { pid: 1 })
const idle = [aProcess("checkpointer"), aProcess("io worker 0"), aProcess("background writer")]
const startup = aProcess("startup recovering 000000010000000000000003")

/** How often it is looked at, in milliseconds. */
const everyMs = 500

/** Looks at what a server runs, from one moment on. */
const watchAll = (
  looks: ReadonlyArray<ReadonlyArray<ServerProcess>>,
  on: ServerProcess = server,
): Watched => {
  const [first = [], ...others] = looks
  const lookAt = (processes: ReadonlyArray<ServerProcess>, index: number): Look => ({
    server: on,
    processes,
    atMs: index * everyMs,
  })
  return others.reduce(
    (watched, processes, index) => watchOn(watched, lookAt(processes, index + 1)),
    watchOn(undefined, lookAt(first, 0)),
  )
}

const doesHang = (looks: ReadonlyArray<ReadonlyArray<ServerProcess>>): boolean =>
  hangs(watchAll(looks), usualPatience)

/** So many looks that find the same; they last one interval less. */
const same = (processes: ReadonlyArray<ServerProcess>, ms: number) =>
  Array.from({ length: ms / everyMs + 1 }, () => processes)

describe("a server that lets nobody in", () => {
  it.each([
    ["nobody recovers it", idle, usualPatience.withoutStartupMs],
    ["it runs nothing at all", [], usualPatience.withoutStartupMs],
    ["who recovers it does nothing", [...idle, startup], usualPatience.withStartupMs],
    [
      "the same goes for one with a name of its own",
      [...idle, aProcess("main: startup waiting")],
      usualPatience.withStartupMs,
    ],
  ])("hangs after a time in which nothing moves: %s", (_what, processes, boundMs) => {
    expect(doesHang(same(processes, boundMs - everyMs))).toBe(false)
    expect(doesHang(same(processes, boundMs))).toBe(true)
    expect(doesHang(same(processes, boundMs + everyMs))).toBe(true)
  })

  it.each([
    ["computes", [...idle, { ...startup, cpuTime: 2 }]],
    ["is at another file", [...idle, { ...startup, title: "postgres: startup recovering 4" }]],
    ["waits for the disk", [...idle, { ...startup, isBusy: true }]],
    ["has just begun", [...idle, { ...startup, startedAt: "2000" }]],
    ["has ended", idle],
  ])("works while who recovers it %s", (_what, then) => {
    const before = same([...idle, startup], usualPatience.withStartupMs - everyMs)
    const watched = watchAll([...before, then])
    expect(watched).toMatchObject({ hasWorked: true, quietMs: 0 })
  })

  it("does not work because it turns clients away", () => {
    const looks = same(idle, usualPatience.withoutStartupMs).map((processes, index) => [
      ...processes,
      aProcess("dead-end client backend", { pid: 100 + index, isBusy: true }),
      // A process that has not yet said what it is.
      { ...aProcess("", { pid: 500 + index, isBusy: true }), title: "/bin/postgres -D /data" },
    ])
    expect(doesHang(looks)).toBe(true)
  })

  it("is not blamed for a time in which nobody looked", () => {
    const [before, after] = [
      { server, processes: idle, atMs: 0 },
      { server, processes: idle, atMs: usualPatience.withoutStartupMs },
    ]
    expect(watchOn(watchOn(undefined, before), after).quietMs).toBe(0)
  })

  it.each([
    ["another number", { ...server, pid: 2 }],
    ["the same number later", { ...server, startedAt: "2000" }],
  ])("is not blamed for one before it, under %s", (_what, next) => {
    const before = watchAll(same(idle, usualPatience.withoutStartupMs))
    const look = { server: next, processes: idle, atMs: before.last.atMs + everyMs }
    expect(watchOn(before, look)).toEqual({ last: look, quietMs: 0, hasWorked: false })
  })

  it("never hangs while it takes some processor time between any two looks", () => {
    const steps = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 100 })
    fc.assert(
      fc.property(steps, (taken) => {
        let cpuTime = 0
        const looks = taken.map((step) => [...idle, { ...startup, cpuTime: (cpuTime += step) }])
        expect(doesHang(looks)).toBe(false)
      }),
    )
  })
})
