import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { type Race, runRace } from "../../bench/measure.ts"
import { target } from "./outcomes.ts"

const raceOf = (given: Partial<Race> = {}): Race => ({
  work: { name: "ours", answer: (index) => index * 2 },
  peers: [{ name: "theirs", answer: (index) => index + index }],
  measure: "times as fast",
  checkedInputs: 10,
  ...given,
})

const busyFor = (ms: number) => (): number => {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
  return 0
}

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => assert.fail("it ran"),
    (error: Error) => error.message,
  )

describe("a race", () => {
  beforeEach(() => {
    vi.stubEnv("BENCH_ROUNDS", "2")
    vi.stubEnv("BENCH_ROUND_MS", "1")
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it("comes to a figure for each peer, with the spread of its rounds", async () => {
    const aim = target("at least", 1)
    const peers = [
      { name: "plain", answer: (index: number) => index * 2, target: aim },
      { name: "promised", answer: async (index: number) => index * 2, atOnce: 8 },
    ]
    const figures = await runRace(raceOf({ peers }))
    assert.deepStrictEqual(
      figures.map(({ against, target, work }) => [work, against, target]),
      [
        ["ours", "plain", aim],
        ["ours", "promised", null],
      ],
    )
    for (const { least, most, ratio } of figures) {
      assert.isAbove(least, 0)
      assert.isAtMost(least, ratio)
      assert.isAtMost(ratio, most)
    }
  })

  it("tells how many times as fast the work is, or which part of the peer's time it takes", async () => {
    const work = { name: "quick", answer: busyFor(0.01) }
    const peers = [{ name: "slow", answer: busyFor(0.2) }]
    const [faster] = await runRace(raceOf({ work, peers }))
    assert.isAbove(faster?.ratio ?? 0, 1)
    const [share] = await runRace(raceOf({ work, peers, measure: "of its time" }))
    assert.isBelow(share?.ratio ?? 1, 1)
  })

  it("tells the processor time that was taken beside it", async () => {
    let usedMicros = 0
    vi.spyOn(process, "cpuUsage").mockImplementation((since) => ({
      user: usedMicros - (since?.user ?? 0),
      system: 0,
    }))
    const taking = (micros: number) => () => {
      usedMicros += micros
      return 0
    }
    const target30 = target("at least", 30)
    const work = { name: "plain", answer: taking(2) }
    const dear = { name: "dear", answer: taking(80), targetOfProcessor: target30 }
    const promised = { name: "promised", answer: async () => taking(3)(), atOnce: 8 }
    const race = raceOf({ work, peers: [dear, promised], withProcessor: true })
    const figures = await runRace(race)
    assert.deepStrictEqual(
      figures.map(({ against, measure, target: aim }) => [against, measure, aim]),
      [
        ["dear", "times as fast", null],
        ["dear", "times as cheap", target30],
        ["promised", "times as fast", null],
        ["promised", "times as cheap", null],
      ],
    )
    const cheap = figures.filter(({ measure }) => measure === "times as cheap")
    assert.deepStrictEqual(
      cheap.map(({ peerShown, ratio, workShown }) => [workShown, peerShown, ratio]),
      [
        ["2000 ns", "80 µs", 40],
        ["2000 ns", "3000 ns", 1.5],
      ],
    )
  })

  it("is about one input where an answer works through several", async () => {
    const [figure] = await runRace(raceOf({ inputsPerAnswer: Infinity }))
    assert.deepStrictEqual([figure?.workShown, figure?.peerShown], ["0 ns", "0 ns"])
  })

  it("is not timed where a peer answers otherwise, and tells both answers", async () => {
    const peers = [{ name: "wrong", answer: (index: number) => (index < 7 ? index * 2 : 0) }]
    assert.strictEqual(
      await messageOf(runRace(raceOf({ peers }))),
      "ours: input 7 gives 14, wrong 0",
    )
  })

  it("compares what is to be seen of an answer", async () => {
    const seen = (answer: unknown) => Math.abs(answer as number)
    const peers = [{ name: "negative", answer: (index: number) => index * -2, seen }]
    assert.lengthOf(await runRace(raceOf({ peers })), 1)
  })

  it.each([
    { name: "throws", answer: (index: number) => index < 50 || assert.fail("no more") },
    {
      name: "rejects",
      answer: (index: number) =>
        Promise.resolve(index).then((at) => at < 50 || assert.fail("no more")),
    },
  ])("fails where a contender $name", async (peer) => {
    const race = raceOf({ peers: [peer], checkedInputs: 0 })
    assert.strictEqual(await messageOf(runRace(race)), "no more")
  })
})
