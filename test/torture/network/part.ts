import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { type Draws, makeDraws } from "../../../core/random/draws.ts"
import { startSimulator } from "../../../http/emulator/simulator/server.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { type Stage, withStage } from "../stage.ts"
import { type Course, type Findings, type Round, runRound } from "./course.ts"
import { type Fault, type FaultProxy, openFaultProxy, urlOver } from "./fault-proxy.ts"
import { makeCaller, readHeld, sessionIdsOf } from "./held.ts"
import { judgeAnswers, judgeHeld, judgeProbes, type Probe } from "./judge.ts"

/** How often each fault comes in the long form, and how long it stays at most, in milliseconds. */
const roundsOfFault = 20
const lastsMaxMs = 12_000

/** How long a fault stays in the short form, in milliseconds. */
const shortLastsMs = 200

/** How long the service may take to be well again once the database can be reached. */
const databaseRecoveryMs = 5_000

/** An insurer that failed five times in a row is left alone for ten seconds: then it is asked again. */
const insurerRecoveryMs = 12_000

/** The insurer that the stand-in speaks for, and its name in offers. */
const insurer = {
  key: "feuillacier",
  name: "Feuillacier",
  currency: "EUR",
  language: "fr",
} as const

const drawFault = (kind: Fault["kind"], draws: Draws): Fault => {
  switch (kind) {
    case "latency":
      return { kind, ms: draws.between(20, 200), jitterMs: draws.between(0, 200) }
    case "bandwidth":
      return { kind, bytesPerSecond: draws.between(4_000, 60_000) }
    case "slicing":
      return { kind, bytes: draws.between(1, 7) }
    default:
      return { kind }
  }
}

const quick = ["latency", "bandwidth", "slicing", "reset", "half-closed", "down"] as const
const silent = ["half-open", "black-hole"] as const

const shortRounds = (kinds: ReadonlyArray<Fault["kind"]>, draws: Draws): ReadonlyArray<Round> =>
  kinds.map((kind) => ({
    fault: drawFault(kind, draws),
    lastsMs: shortLastsMs,
    waves: 1,
    isMet: false,
    probeWidthMax: 2,
  }))

/** Every fault so often, in an order and for times that are drawn. */
const longRounds = (draws: Draws): ReadonlyArray<Round> =>
  Array.from({ length: roundsOfFault }, () => [...quick, ...silent])
    .flat()
    .map((kind) => ({ kind, at: draws.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ kind }) => ({
      fault: drawFault(kind, draws),
      lastsMs: draws.between(100, lastsMaxMs),
      waves: draws.between(2, 12),
      isMet: true,
      probeWidthMax: 4,
    }))

/** Runs rounds over one course, one after the other. */
const runRounds = async (
  course: Course,
  rounds: ReadonlyArray<Round>,
  { say }: Given,
): Promise<ReadonlyArray<Findings>> => {
  const found: Array<Findings> = []
  for (const round of rounds) {
    const findings = await runRound(course, round)
    found.push(findings)
    const last = Math.max(0, ...findings.probes.filter(isBad).map(({ afterMs }) => afterMs))
    const slowest = Math.max(...findings.shots.map(({ tookMs }) => tookMs))
    say(
      `  ${round.fault.kind} to ${course.name} for ${round.lastsMs} ms: ${findings.shots.length} ` +
        `calls, the slowest took ${Math.round(slowest)} ms; well after ${Math.round(last)} ms`,
    )
  }
  return found
}

const isBad = ({ failed }: Probe): boolean => failed.length > 0

const nothing = (): undefined => undefined

type Uncalled = Omit<Course, "caller">

/** A server that reaches its database over a proxy. */
const overDatabase = async (stage: Stage, proxy: FaultProxy, draws: Draws): Promise<Uncalled> => {
  const { port } = await stage.startServer({ DATABASE_URL: urlOver(stage.database.url, proxy) })
  const recoveryMaxMs = databaseRecoveryMs
  return { name: "the database", port, proxy, draws, recoveryMaxMs, lacks: nothing }
}

/** A server that reaches one of its insurers over a proxy. */
const overInsurer = async (
  stage: Stage,
  proxy: FaultProxy,
  draws: Draws,
  timeoutMs: number,
): Promise<Uncalled> => {
  const { port } = await stage.startServer({
    INSURER_URLS: `${insurer.key}=http://127.0.0.1:${proxy.port}/`,
    INSURER_ALLOW_PRIVATE: "true",
    INSURER_TIMEOUT_MS: String(timeoutMs),
  })
  const lacks: Course["lacks"] = ({ kind }, text) =>
    kind === "live quotes" && !text.includes(insurer.name) ? "the insurer's offers" : undefined
  const recoveryMaxMs = insurerRecoveryMs
  return { name: "an insurer", port, proxy, draws, recoveryMaxMs, lacks }
}

