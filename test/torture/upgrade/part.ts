import { setTimeout as delay } from "node:timers/promises"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { migrations } from "../../../http/store/database/migrations/index.ts"
import { quotaWindow } from "../../../rules/quota/quota.ts"
import { makeChoices } from "../../support/random.ts"
import { type Caller, type Field, runClient } from "../crash/client.ts"
import { countOf, type Finding, findingText } from "../crash/finding.ts"
import { judge } from "../crash/judge.ts"
import { type Asked, isAcknowledged, type ReportTold } from "../crash/record.ts"
import { readStored } from "../crash/stored.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { type Stage, type StageKey, withStage } from "../stage.ts"
import { together } from "../together.ts"
import {
  jsonNow,
  type Landed,
  landedVersions,
  type OlderVersion,
  takeVersion,
} from "./older-version.ts"
import { type Fleet, type Rollout, rolloutsOf } from "./rollouts.ts"

/** Clients that ask at the same time, over two accounts. */
const clients = 6

/** How long older and newer code serve as they are, between one step of an upgrade and the next. */
const pauseMs = 5_000
const pauseShortMs = 800

/** How long clients go on asking for what is open once the upgrade is over. */
const settleMs = 30_000

const accounts = ["upgrade-one", "upgrade-two"]

const query = <Row>(url: string, statement: string): Promise<ReadonlyArray<Row>> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(PgConnection.make({ url: Redacted.make(url) }), (session) =>
        Effect.map(session.query(statement), ({ rows }) => rows as unknown as ReadonlyArray<Row>),
      ),
    ),
  )

/** An account with a live key and the ref of its first link, made by commands of the older version. */
const openAccount = async (
  { database: { url }, environment }: Stage,
  { json }: OlderVersion,
  partnerCode: string,
): Promise<Caller> => {
  const own = (...args: ReadonlyArray<string>) => json(environment, ...args)
  await own("partner", "create", "--code", partnerCode, "--name", partnerCode)
  await own("partner", "approve", partnerCode)
  await own("key", "create", "--partner", partnerCode, "--mode", "sandbox")
  const ofAccount = `where key_id in (select key_id from api_key
    join partner on partner.id = partner_id where code = '${partnerCode}')`
  // What an account has to have tried before it goes live.
  await query(url, `update quota set prices = 1000, links = 1000 ${ofAccount}`)
  const made = await own("key", "create", "--partner", partnerCode, "--mode", "live")
  await query(
    url,
    `update quota set reads_limit = 1000000000, writes_limit = 1000000000,
      burst_limit = 1000000000 ${ofAccount}`,
  )
  const [link] = await query<{ readonly code: string }>(
    url,
    `select tracked_link.code from tracked_link join partner on partner.id = partner_id
      where partner.code = '${partnerCode}' order by tracked_link.id limit 1`,
  )
  const { keyId, secret } = made as Omit<StageKey, "partnerCode">
  return { key: { keyId, secret, partnerCode }, ref: `${partnerCode}-${link?.code}` }
}

/** How long all tables are held at the beginning of an upgrade, as a dump of the database does. */
const dumpMs = 4_000
const dumpShortMs = 1_500

/** Holds every table as a dump does, which reads them all in one transaction. */
const dump = (url: string, lastsMs: number): Promise<unknown> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const session = yield* PgConnection.make({ url: Redacted.make(url) })
        const { rows } = yield* session.query(
          "select string_agg(oid::regclass::text, ', ') from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
        )
        const [tables] = Object.values(rows[0] ?? {})
        yield* session.query("begin")
        yield* session.query(`lock table ${String(tables)} in access share mode`)
        yield* Effect.sleep(lastsMs)
      }),
    ),
  )

const newestMigration = Math.max(...Object.keys(migrations).map((name) => Number(name.slice(0, 4))))

/** Whether the servers of now, and nobody after them, have brought the database to its schema. */
const checkMigrated = async (url: string): Promise<void> => {
  const [row] = await query<{ readonly newest: number }>(
    url,
    "select max(migration_id) as newest from schema_migrations",
  )
  if (row?.newest !== newestMigration) {
    throw new Error(`The database is at version ${row?.newest}, not ${newestMigration}`)
  }
}

