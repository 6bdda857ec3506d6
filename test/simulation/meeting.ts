import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Actor } from "../../http/ports/audit-log.ts"
import { makeChoices } from "../support/random.ts"
import { acts } from "./acts.ts"
import { madeAtMs, type SimulationGround } from "./cluster.ts"
import { type Gate, goOn, makeGate, type WireFault } from "./gate.ts"
import type { LivedIn } from "./lived-in.ts"
import type { Meeting } from "./plan.ts"
import { type Foundations, standOn } from "./process.ts"
import { readTables, type Row } from "./read-tables.ts"
import { type Lane, makeVirtualTime, type VirtualTime } from "./virtual-time.ts"

/** What came of acts: what each was told, and all that stands in the database afterwards. */
interface CameOf {
  readonly told: ReadonlyArray<string>
  readonly tables: ReadonlyMap<string, ReadonlyArray<Row>>
}

/** How a meeting came out. */
export interface Met {
  readonly faults: ReadonlyArray<string>
  readonly trace: ReadonlyArray<string>
  readonly reached: Readonly<Record<string, number>>
  readonly steps: number
}

/**
 * Lets two processes each do an act at once, on a database that is lived in, and asks whether what came of it is what
 * comes of doing one after the other, in some order: what both were told, and all rows. An act that is cut off has done
 * all or nothing. What differs by chance and time, such as ids, is not compared. `expected` says what may come of it,
 * where these sources are not as they should be.
 */
export const meet = async (
  ground: SimulationGround,
  meeting: Meeting,
  expected: typeof expectedOf = expectedOf,
): Promise<Met> => {
  const { acts: names } = meeting
  const run = await doActs(ground, {
    names,
    isInOrder: false,
    turns: meeting.turns,
    startsAfterMs: 0,
    staying: meeting.stayingPerMille / 1_000,
    turnAt: meeting.turnAt,
    stops: meeting.stops,
    standsMs: meeting.standsMs,
    cut: meeting.cut,
  })
  const known = await expected(ground, meeting)
  const cameOf = plainOf(run.cameOf, known.differing, comparedOf(meeting))
  const isExpected = known.possible.some((possible) => possible.text === cameOf.text)
  const faults = run.isOver
    ? isExpected
      ? []
      : [`${meetingName(meeting)}: ${difference(cameOf, known.possible)}`]
    : [`${meetingName(meeting)}: somebody waits for ever`]
  return {
    faults,
    trace: [...run.trace, ...faults.map((fault) => `           JUDGED: ${fault}`)],
    reached: run.reached,
    steps: run.steps,
  }
}

/** What an act does when nobody else does anything. */
export interface Alone {
  /** The whole texts of its batches. */
  readonly batches: ReadonlyArray<string>
  /** Tables that it writes to, by itself or by what the database does then. */
  readonly written: ReadonlyArray<string>
  readonly told: string
}

/** Has a process do an act alone; `begun` hears how to learn how many batches of it have run. */
export const doAlone = async (
  ground: SimulationGround,
  name: string,
  begun: (batches: () => number) => void,
): Promise<Alone> => {
  const batches: Array<string> = []
  begun(() => batches.length)
  let written: ReadonlyArray<string> = []
  const { cameOf } = await doActs(ground, {
    names: [name, name],
    isInOrder: true,
    order: [0],
    turns: 7,
    startsAfterMs: 0,
    staying: 1,
    cut: null,
    heard: (statements) => void batches.push(statements),
    ended: async (database) => {
      if (acts[name]?.room !== "starts") written = await ground.written(database)
    },
  })
  return { batches, written, told: cameOf.told[0] ?? "" }
}

/** Whether an act that is cut off is done again by another process, which goes on with what is left of it. */
const isDoneAgain = (name: string): boolean => acts[name]?.isInParts === true

/** A meeting in a few words. */
export const meetingName = ({ acts: names, cut }: Meeting): string =>
  cut === null ? names.join(" and ") : `${names[0]}, ${cut.how} at ${cut.at}`

/** What is left of it to compare: one text, and its parts to tell a difference. */
interface Plain {
  readonly text: string
  readonly told: string
  readonly rows: ReadonlySet<string>
}

/** All that may come of a meeting. */
interface Expected {
  readonly possible: ReadonlyArray<Plain>
  /** Columns that differ from one run to the next of the same order. */
  readonly differing: ReadonlySet<string>
}

const known = new WeakMap<SimulationGround, Map<string, Promise<Expected>>>()