/** What was found, and what is lost or doubled. */
type Found = readonly [findings: ReadonlyArray<Findings>, violations: ReadonlyArray<string>]

/** Runs every course at the same time, over proxies to the database and to the insurer. */
const runCourses = async (
  stage: Stage,
  given: Given,
  [first, second, third]: readonly [FaultProxy, FaultProxy, FaultProxy],
): Promise<Found> => {
  const { isShort, seed } = given
  const drawsOf = (index: number): Draws => makeDraws(seed + index)
  const [caller, ...courses] = await Promise.all([
    makeCaller(stage, "network"),
    overDatabase(stage, first, drawsOf(0)),
    // The faults that take long run beside the others where there is little time.
    ...(isShort ? [overDatabase(stage, second, drawsOf(1))] : []),
    overInsurer(stage, third, drawsOf(2), isShort ? 600 : 4_000),
  ])
  const paidBefore = (await readHeld(stage, caller, [])).linksPaid
  const kinds = [quick, silent, [...quick, ...silent]]
  const found = await Promise.all(
    courses.map((course, index) =>
      runRounds(
        { ...course, caller },
        isShort ? shortRounds(kinds[index] ?? [], course.draws) : longRounds(course.draws),
        given,
      ),
    ),
  )
  const findings = found.flat()
  const shots = findings.flatMap((each) => each.shots)
  const held = await readHeld(stage, caller, sessionIdsOf(shots))
  return [findings, judgeHeld(shots, { ...held, linksPaid: held.linksPaid - paidBefore })]
}

const runAll = (given: Given): Promise<Found> =>
  withStage(async (stage) => {
    const draws = makeDraws(given.seed + 3)
    const scope = Scope.makeUnsafe()
    const standIn = await Effect.runPromise(
      Scope.provide(
        startSimulator({ ...insurer, currencies: new Map(), port: 0, faults: [] }),
        scope,
      ),
    )
    const databasePort = Number(new URL(stage.database.url).port)
    const proxies = [
      await openFaultProxy(databasePort, draws),
      await openFaultProxy(databasePort, draws),
      await openFaultProxy(Number(new URL(standIn.url).port), draws),
    ] as const
    try {
      return await runCourses(stage, given, proxies)
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })

const percentile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const outcomesOf = (
  findings: ReadonlyArray<Findings>,
  heldViolations: ReadonlyArray<string>,
): ReadonlyArray<Outcome> => {
  const shots = findings.flatMap((each) => each.shots)
  const probes = findings.flatMap((each) => each.probes)
  const recoveries = findings.map((each) =>
    Math.max(0, ...each.probes.filter(isBad).map(({ afterMs }) => afterMs)),
  )
  const answers = judgeAnswers(shots)
  const made = shots.filter(({ kind }) => kind.endsWith("links") || kind === "conversion")
  const things = new Set(made.map(({ id }) => id)).size
  const late = judgeProbes(probes)
  const slowest = Math.max(0, ...shots.map(({ tookMs }) => tookMs))
  return [
    {
      promise: "a network that fails between server, database and insurers: the right status each",
      figure: `${answers.length} of ${shots.length} calls late or undocumented; the slowest ${seconds(slowest)}`,
      cases: shots.length,
      violations: answers,
    },
    {
      promise: "links and reports that are sent again after a network fault are made once",
      figure: `${heldViolations.length} lost or doubled of ${things}, sent ${made.length} times`,
      cases: things,
      violations: heldViolations,
    },
    {
      promise: "once the network is back everything answers again, without a restart",
      figure: `${late.length} late of ${findings.length} faults; half of them within ${seconds(percentile(recoveries, 0.5))}, the slowest ${seconds(Math.max(...recoveries))}`,
      cases: findings.length,
      violations: late,
    },
  ]
}

/** What a network does wrong, one fault after the other, on the way to the database and to insurers. */
export const network: Part = {
  name: "network",
  about: "latency, resets, silence and more between a server, its database and its insurers",
  run: async (given) => {
    const [findings, heldViolations] = await runAll(given)
    return outcomesOf(findings, heldViolations)
  },
}