/** What one upgrade has left behind. */
interface Upgraded {
  /** From which version, and how. */
  readonly name: string
  readonly asked: ReadonlyArray<Asked>
  readonly findings: ReadonlyArray<Finding>
  /** How many things `ledger check` of now finds wrong. */
  readonly found: number
  readonly sales: number
  /** Writes that older code has acknowledged on the schema of now; null where nobody can tell. */
  readonly writtenByOlder: number | null
  /** Sales that the database has recorded for older code. */
  readonly adopted: number
  readonly longestSilenceMs: number
}

/** What clients were told, in the words of now. */
const translated = (
  asked: ReadonlyArray<Asked>,
  { tellsCancelledAsZero }: Landed,
): ReadonlyArray<Asked> =>
  tellsCancelledAsZero
    ? asked
    : asked.map((one) => ({
        ...one,
        sent: one.sent.map((sent) =>
          isAcknowledged(sent) && (sent.body as ReportTold | null)?.status === "cancelled"
            ? { ...sent, body: { ...(sent.body as ReportTold), commission: 0 } }
            : sent,
        ),
      }))

/** Asks the fleet with all clients while it is replaced; what they asked, and when writes came. */
const askWhileRolling = async (
  { isShort, seed }: Given,
  { database: { url } }: Stage,
  fleet: Fleet,
  callers: ReadonlyArray<Caller>,
) => {
  const choices = makeChoices(seed)
  const asked: Array<Asked> = []
  const state = { stopping: false, giveUpAtMs: Infinity }
  let [writtenByOlder, longestSilenceMs, lastWrittenAtMs] = [0, 0, performance.now()]
  const field: Field = {
    ports: fleet.ports,
    giveUpAtMs: () => state.giveUpAtMs,
    isStopping: () => state.stopping,
    onWritten: (port, sentAtMs) => {
      const now = performance.now()
      longestSilenceMs = Math.max(longestSilenceMs, now - lastWrittenAtMs)
      lastWrittenAtMs = now
      if (fleet.isOlder(port) && sentAtMs > (fleet.migratedAtMs() ?? Infinity)) writtenByOlder += 1
    },
  }
  const load = Array.from({ length: clients }, (_, index) => {
    const caller = callers[index % callers.length]
    const drawn = choices.integer(0, 2 ** 31 - 1)
    return caller && runClient(drawn, `client-${index}`, caller, field, asked)
  })
  const pause = () => delay(isShort ? pauseShortMs : pauseMs)
  try {
    await pause()
    await together([fleet.roll(pause), dump(url, isShort ? dumpShortMs : dumpMs)])
    await checkMigrated(url)
    state.stopping = true
    state.giveUpAtMs = Date.now() + settleMs
    await Promise.all(load)
    return { asked, writtenByOlder, longestSilenceMs }
  } finally {
    state.stopping = true
    state.giveUpAtMs = 0
    await Promise.all(load)
  }
}

/** What `ledger check` says of the books, as far as it is told here. */
interface Checked {
  readonly found: number
  readonly sales: number
}

/** What the command that operators run daily says of the books; it ends with 1 where they do not hold. */
const checkBooks = async ({ environment }: Stage): Promise<Checked> => {
  try {
    return (await jsonNow(environment, "ledger", "check")) as Checked
  } catch (cause) {
    const { stdout = "" } = cause as { readonly stdout?: string }
    if (!stdout.startsWith("{")) throw cause
    return JSON.parse(stdout) as Checked
  }
}

const upgradeFrom = (given: Given, landed: Landed, rollout: Rollout, older: OlderVersion) =>
  withStage(async (stage): Promise<Upgraded> => {
    const firstDay = quotaWindow(Date.now()).day
    const fleet = await rollout.begin(stage, older)
    try {
      const callers: Array<Caller> = []
      for (const code of accounts) callers.push(await openAccount(stage, older, code))
      const { asked, longestSilenceMs, writtenByOlder } = await askWhileRolling(
        given,
        stage,
        fleet,
        callers,
      )
      const { found, sales } = await checkBooks(stage)
      await fleet.end()
      const { folder, url } = stage.database
      const stored = await readStored(folder, stage.environment["MASTER_KEY"] ?? "")
      const [adoptions] = await query<{ readonly count: number }>(
        url,
        "select count(*)::float8 as count from audit where action = 'sale.adopt'",
      )
      return {
        name: `${landed.name}, ${rollout.name}`,
        asked,
        findings: judge(translated(asked, landed), stored, firstDay),
        found,
        sales,
        writtenByOlder: fleet.migratedAtMs() === undefined ? null : writtenByOlder,
        adopted: Number(adoptions?.count ?? 0),
        longestSilenceMs,
      }
    } finally {
      await fleet.end()
    }
  })