/** What comes of the acts one after the other, in each order; an act that is cut off is done or not. */
export const expectedOf = (
  ground: SimulationGround,
  { acts: names, cut }: Meeting,
): Promise<Expected> => {
  const ofGround = known.get(ground) ?? new Map<string, Promise<Expected>>()
  known.set(ground, ofGround)
  const orders: ReadonlyArray<ReadonlyArray<number>> =
    cut === null
      ? [
          [0, 1],
          [1, 0],
        ]
      : isDoneAgain(names[0])
        ? [[0]]
        : [[], [0]]
  const name = `${names.join(" and ")} ${cut === null ? "" : cut.how === "refused"}`
  const found =
    ofGround.get(name) ??
    (async () => {
      const runs: Array<CameOf> = []
      const differing = new Set<string>()
      for (const order of orders) {
        // Twice, by other chance and at another time: what differs then is not to be compared.
        const twice: Array<CameOf> = []
        for (const place of [0, 1]) {
          const done = await doActs(ground, {
            names,
            isInOrder: true,
            order,
            turns: 7 + place,
            startsAfterMs: 2_345 * place,
            staying: 1,
            cut: null,
          })
          if (!done.isOver) throw new Error(`${name}: it does not come to its end`)
          twice.push(done.cameOf)
        }
        const [first, second] = twice as [CameOf, CameOf]
        for (const column of differingColumns(first, second)) differing.add(column)
        runs.push(first)
      }
      return {
        differing,
        possible: runs.map((each) => plainOf(each, differing, comparedOf({ acts: names, cut }))),
      }
    })()
  ofGround.set(name, found)
  return found
}

const valuesOf = (rows: ReadonlyArray<Row>, column: string): string =>
  rows
    .map((row) => JSON.stringify(row[column]))
    .toSorted()
    .join()

const differingColumns = (left: CameOf, right: CameOf): ReadonlyArray<string> =>
  [...left.tables].flatMap(([table, rows]) => {
    const others = right.tables.get(table) ?? []
    const columns = Object.keys(rows[0] ?? others[0] ?? {})
    return columns
      .filter((column) => valuesOf(rows, column) !== valuesOf(others, column))
      .map((column) => `${table}.${column}`)
  })

/** How what an act tells begins where it fails. */
const fails = "fails: "

/** What is compared besides rows: what each was told, and which of them did what, where neither may end the other's. */
const comparedOf = ({ acts: names, cut }: Pick<Meeting, "acts" | "cut">) => ({
  isTold: cut === null,
  isDoneTold: cut?.how === "refused",
  isActorTold: cut === null && names.every((name) => acts[name]?.isInParts === undefined),
})

/** What can be compared: of what differs by chance only whether it is there. */
const plainOf = (
  { tables, told }: CameOf,
  differing: ReadonlySet<string>,
  { isActorTold, isDoneTold, isTold }: ReturnType<typeof comparedOf>,
): Plain => {
  const rows: Array<string> = []
  for (const [table, all] of tables) {
    for (const row of all) {
      const kept = Object.entries(row).map(([column, value]) => [
        column,
        value === null || !differing.has(`${table}.${column}`) ? value : "set",
      ])
      const text = `${table} ${JSON.stringify(Object.fromEntries(kept))}`
      rows.push(isActorTold ? text : text.replaceAll("operator b", "operator a"))
    }
  }
  rows.sort()
  // Rows that are alike are numbered, so that a set of them holds each.
  const counts = new Map<string, number>()
  const numbered = rows.map((row) => {
    const count = (counts.get(row) ?? 0) + 1
    counts.set(row, count)
    return `${row} ${count}`
  })
  const [first = ""] = told
  const done = first === "" || first.startsWith(fails) ? "not done" : "done"
  const said = isTold ? told.join(" | ") : isDoneTold ? done : ""
  return { text: [said, ...numbered].join("\n"), told: said, rows: new Set(numbered) }
}

const shownRows = (rows: ReadonlyArray<string>): string =>
  rows
    .slice(0, 3)
    .map((row) => row.slice(0, 160))
    .join(" and ")

/** In what it differs from the order that it is most like. */
const difference = (got: Plain, possible: ReadonlyArray<Plain>): string => {
  const [nearest] = possible
    .map((each) => ({
      each,
      more: [...got.rows].filter((row) => !each.rows.has(row)),
      less: [...each.rows].filter((row) => !got.rows.has(row)),
    }))
    .toSorted(
      (left, right) => left.more.length + left.less.length - right.more.length - right.less.length,
    )
  if (nearest === undefined) return "nothing is possible"
  const words = [
    ...(got.told === nearest.each.told
      ? []
      : [`was told ${got.told}, and not ${possible.map(({ told }) => told).join(" or ")}`]),
    ...(nearest.more.length > 0 ? [`has ${shownRows(nearest.more)}`] : []),
    ...(nearest.less.length > 0 ? [`lacks ${shownRows(nearest.less)}`] : []),
  ]
  return words.join("; ")
}

