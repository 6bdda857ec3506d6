import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import type { Duplex } from "node:stream"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import { times } from "../support/long.ts"
import { makeChoices } from "../support/random.ts"
import { openGround, type SimulationGround } from "./cluster.ts"
import { errorMessage, messagesOf, readBatch, simpleQuery, withoutOids } from "./pg-wire.ts"
import { acts } from "./acts.ts"
import { directedMeetings } from "./directed.ts"
import {
  excused,
  findLocks,
  functions,
  indexOf,
  type IndexRow,
  markedSources,
  marksIn,
  ofFunctions,
  uniqueIndexes,
} from "./locks.ts"
import { pageOf } from "./page.ts"
import { type Days, type Plan, planOf } from "./plan.ts"
import { runPlan, warmUp } from "./run-plan.ts"
import { answersIn } from "./peers.ts"
import { makeNetwork } from "./network.ts"
import { shrink } from "./shrink.ts"
import { makeVirtualTime } from "./virtual-time.ts"

/** Both traces from a little before they differ, where they do: a whole one has a thousand lines. */
const fromDifference = (left: ReadonlyArray<string>, right: ReadonlyArray<string>) => {
  const at = left.findIndex((line, index) => line !== right[index])
  const around = (trace: ReadonlyArray<string>) =>
    at < 0 ? trace.length : trace.slice(Math.max(0, at - 12), at + 6)
  return [around(left), around(right)] as const
}

const root = fileURLToPath(new URL("../../", import.meta.url))

/** A description of rows with one column, and a row, as Postgres sends them. */
const described = (column: string, tableOid: number, typeOid: number): Buffer => {
  const name = Buffer.from(`${column}\0`)
  const message = Buffer.alloc(7 + name.length + 18)
  message.write("T", "latin1")
  message.writeInt32BE(message.length - 1, 1)
  message.writeInt16BE(1, 5)
  name.copy(message, 7)
  message.writeUInt32BE(tableOid, 7 + name.length)
  message.writeUInt32BE(typeOid, 7 + name.length + 6)
  return Buffer.concat([message, Buffer.from("D\0\0\0\u0006\0\0", "latin1")])
}

it("takes an answer for the same whatever numbers tables and types of the run have", () => {
  const plain = withoutOids(described("id", 16_500, 17_001))
  assert.deepStrictEqual(withoutOids(described("id", 42_000, 42_007)), plain)
  assert.notDeepEqual(withoutOids(described("ids", 42_000, 42_007)), plain)
  assert.notDeepEqual(withoutOids(described("id", 42_000, 25)), plain)
  assert.strictEqual(plain.length, described("id", 1, 1).length)
})

describe("a simulation of the service", () => {
  let ground: SimulationGround | undefined
  beforeAll(async () => {
    ground = await openGround(inject("postgresUrl"))
    await warmUp(ground)
  })
  afterAll(() => ground?.close())

  const run = (plan: Plan) => {
    if (ground === undefined) throw new Error("There is nothing to stand on.")
    return runPlan(ground, plan)
  }

  for (const [kind, seeds, steps] of [
    ["days", times(2, 40), times(14, 40)],
    ["network", times(2, 40), times(8, 40)],
    ["meetings", times(1, 40), times(5, 40)],
  ] as const) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      it(`finds nothing by ${kind} of seed ${seed}, and has the same trace when they are run again`, async () => {
        const first = await run(planOf(seed, steps, kind))
        assert.deepStrictEqual(first.faults, [])
        assert.isAbove(first.reached["batches"] ?? 0, 50)
        const second = await run(planOf(seed, steps, kind))
        assert.deepStrictEqual(...fromDifference(second.trace, first.trace))
      })
    }
  }

  it("excuses only protections that there are, in the sources and in the database", async () => {
    if (ground === undefined) throw new Error("There is nothing to stand on.")
    const { ask, template } = ground
    const indexes = await ask<IndexRow>(template, uniqueIndexes)
    const inFunctions = await ask<Parameters<typeof ofFunctions>[0]>(template, functions)
    const names = [...findLocks(root), ...inFunctions.flatMap(ofFunctions), ...indexes.map(indexOf)]
    for (const { of } of excused) {
      assert.isTrue(
        names.some(({ name }) => of.test(name)),
        String(of),
      )
    }
  })

  it("does not find again what it has found", async () => {
    const files = readdirSync(`${root}test/simulation/found`)
    assert.isAbove(files.length, 2)
    for (const file of files) {
      const text = readFileSync(`${root}test/simulation/found/${file}`, "utf8")
      const { faults } = await run(JSON.parse(text) as Plan)
      assert.deepStrictEqual(faults, [], file)
    }
  })
})