const acknowledgedOf = ({ asked }: Upgraded): number =>
  asked.flatMap(({ sent }) => sent.filter(isAcknowledged)).length

const sum = (values: ReadonlyArray<number>): number => values.reduce((one, two) => one + two, 0)

const upgradeText = (done: Upgraded): string => {
  const { adopted, longestSilenceMs, name, writtenByOlder } = done
  const refused = done.asked
    .flatMap(({ sent }) => sent)
    .filter((sent) => sent._tag === "Answered" && sent.status === 503).length
  return [
    `${name}: ${acknowledgedOf(done).toLocaleString("en")} acknowledged, ${refused} x 503`,
    ...(writtenByOlder === null ? [] : [`${writtenByOlder} writes by older code after it`]),
    ...(adopted === 0 ? [] : [`${adopted} sales recorded for older code`]),
    `longest time without a write ${(longestSilenceMs / 1000).toFixed(1)} s`,
  ].join("; ")
}

const outcomesOf = (
  upgrades: ReadonlyArray<Upgraded>,
  missed: ReadonlyArray<Landed>,
): ReadonlyArray<Outcome> => {
  const findings = upgrades.flatMap((one) => one.findings)
  const acknowledged = sum(upgrades.map(acknowledgedOf))
  const sales = sum(upgrades.map((one) => one.sales))
  const told = upgrades.flatMap(({ writtenByOlder }) => writtenByOlder ?? [])
  const skipped = missed.map(
    ({ commit, name }) =>
      `not tried from ${name}: the history here does not reach back to ${commit} (git fetch --unshallow)`,
  )
  return [
    {
      promise: "an upgrade under load loses nothing that was acknowledged",
      figure: `${countOf(findings, "lost")} lost, ${countOf(findings, "doubled")} doubled of ${acknowledged.toLocaleString("en")} in ${upgrades.length} upgrades`,
      cases: acknowledged,
      violations: upgrades.flatMap((one) =>
        one.findings.map((finding) => `${one.name}: ${findingText(finding)}`),
      ),
      notes: [...upgrades.map(upgradeText), ...skipped],
    },
    {
      promise: "the books hold after it, whoever booked what",
      figure: `${sales.toLocaleString("en")} sales, ${sum(told)} writes by older code on the newer schema`,
      // Nothing is shown by an upgrade in which older code had nothing to write any more.
      cases: told.some((writes) => writes === 0) ? 0 : sales,
      violations: upgrades
        .filter(({ found }) => found > 0)
        .map(({ found, name }) => `${name}: ledger check finds ${found} things wrong`),
    },
  ]
}

/** Upgrades under load from versions before this one, and holds the clients' log against the database. */
export const upgrade: Part = {
  name: "upgrade",
  about:
    "older versions are replaced under load; what was acknowledged is there once, the books hold",
  run: async (given) => {
    const upgrades: Array<Upgraded> = []
    const missed: Array<Landed> = []
    for (const landed of given.isShort ? landedVersions.slice(0, 1) : landedVersions) {
      for (const rollout of given.isShort ? rolloutsOf(landed).slice(0, 1) : rolloutsOf(landed)) {
        const older = await takeVersion(landed)
        if (older === undefined) {
          missed.push(landed)
          break
        }
        try {
          const done = await upgradeFrom(given, landed, rollout, older)
          if (!given.isShort) given.say(`  ${upgradeText(done)}`)
          upgrades.push(done)
        } finally {
          await older.end()
        }
      }
    }
    return outcomesOf(upgrades, missed)
  },
}