/** How acts are to be done. */
interface Doing {
  readonly names: readonly [string, string]
  /** One after the other, in this order; or both at once. */
  readonly isInOrder: boolean
  readonly order?: ReadonlyArray<number>
  readonly turns: number
  readonly startsAfterMs: number
  readonly staying: number
  readonly turnAt?: number | undefined
  readonly stops?: Meeting["stops"]
  readonly standsMs?: Meeting["standsMs"]
  readonly cut: Meeting["cut"]
  readonly heard?: (statements: string) => void
  readonly ended?: (database: string) => Promise<void>
}

/** A process that does acts: foundations behind the gate, without an application. */
interface Hand {
  readonly lane: Lane
  readonly ready: () => Promise<boolean>
  readonly does: (name: string) => Promise<string>
}

/** What a process asks by itself when it begins: it is no batch of any act. */
const upkeep = /^\s*delete from usage_/

/** How long an act waits in a run that never ends: longer than all deadlines together. */
const endMs = 120_000

const doActs = async (ground: SimulationGround, doing: Doing) => {
  const { cut, names, turns } = doing
  const isStart = acts[names[0]]?.room === "starts"
  const database = await (isStart ? ground.blank() : ground.lived())
  // What the database draws differs too, where two runs are to differ by chance.
  if (doing.startsAfterMs > 0 && !isStart) {
    await ground.ask(database.name, `select setval('set_clock.draws', 1000000)`)
  }
  const choices = makeChoices(turns)
  const startMs = madeAtMs + 3_600_000 + doing.startsAfterMs
  const time = makeVirtualTime(startMs, choices)
  const lines: Array<string> = []
  const trace = (line: string): void => {
    lines.push(`${((time.nowMs() - startMs) / 1_000).toFixed(3).padStart(10)} ${line}`)
  }
  let isBegun = false
  let isUpkeep = false
  let begunAt = 0
  const { standsMs, stops } = doing
  let standsUntilMs = 0
  /** Batches that each has run since all is ready. */
  const ran = new Map<string, number>()
  const ranOf = (name: string): number => ran.get(name) ?? 0
  const fault = (lane: Lane): WireFault | undefined => {
    if (cut === null || lane.name !== "a" || !isBegun || isUpkeep || cut.how === "killed") {
      return undefined
    }
    return ranOf("a") === cut.at ? cut.how : undefined
  }
  const gate = makeGate({
    monitor: ground.monitor,
    time,
    choices,
    trace,
    ahead: () =>
      stops === undefined
        ? undefined
        : ranOf("a") < stops[0] || ranOf("b") >= (stops[1] ?? Number.POSITIVE_INFINITY)
          ? "a"
          : "b",
    stands: (name) => name === "a" && time.nowMs() < standsUntilMs,
    heard: ({ name }, statements) => {
      isUpkeep = upkeep.test(statements)
      if (!isBegun || isUpkeep) return
      ran.set(name, ranOf(name) + 1)
      if (name === "a") doing.heard?.(statements)
    },
    staying: () =>
      begunAt > 0 && gate.steps() - begunAt === doing.turnAt ? "another" : doing.staying,
    fault,
  })
  const hands = ["a", "b"].map((name): Hand =>
    makeHand({
      ground,
      database: database.name,
      lived: database.lived,
      gate,
      time,
      trace,
      turns,
      lane: { name, isAlive: true, skewMs: 0 },
    }),
  )
  const during = async (work: Promise<unknown>, first?: () => Promise<boolean>) => {
    let isOver = false
    const stir = (): void => {
      isOver = true
      time.stir()
    }
    void work.then(stir, stir)
    return goOn({ gate, time }, () => isOver || time.nowMs() > startMs + endMs, first)
  }
  const killed = async (): Promise<boolean> => {
    const [hand] = hands
    if (cut?.how !== "killed" || hand?.lane.isAlive !== true) return false
    if (gate.steps() - begunAt < cut.at) return false
    trace("a is killed")
    hand.lane.isAlive = false
    await gate.kill(hand.lane)
    return true
  }
  try {
    return await time.within(async () => {
      const does = (place: number) => hands[place]?.does(names[place as 0 | 1]) ?? ""
      let isOver = true
      if (!isStart) {
        isOver = await during(Promise.all(hands.map(({ ready }) => ready())))
      }
      begunAt = gate.steps()
      isBegun = true
      const told: Array<string> = ["", ""]
      trace("all is ready")
      if (cut !== null) {
        const work = Promise.resolve(does(0))
        const gone = time.after(endMs / 2, () => {})
        let isDone = false
        void work.then(() => (isDone = true))
        let left = 40
        // A process that has died answers nobody: what it had sent goes on for a while.
        isOver = await goOn(
          { gate, time },
          () => isDone || (hands[0]?.lane.isAlive === false && (left -= 1) < 0),
          killed,
        )
        gone()
        if (cut.how === "refused") told[0] = (await work) as string
        isOver ||= hands[0]?.lane.isAlive === false
        if (isDoneAgain(names[0])) {
          trace("b does it again")
          isOver = (await during(Promise.resolve(does(1)))) && isOver
        }
      } else if (doing.isInOrder) {
        for (const place of doing.order ?? []) {
          const work = Promise.resolve(does(place)).then((said) => (told[place] = said))
          isOver = (await during(work)) && isOver
        }
      } else {
        let begin = (): void => {}
        const begun = new Promise<void>((resolve) => {
          begin = resolve
        })
        let isAhead = stops !== undefined
        const isFirst = async (): Promise<boolean> => {
          if (!isAhead || ranOf("a") < (stops?.[0] ?? 0)) return false
          isAhead = false
          if (standsMs !== undefined) {
            standsUntilMs = time.nowMs() + standsMs
            time.after(standsMs, () => {})
          }
          begin()
          return true
        }
        const work = Promise.all(
          [0, 1].map(async (place) => {
            if (isAhead && place === 1) await begun
            told[place] = (await does(place)) as string
            if (place === 0) begin()
          }),
        )
        isOver = await during(work, isFirst)
      }
      isOver &&= time.nowMs() <= startMs + endMs
      if (cut === null) told.forEach((said, place) => trace(`${names[place as 0 | 1]}: ${said}`))
      for (const { lane } of hands) lane.isAlive = false
      const steps = gate.steps()
      await gate.close()
      await doing.ended?.(database.name)
      const tables = await readTables(ground, database.name, !isStart)
      return {
        cameOf: { told, tables } satisfies CameOf,
        isOver,
        trace: lines,
        reached: gate.reached,
        steps,
      }
    })
  } finally {
    for (const { lane } of hands) lane.isAlive = false
    await gate.close()
    await database.drop()
  }
}