describe("the protections of the store", () => {
  const locks = findLocks(root)

  it("are found in its sources, each kind of them, and taken out", () => {
    const kinds = Map.groupBy(locks, ({ kind }) => kind)
    for (const [kind, least] of [
      ["row lock", 25],
      ["skip locked", 4],
      ["on conflict", 25],
      ["transaction", 45],
      ["advisory lock", 9],
    ] as const) {
      assert.isAtLeast(kinds.get(kind)?.length ?? 0, least, kind)
    }
    for (const { file, name, without } of locks) {
      assert.notStrictEqual(without, readFileSync(`${root}${file}`, "utf8"), name)
    }
  })

  it("are seen where they are reached: statements say so, and transactions tell it", () => {
    const marked = [...markedSources(root, locks).values()].join("\n")
    const inStatements = new Set(marksIn(marked))
    locks.forEach(({ kind, name }, number) => {
      const isSeen =
        kind === "transaction"
          ? marked.includes(`globalThis.reachLock(${number}, `)
          : inStatements.has(number)
      assert.isTrue(isSeen, name)
    })
  })

  it("are found in functions of the database too, with the table that they are about", () => {
    const definition = `create function f() returns void language plpgsql as $$ begin
      perform from held where id = 1 for update;
      insert into total as held (id, sum) select id, 1 from seen
      on conflict (id) do update set sum = held.sum + 1;
    end $$`
    const found = ofFunctions({ name: "f", definition, firedBy: null })
    assert.deepStrictEqual(
      found.map(({ kind, table }) => [kind, table]),
      [
        ["row lock", "held"],
        ["on conflict", "total"],
      ],
    )
    assert.deepStrictEqual(
      found.map(({ statement }) => statement.replaceAll(/\s+/g, " ").slice(61)),
      [
        definition.replace("for update", "").replaceAll(/\s+/g, " ").slice(61),
        definition
          .replace(/on conflict[^;]*/, "")
          .replaceAll(/\s+/g, " ")
          .slice(61),
      ],
    )
  })
})

describe("meetings that are drawn for a protection", () => {
  const reachers = [{ act: "report again", at: [3] }]
  const batches = new Map(Object.keys(acts).map((name) => [name, 6]))
  const drawn = (kind: string) =>
    Array.from({ length: 100 }, (_, place) =>
      directedMeetings({ reachers, batches, kind }, place + 1),
    ).flat()

  it("have one that reaches it stand still right after it and right before, while another is at the same sale", () => {
    const [first, second] = directedMeetings({ reachers, batches, kind: "row lock" }, 1)
    assert.deepStrictEqual([first?.acts, first?.stops], [["report again", "report again"], [3]])
    assert.deepStrictEqual(second?.stops, [2])
    for (const { acts: names, cut } of drawn("row lock")) {
      assert.isNull(cut)
      assert.include(names, "report again")
      assert.strictEqual(acts[names[0]]?.room, "sales")
      assert.strictEqual(acts[names[1]]?.room, "sales")
    }
  })

  it("cut off what runs within a transaction, before all else", () => {
    const within = [{ act: "report again", at: [3, 4, 5] }]
    const [first] = directedMeetings({ reachers: within, batches, kind: "transaction" }, 1)
    assert.deepStrictEqual(first?.cut, { how: "cut before", at: 4 })
    assert.isTrue(drawn("transaction").every(({ cut }) => cut === null))
  })

  it("are the same for a seed, and go on with places that are drawn", () => {
    assert.deepStrictEqual(drawn("row lock"), drawn("row lock"))
    const last = directedMeetings({ reachers, batches, kind: "row lock" }, 99)
    assert.lengthOf(last, 3)
    assert.deepStrictEqual(directedMeetings({ reachers: [], batches, kind: "transaction" }, 99), [])
  })
})

