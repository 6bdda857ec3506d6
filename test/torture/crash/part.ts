import { setTimeout as delay } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { quotaWindow } from "../../../rules/quota/quota.ts"
import { type Choices, makeChoices } from "../../support/random.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { type Stage, withStage } from "../stage.ts"
import { type Caller, type Field, runClient } from "./client.ts"
import { faultKinds, strike } from "./faults.ts"
import { countOf, type Finding, findingText } from "./finding.ts"
import { judge } from "./judge.ts"
import { ensureGone, postgresOf } from "./postgres.ts"
import { type Asked, isAcknowledged, type Sent } from "./record.ts"
import { openServers, type Servers } from "./servers.ts"
import { readStored } from "./stored.ts"
import { together } from "../together.ts"

/** Rounds, each with one kill, and in the short form. */
const rounds = 100
const roundsShort = 2

/** Clients that ask at the same time, over two accounts. */
const clients = 6

/** The time until a kill is drawn up to this. */
const calmMaxMs = 1_000
const calmMaxShortMs = 400

/** How long the service may take to write again after a kill, once its processes run. */
const recoveryMaxMs = 30_000

/** How long clients go on asking for what is open once no more is killed. */
const settleMs = 30_000

const accounts = ["crash-one", "crash-two"]

/** An account with a key that has gone live, and the ref of its first link. */
const openAccount = async (stage: Stage, partnerCode: string): Promise<Caller> => {
  const key = await stage.createKey(partnerCode, "live")
  const linkOf = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly code: string }>`
      select tracked_link.code from tracked_link join partner on partner.id = partner_id
      where partner.code = ${partnerCode} order by tracked_link.id limit 1`,
  )
  const [link] = await stage.run(linkOf)
  return { key, ref: `${partnerCode}-${link?.code}` }
}

/** What all rounds left behind. */
interface Run {
  readonly asked: ReadonlyArray<Asked>
  readonly findings: ReadonlyArray<Finding>
  /** How long each round's kill kept a server from writing. */
  readonly recoveriesMs: ReadonlyArray<number>
}

/** Waits until every server has acknowledged a write that was sent after a moment. */
const writtenAgain = async (
  { ports }: Servers,
  writtenAtMs: ReadonlyMap<number, number>,
  sinceMs: number,
): Promise<number> => {
  const isBack = (port: number): boolean => (writtenAtMs.get(port) ?? 0) > sinceMs
  while (!ports.every(isBack) && performance.now() - sinceMs < recoveryMaxMs) await delay(10)
  return performance.now() - sinceMs
}

/** Kills round after round while the clients ask. */
const runRounds = async (
  { isShort, say }: Given,
  stage: Stage,
  servers: Servers,
  choices: Choices,
  writtenAtMs: ReadonlyMap<number, number>,
): Promise<ReadonlyArray<number>> => {
  const recoveriesMs: Array<number> = []
  for (let round = 0; round < (isShort ? roundsShort : rounds); round += 1) {
    const kind = faultKinds[round % faultKinds.length] ?? faultKinds[0]
    await delay(choices.integer(0, isShort ? calmMaxShortMs : calmMaxMs))
    await strike(kind, stage.database.folder, servers, choices)
    await servers.follow()
    const tookMs = await writtenAgain(servers, writtenAtMs, performance.now())
    recoveriesMs.push(tookMs)
    if (!isShort) say(`  ${round + 1}: killed ${kind}; writes again after ${tookMs.toFixed(0)} ms`)
  }
  return recoveriesMs
}

const runOn = async (given: Given, stage: Stage): Promise<Run> => {
  const choices = makeChoices(given.seed)
  const opening = openServers(stage)
  const callers = await together(accounts.map((code) => openAccount(stage, code))).finally(() =>
    opening.catch(() => undefined),
  )
  const servers = await opening
  const asked: Array<Asked> = []
  const writtenAtMs = new Map<number, number>()
  const state = { stopping: false, giveUpAtMs: Infinity }
  const field: Field = {
    ports: servers.ports,
    giveUpAtMs: () => state.giveUpAtMs,
    isStopping: () => state.stopping,
    onWritten: (port, sentAtMs) =>
      writtenAtMs.set(port, Math.max(sentAtMs, writtenAtMs.get(port) ?? 0)),
  }
  const firstDay = quotaWindow(Date.now()).day
  const load = Array.from({ length: clients }, (_, index) => {
    const caller = callers[index % callers.length]
    const seed = choices.integer(0, 2 ** 31 - 1)
    return caller && runClient(seed, `client-${index}`, caller, field, asked)
  })
  try {
    const recoveriesMs = await runRounds(given, stage, servers, choices, writtenAtMs)
    state.stopping = true
    state.giveUpAtMs = Date.now() + settleMs
    await Promise.all(load)
    await servers.end()
    const stored = await readStored(stage.database.folder, stage.environment["MASTER_KEY"] ?? "")
    return { asked, findings: judge(asked, stored, firstDay), recoveriesMs }
  } finally {
    state.stopping = true
    state.giveUpAtMs = 0
    await servers.end()
    await Promise.all(load)
  }
}

const counted = (values: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([value, count]) => `${value}: ${count.toLocaleString("en")}`)
    .join(", ")
}

const sentText = (sent: Sent): string =>
  sent._tag === "Answered" ? String(sent.status) : sent._tag.toLowerCase()

const kinds = ["mint", "report", "price", "bilan"] as const

const outcomesOf = ({ asked, findings, recoveriesMs }: Run): ReadonlyArray<Outcome> => {
  const acknowledged = asked.flatMap(({ sent }) => sent.filter(isAcknowledged)).length
  const kills = recoveriesMs.length
  const slowestMs = Math.max(0, ...recoveriesMs)
  const figures = `${countOf(findings, "lost")} lost, ${countOf(findings, "doubled")} doubled`
  return [
    {
      promise: "nothing acknowledged is lost or doubled",
      figure: `${figures} of ${acknowledged.toLocaleString("en")} in ${kills} kills`,
      cases: acknowledged,
      violations: findings.map(findingText),
      notes: kinds.map(
        (kind) =>
          `${kind}: ${counted(asked.filter(({ intent }) => intent.kind === kind).flatMap(({ sent }) => sent.map(sentText)))}`,
      ),
    },
    {
      promise: "after a kill every server writes again by itself",
      figure: `within ${(slowestMs / 1000).toFixed(1)} s in ${kills} kills`,
      cases: kills,
      violations: recoveriesMs
        .map((tookMs, round) => ({ tookMs, round }))
        .filter(({ tookMs }) => tookMs >= recoveryMaxMs)
        .map(({ round }) => `round ${round + 1}: no write within ${recoveryMaxMs / 1000} s`),
    },
  ]
}

/** Kills servers and Postgres under load, and holds the clients' log against the database. */
export const crash: Part = {
  name: "crash",
  about: "servers, Postgres and both are killed under load; what was acknowledged is there once",
  run: async (given) => {
    let postgres: number | undefined
    try {
      return await withStage(async (stage) => {
        try {
          return outcomesOf(await runOn(given, stage))
        } finally {
          postgres = postgresOf(stage.database.folder)?.pid
        }
      })
    } finally {
      await ensureGone(postgres)
    }
  },
}