interface HandParts {
  readonly ground: SimulationGround
  readonly database: string
  readonly lived: LivedIn | undefined
  readonly gate: Gate
  readonly time: VirtualTime
  readonly lane: Lane
  readonly turns: number
  readonly trace: (line: string) => void
}

const makeHand = (parts: HandParts): Hand => {
  const { lane, lived } = parts
  const scope = Scope.makeUnsafe()
  const { base, foundations } = standOn(parts)
  const own = Context.add(base, Actor, `operator ${lane.name}`) as Context.Context<never>
  let services: Promise<Context.Context<Foundations>> | undefined
  const run = <A, E>(work: Effect.Effect<A, E>, context: Context.Context<never>) =>
    new Promise<Exit.Exit<A, E>>((resolve) => {
      Effect.runForkWith(context)(work).addObserver((exit) => {
        parts.time.stir()
        resolve(exit)
      })
    })
  const stand = (): Promise<Context.Context<Foundations>> =>
    (services ??= run(
      Layer.buildWithScope(foundations, scope) as Effect.Effect<
        Context.Context<Foundations>,
        unknown
      >,
      own,
    ).then((exit) => {
      if (Exit.isSuccess(exit)) return exit.value
      throw Cause.squash(exit.cause)
    }))
  return {
    lane,
    ready: () =>
      stand().then(
        () => true,
        () => false,
      ),
    does: async (name) => {
      const act = acts[name]
      if (act === undefined) throw new Error(`there is no act ${name}`)
      const standing = await stand().catch((cause: unknown) => `${fails}${String(cause)}`)
      if (typeof standing === "string") return standing
      if (lived === undefined) return "done"
      const context = Context.merge(own, standing as Context.Context<never>)
      const exit = await run(
        act.does(lived) as Effect.Effect<unknown, unknown>,
        context as Context.Context<never>,
      )
      if (Exit.isSuccess(exit)) return JSON.stringify(exit.value) ?? "done"
      const failure = Cause.squash(exit.cause)
      const tag = (failure as { readonly _tag?: string })._tag ?? String(failure).split("\n")[0]
      const refusal = (failure as { readonly refusal?: { readonly _tag: string } }).refusal?._tag
      return `${fails}${tag}${refusal === undefined ? "" : ` ${refusal}`}`
    },
  }
}