describe("what is left of a failure", () => {
  const isOfBob = ({ steps }: Days): boolean =>
    steps.some((step) => step.act === "report" && step.partner === "bob") &&
    steps.some(({ act }) => act === "kill")

  it("is the fewest steps that fail, with nothing around them that need not be", async () => {
    for (let seed = 1; seed <= times(20, 400); seed += 1) {
      const plan = planOf(seed, 40, "days") as Days
      if (!isOfBob(plan)) continue
      const least = (await shrink(plan, async (one) => isOfBob(one as Days), 400)) as Days
      assert.deepStrictEqual(least.steps.map(({ act }) => act).toSorted(), ["kill", "report"])
      assert.deepInclude(least, { faultsPerMille: 0, processes: 1 })
      assert.deepStrictEqual(
        least.steps.filter((step) => !plan.steps.includes(step)),
        [],
      )
    }
  })

  it("fails, however few tries there are", async () => {
    const plan = planOf(3, 40, "meetings")
    let tries = 0
    const fails = async (one: Plan): Promise<boolean> => {
      tries += 1
      return "meetings" in one && one.meetings.length > 7
    }
    const least = await shrink(plan, fails, 9)
    assert.isTrue(await fails(least))
    assert.strictEqual(tries, 10)
  })
})

describe("the page of a run", () => {
  it("has a column for each session, and shows waits, faults and what was judged", () => {
    const page = pageOf("seed <1>", {
      trace: [
        "     0.000 a.2 opens",
        "     0.000 a.1 -> select 1 < 2 0123abcd",
        "     0.010 a.2 waits for a lock",
        "     0.020 a is killed",
        "           JUDGED: <lost>",
      ],
      faults: ["<lost>"],
    })
    assert.include(page, "<th>a.1</th><th>a.2</th>")
    assert.include(page, "select 1 &lt; 2")
    assert.include(page, '<li class="judged">&lt;lost&gt;</li>')
    assert.match(page, /class="waits" title="waits for a lock"/)
    assert.match(page, /class="fault" title="a is killed"/)
    assert.include(
      page,
      '<td class="asks" title="-&gt; select 1 &lt; 2 0123abcd">→ select 1 &lt; 2</td>',
    )
    assert.match(page, /Faults from outside, at <a href="#at3">0.020<\/a>/)
    assert.match(page, /<tr id="at3">/)
    assert.notInclude(page, "<lost>")
  })
})

describe("the time of a simulation", () => {
  it("goes to the next sleeper when nothing can run, and to each at its moment", async () => {
    const time = makeVirtualTime(1_000, makeChoices(7))
    const lane = { name: "a", isAlive: true, skewMs: 0 }
    const woken: Array<readonly [ms: number, at: number]> = []
    const context = time.contextOf(lane)
    for (const ms of [700, 20, 86_400_000, 20, 3]) {
      const sleeper = Effect.map(
        Effect.andThen(Effect.sleep(ms), Clock.currentTimeMillis),
        (at) => void woken.push([ms, at]),
      )
      Effect.runForkWith(context)(sleeper)
    }
    await time.settle()
    assert.deepStrictEqual(woken, [])
    while (time.advance()) await time.settle()
    assert.deepStrictEqual(woken, [
      [3, 1_003],
      [20, 1_020],
      [20, 1_020],
      [700, 1_700],
      [86_400_000, 86_401_000],
    ])
  })

  it("stands for what is dead, and is off by as much as a clock is set wrong", async () => {
    const time = makeVirtualTime(0, makeChoices(1))
    const lane = { name: "a", isAlive: true, skewMs: 0 }
    const context = time.contextOf(lane)
    const clock = Context.get(context, Clock.Clock)
    const before = clock.monotonicTimeNanosUnsafe()
    lane.skewMs = -5_000
    assert.strictEqual(clock.currentTimeMillisUnsafe(), -5_000)
    assert.strictEqual(clock.monotonicTimeNanosUnsafe(), before)
    let isWoken = false
    Effect.runForkWith(context)(
      Effect.map(Effect.sleep(10), () => {
        isWoken = true
      }),
    )
    await time.settle()
    lane.isAlive = false
    time.advance()
    await time.settle()
    assert.isFalse(isWoken)
  })

  it("has timers of drivers go by it, and leaves all others alone", async () => {
    const time = makeVirtualTime(0, makeChoices(1))
    const { setTimeout: real } = globalThis
    const outside = new Promise((resolve) => real(() => resolve(globalThis.setTimeout), 1))
    let isOver = false
    const replaced = await time.within(async () => {
      setTimeout(() => {
        isOver = true
      }, 3_600_000)
      const seen = await outside
      time.advance()
      return seen
    })
    assert.isTrue(isOver)
    assert.notStrictEqual(replaced, real)
    assert.strictEqual(globalThis.setTimeout, real)
  })
})

