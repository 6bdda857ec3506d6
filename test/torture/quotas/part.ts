import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Sessions } from "../../../http/ports/session-links.ts"
import { quotaWindow } from "../../../rules/quota/quota.ts"
import { type Choices, makeChoices } from "../../support/random.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { type Stage, withStage } from "../stage.ts"
import { together } from "../together.ts"
import { callUntilRefused, type LimitedKey, sendOne } from "./callers.ts"
import { countsOf, judgeTrial } from "./judge.ts"
import type { LimitKind, Trial } from "./record.ts"

/**
 * How much is tried: rounds without a kill and as many with one, each on keys of their own. A round
 * has to fit into one minute, also where others keep the machine busy.
 */
const sizes = {
  long: { rounds: 20, limits: { reads: 600, burst: 600, writes: 150 }, clients: 16 },
  short: { rounds: 1, limits: { reads: 150, burst: 150, writes: 30 }, clients: 6 },
} as const

/** Rounds that may be repeated because a minute ended, which begins the burst anew. */
const repeatsMax = 5

const kinds = ["reads", "burst", "writes"] as const satisfies ReadonlyArray<LimitKind>

/** What the database has counted of a key's limit. */
const usedOf = async (stage: Stage, { key, kind }: LimitedKey): Promise<number> => {
  const [row] = await stage.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Readonly<Record<LimitKind, number>>>`
        select reads_used as reads, burst_used as burst, writes_used as writes
        from quota where key_id = ${key.keyId}`,
    ),
  )
  return row?.[kind] ?? 0
}

/** A key of an account of its own, with a limit of a kind. */
const openKey = async (
  stage: Stage,
  partnerCode: string,
  kind: LimitKind,
  limit: number,
): Promise<LimitedKey> => {
  const key = await stage.createKey(partnerCode, "sandbox", { [kind]: limit })
  const [owner] = await stage.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly id: string }>`select id from partner where code = ${partnerCode}`,
    ),
  )
  const session = { accountId: owner?.id ?? "", mode: "sandbox" } as const
  const freshSession = () => stage.run(Effect.map(Sessions, ({ issue }) => issue(session)))
  return { kind, limit, key, freshSession }
}

/** Two servers, of which one can be killed and started again where it was. */
interface Pair {
  readonly ports: ReadonlyArray<number>
  readonly replace: (index: number) => Promise<void>
}

const openPair = async (stage: Stage): Promise<Pair> => {
  const environment = { NODE_COMPILE_CACHE: `${stage.database.folder}/compiled` }
  const servers = await together([0, 1].map(() => stage.startServer(environment)))
  const ports = servers.map(({ port }) => port)
  const replace = async (index: number): Promise<void> => {
    await servers[index]?.end("SIGKILL")
    servers[index] = await stage.startServer({ ...environment, PORT: String(ports[index]) })
  }
  return { ports, replace }
}

/** Lets clients use limits up; where one server is to be killed, that is at a drawn point of them. */
const makeSteering = (choices: Choices, pair: Pair, isKilling: boolean) => {
  const killAt = isKilling ? choices.integer(1, 60) / 100 : Infinity
  // Clients go on with the other server, and leave some of the limit for the one that comes back.
  const holdAt = choices.integer(70, 90) / 100
  const victim = choices.integer(0, 1)
  let replaced: Promise<void> | undefined
  const turn = async (share: number): Promise<void> => {
    if (share >= killAt) replaced ??= pair.replace(victim)
    if (share >= holdAt) await replaced
  }
  return { turn, settled: async () => replaced }
}

/** How a round is run. */
interface Round {
  readonly name: string
  readonly isKilling: boolean
  readonly limits: Readonly<Record<LimitKind, number>>
  /** Clients of each key. */
  readonly clients: number
}

/** One round: a key of each kind, used up by clients at the same time. */
const runRound = async (
  stage: Stage,
  pair: Pair,
  choices: Choices,
  { clients, isKilling, limits, name }: Round,
): Promise<ReadonlyArray<Trial>> => {
  const { ports } = pair
  const { settled, turn } = makeSteering(choices, pair, isKilling)
  const keys = await Promise.all(
    kinds.map((kind) => openKey(stage, `${name}-${kind}`, kind, limits[kind])),
  )
  const trialOf = async (limited: LimitedKey): Promise<Trial> => {
    const seed = choices.integer(0, 2 ** 30)
    const calls = await callUntilRefused({ limited, ports, clients, seed, turn })
    await settled()
    const last = await Promise.all(ports.map((port) => sendOne(limited, port)))
    const { kind, limit } = limited
    return { kind, limit, calls: [...calls, ...last], used: await usedOf(stage, limited), ports }
  }
  return together(keys.map(trialOf))
}

/** The windows that counts are for: they begin anew with a minute, and with a day. */
const windowNow = (): string => {
  const { day, minute } = quotaWindow(Date.now())
  return `${day} ${minute}`
}

/** A round within one minute: counts would begin anew in the next. */
const runInOneMinute = async (
  run: (attempt: number) => Promise<ReadonlyArray<Trial>>,
): Promise<ReadonlyArray<Trial>> => {
  for (let attempt = 1; attempt <= repeatsMax; attempt += 1) {
    const before = windowNow()
    const trials = await run(attempt)
    if (windowNow() === before) return trials
  }
  throw new Error("No round fitted into one minute.")
}

const promises = [
  { promise: "quotas exact over two servers", isKilling: false },
  { promise: "quotas exact while a server is killed and started again", isKilling: true },
] as const

const outcomeOf = (promise: string, trials: ReadonlyArray<Trial>): Outcome => {
  const sum = (count: "accepted" | "refused" | "unanswered"): string =>
    trials.reduce((total, trial) => total + countsOf(trial)[count], 0).toLocaleString("en")
  const due = trials.reduce((total, { limit }) => total + limit, 0)
  const used = trials.reduce((total, trial) => total + trial.used, 0)
  return {
    promise,
    figure: `${used.toLocaleString("en")} counted of a limit of ${due.toLocaleString("en")}, over ${trials.length} keys`,
    cases: trials.reduce((total, { calls }) => total + calls.length, 0),
    violations: trials.flatMap(judgeTrial),
    notes: [
      `accepted: ${sum("accepted")}, refused: ${sum("refused")}, unanswered: ${sum("unanswered")}`,
    ],
  }
}

const runOn = async ({ isShort, say, seed }: Given, stage: Stage) => {
  const { clients, limits, rounds } = isShort ? sizes.short : sizes.long
  const choices = makeChoices(seed)
  const pair = await openPair(stage)
  const outcomes: Array<Outcome> = []
  for (const [index, { isKilling, promise }] of promises.entries()) {
    const trials: Array<Trial> = []
    for (let round = 1; round <= rounds; round += 1) {
      const run = (attempt: number) => {
        const name = `quotas-${index}-${round}-${attempt}`
        return runRound(stage, pair, choices, { name, isKilling, limits, clients })
      }
      trials.push(...(await runInOneMinute(run)))
      if (!isShort) say(`  ${promise}: round ${round} of ${rounds}`)
    }
    outcomes.push(outcomeOf(promise, trials))
  }
  return outcomes
}

/** Uses limits up over two servers, one of which is killed meanwhile. */
export const quotas: Part = {
  name: "quotas",
  about: "many clients use limits up over two servers, one of which is killed and started again",
  run: (given) => withStage((stage) => runOn(given, stage)),
}