describe("the network of a simulation", () => {
  it("hands every byte on in its order, whatever the pieces, and holds a writer up whom nobody reads", async () => {
    for (let seed = 1; seed <= times(10, 200); seed += 1) {
      const time = makeVirtualTime(0, makeChoices(seed))
      const [near, far] = makeNetwork({ time, choices: makeChoices(seed) }).line()
      const sent = Buffer.from(Array.from({ length: 120_000 }, (_, at) => (at * 7) % 251))
      const received: Array<Buffer> = []
      let isTaken = false
      near.end(sent, () => {
        isTaken = true
      })
      const rest = async (): Promise<void> => {
        await time.settle()
        while (time.advance()) await time.settle()
      }
      await rest()
      assert.isFalse(isTaken)
      assert.isAbove(far.unreadBytes(), 0)
      far.on("data", (chunk: Buffer) => void received.push(chunk))
      await rest()
      assert.isTrue(isTaken)
      assert.isTrue(Buffer.concat(received).equals(sent))
    }
  })

  it("tells who still sends to one that is gone, and who was reset", async () => {
    const time = makeVirtualTime(0, makeChoices(1))
    const network = makeNetwork({ time, choices: makeChoices(1) })
    const codesOf = async (does: (far: Duplex & { readonly reset: () => void }) => void) => {
      const [near, far] = network.line()
      const codes: Array<unknown> = []
      near.on("error", (error: NodeJS.ErrnoException) => void codes.push(error.code))
      near.on("end", () => void codes.push("end"))
      near.resume()
      does(far)
      await time.settle()
      while (time.advance()) await time.settle()
      if (!near.destroyed) near.write("more")
      await time.settle()
      while (time.advance()) await time.settle()
      return codes
    }
    assert.deepStrictEqual(await codesOf((far) => far.reset()), ["ECONNRESET"])
    assert.deepStrictEqual(await codesOf((far) => void far.destroy()), ["end", "ECONNRESET"])
  })

  it("finds whole answers alone, as many as there are", () => {
    const one = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
    const other = "HTTP/1.1 408 Late\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
    const statuses = (text: string) =>
      answersIn(Buffer.from(text)).map((got) => (got._tag === "Answer" ? got.status : got._tag))
    assert.deepStrictEqual(statuses(one + other + one), [200, 408, 200])
    assert.deepStrictEqual(statuses(`HTTP/1.1 100 Go on\r\n\r\n${one}`), [200])
    for (let length = 0; length < one.length; length += 1)
      assert.deepStrictEqual(statuses(one.slice(0, length)), [])
  })
})

describe("the wire of a simulation", () => {
  it("takes limits of real time out of statements, and knows how long they would wait", () => {
    const text = "select set_config('lock_timeout', '250ms', true)"
    const { messages, rest } = messagesOf(Buffer.concat([simpleQuery(text), Buffer.of(0x51, 0)]))
    assert.strictEqual(rest.length, 2)
    const batch = readBatch(messages, new Map())
    assert.strictEqual(batch.lockWaitMs, 250)
    assert.include(batch.bytes.toString(), "set_config('sim.lock_timeout', '250ms', true)")
  })

  it("tells of work that was ended as Postgres does", () => {
    const { messages } = messagesOf(
      errorMessage("55P03", "canceling statement due to lock timeout"),
    )
    assert.strictEqual(messages[0]?.type, "E")
    assert.include(messages[0]?.bytes.toString() ?? "", "\0C55P03\0Mcanceling statement")
  })
})

describe("the mutants of a simulation", () => {
  it("are patches of the sources as they are", () => {
    const patches = readdirSync(`${root}test/simulation/mutants`)
    assert.isAbove(patches.length, 9)
    for (const patch of patches) {
      execFileSync("git", ["apply", "--check", `test/simulation/mutants/${patch}`], { cwd: root })
    }
  })
})
