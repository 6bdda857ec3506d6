import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { layerPool, makeRemote } from "../../http/store/database/client.ts"
import { openEmbeddedPostgres } from "../../http/store/database/embedded.ts"
import { once } from "../../core/memory.ts"
import { RandomBytes } from "../../http/platform/random-bytes.ts"
import { Events } from "../../http/ports/events.ts"
import { Keys } from "../../http/ports/keys.ts"
import { Partners } from "../../http/ports/partners.ts"
import { type Bundle, TableBundle } from "../../http/ports/table-bundle.ts"
import { TrackedLinks } from "../../http/ports/tracked-links.ts"
import { foundationsOn } from "../../http/runtime/foundations.ts"
import { readSoundIcons } from "../../http/tables/icons/icon-check.ts"
import { loadBundle } from "../../http/tables/load-bundle.ts"
import { makeSettableClock } from "../http/model/settable-clock.ts"
import { readyToGoLive } from "../support/ready-to-go-live.ts"
import type { Monitor } from "./gate.ts"
import { lastMorning, type LivedIn, monthsBefore } from "./lived-in.ts"
import type { Foundations } from "./process.ts"

/** The morning on which all accounts of a simulation are made. */
export const madeAtMs = Date.parse("2026-12-01T08:00:00.000Z")

/** Accounts of a simulation. */
export const partnerCodes = ["ann", "bob"] as const

/** Limits of each first key, small enough to be met; second keys have plenty. */
export const tightLimits = { reads: 8, writes: 3 } as const

const plentyOf = 100_000

/** A key of an account, and its limits of a day. */
export interface SimulatedKey {
  readonly keyId: string
  readonly secret: string
  readonly limits: { readonly reads: number; readonly writes: number }
}

/** An account, its keys, and the codes of its links. */
export interface SimulatedPartner {
  readonly code: string
  readonly keys: readonly [SimulatedKey, SimulatedKey]
  readonly linkCode: string
}

/** A database of one run. */
interface DatabaseCopy {
  readonly name: string
  readonly drop: () => Promise<void>
}

/** What all runs of a command share: Postgres, a database to copy, the tables. */
export interface SimulationGround {
  readonly monitor: Monitor
  readonly username: string
  readonly password: Redacted.Redacted
  readonly partners: ReadonlyArray<SimulatedPartner>
  readonly bundle: Bundle
  readonly icons: ReadonlyMap<string, string>
  /** The settings of a process: those of all, and these. */
  readonly configWith: (more: Readonly<Record<string, string>>) => ConfigProvider.ConfigProvider
  /** Makes a copy of the database with the accounts; `drop` it afterwards. */
  readonly copy: () => Promise<DatabaseCopy>
  /** The same of a database that is lived in, and what acts need to know of it. */
  readonly lived: () => Promise<DatabaseCopy & { readonly lived: LivedIn }>
  /** The same ground, whose database that is lived in has had a statement run on it; `drop` it afterwards. */
  readonly livedWithout: (
    statement: string,
  ) => Promise<{ readonly ground: SimulationGround; readonly drop: () => Promise<void> }>
  /** Tables of a database that is lived in to which anything was written since it was handed out. */
  readonly written: (database: string) => Promise<ReadonlyArray<string>>
  /** Makes a database with nothing in it; `drop` it afterwards. */
  readonly blank: () => Promise<DatabaseCopy & { readonly lived: undefined }>
  /** Rows of a statement on a database, asked beside the simulation. */
  readonly ask: <Row>(database: string, text: string) => Promise<ReadonlyArray<Row>>
  readonly url: (database: string) => string
  /** The database with the accounts. */
  readonly template: string
  readonly close: () => Promise<void>
}

/** The bytes of the master key of every process. */
export const masterKeyBytes = new Uint8Array(32).fill(0x5a)

/** Where the service of a simulation is reached. */
export const simulatedBaseUrl = "https://viatica.example"

/** Settings of every process: none of them is drawn. */
const environment = {
  MASTER_KEY: Buffer.from(masterKeyBytes).toString("hex"),
  HOST: "127.0.0.1",
  PORT: "25999",
  BASE_URL: simulatedBaseUrl,
  DATABASE_URL: "postgres://simulated@127.0.0.1/simulated",
  TABLES_WATCH: "false",
  EVENTS_ALLOW_PRIVATE: "true",
  LOG_LEVEL: "Info",
}

/** What the database draws and which time it shows are those of the run, told by the gate for each transaction. */
const ownTime = (startMs: number) => [
  "create schema set_clock",
  "create sequence set_clock.draws",
  `create function set_clock.now() returns timestamptz stable language sql as $$
    select current_setting('sim.now')::timestamptz $$`,
  `create function set_clock.gen_random_uuid() returns uuid volatile language sql as $$
    select md5('draw ' || nextval('set_clock.draws'))::uuid $$`,
  // What stands in for locks where one tries what would come of it without them.
  "create function set_clock.no_lock(bigint) returns void language sql as 'select'",
  "create function set_clock.no_lock(int, int) returns void language sql as 'select'",
  "create function set_clock.no_try_lock(int, int) returns boolean language sql as 'select true'",
  `do $$ begin
    execute format('alter database %I set search_path to public, set_clock, pg_catalog',
      current_database());
    execute format('alter database %I set sim.now to %L', current_database(),
      '${new Date(startMs).toISOString()}');
  end $$`,
]

/** How often rows are put back in a database, until it is made anew. */
const restoredMost = 150

/** Keeps all rows beside, and where sequences stand. */
const keepRows = `do $$ declare name text; begin
  create schema kept;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table kept.%1$I as table public.%1$I', name);
  end loop;
  create table kept.seen (name text primary key, count bigint not null);
  create table kept.stands as
    select schemaname, sequencename, last_value from pg_sequences where schemaname <> 'kept';
end $$`

/** How often rows of a table were written so far, whatever became of it: those who wrote have ended, and said so. */
const writes = "n_tup_ins + n_tup_upd + n_tup_del"

/**
 * Puts all rows of tables that were written to back as they were, in far less time than a database is made in. Tables
 * are emptied whole: rows that are deleted would leave room where others are put, and what a statement gives in no order
 * would come in another one each time.
 */
const restoreRows = `do $$ declare each text; changed text[]; stands record; begin
  set local session_replication_role = replica;
  -- Whatever refers to a table that is emptied is emptied too.
  with recursive written as (
    select relid from pg_stat_user_tables where schemaname = 'public'
      and ${writes} is distinct from (select count from kept.seen where seen.name = relname)
    union select conrelid from pg_constraint join written on confrelid = relid where contype = 'f'
  ) select array_agg(relname::text order by relname) into changed from written join pg_class on oid = relid;
  if changed is not null then
    execute (select 'truncate ' || string_agg(format('public.%I', name), ', ') from unnest(changed) name);
  end if;
  foreach each in array coalesce(changed, '{}') loop
    execute format('insert into public.%1$I overriding system value table kept.%1$I', each);
  end loop;
  for stands in select * from kept.stands loop
    perform setval(format('%I.%I', stands.schemaname, stands.sequencename),
      coalesce(stands.last_value, 1), stands.last_value is not null);
  end loop;
  perform pg_stat_force_next_flush();
end $$`

/** Keeps in mind how often tables were written once their rows are back. */
const seeRows = `insert into kept.seen
  select relname, ${writes} from pg_stat_user_tables where schemaname = 'public'
  on conflict (name) do update set count = excluded.count`

const writtenTables = `select relname as name from pg_stat_user_tables where schemaname = 'public'
  and ${writes} is distinct from (select count from kept.seen where seen.name = relname) order by 1`

/** Settings of a cluster that is thrown away, and whose waits for locks end when the simulation says so. */
const clusterSettings = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "autovacuum=off",
  "jit=off",
  "max_connections=120",
  "deadlock_timeout=10min",
]

/**
 * Opens what runs stand on; it takes some seconds. Where it is given none, it starts a Postgres of its own; one that it
 * is given runs on this machine, and waits longer than a run takes until it looks for deadlocks. `without` is a
 * statement that is run once the tables are there.
 */
export const openGround = async (
  serverUrl?: string,
  without?: string,
): Promise<SimulationGround> => {
  const dataFolder = await mkdtemp(join(tmpdir(), "viatica-simulation-"))
  const scope = Scope.makeUnsafe()
  let dropTemplate = async (): Promise<void> => {}
  const close = async () => {
    await dropTemplate()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await rm(dataFolder, { recursive: true, force: true })
  }
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
    Effect.runPromise(Effect.provideService(effect, Scope.Scope, scope))
  try {
    const own = new URL(
      serverUrl ??
        (await scoped(
          Effect.flatMap(
            openEmbeddedPostgres({ dataFolder, settings: clusterSettings }),
            ({ url }) => Effect.map(url, (known) => Redacted.value(known)),
          ),
        )),
    )
    const url = (database: string): string => {
      const asked = new URL(own.href)
      asked.pathname = `/${database}`
      return asked.href
    }
    const connectionTo = (database: string) =>
      PgConnection.make({ url: Redacted.make(url(database)) })
    const admin = await scoped(connectionTo(own.pathname.slice(1)))
    const rowsOf = async <Row>(text: string, values: ReadonlyArray<unknown> = []) =>
      (await Effect.runPromise(admin.query(text, values))).rows as unknown as ReadonlyArray<Row>
    const rowsIn = (text: string) => (session: PgConnection.PgConnection) =>
      Effect.map(session.query(text), ({ rows }) => rows)
    /** Sessions that stay, on databases that are asked over and over. */
    const kept = new Map<string, PgConnection.PgConnection>()
    const ask = <Row>(database: string, text: string): Promise<ReadonlyArray<Row>> => {
      const session = kept.get(database)
      const rows =
        session === undefined
          ? Effect.scoped(Effect.flatMap(connectionTo(database), rowsIn(text)))
          : rowsIn(text)(session)
      return Effect.runPromise(rows as unknown as Effect.Effect<ReadonlyArray<Row>, unknown>)
    }
    const run = crypto.randomUUID().slice(0, 8)
    const template = `simulation_${run}`
    await rowsOf(`create database ${template}`)
    dropTemplate = async () => void (await rowsOf(`drop database ${template}`))
    for (const statement of ownTime(madeAtMs)) await ask(template, statement)
    const configWith: SimulationGround["configWith"] = (more) =>
      ConfigProvider.fromEnvRecord({ ...environment, DATA_DIR: dataFolder, ...more })
    const { clock } = makeSettableClock(madeAtMs)
    const tables = fileURLToPath(new URL("../../data", import.meta.url))
    const [bundle, icons] = await Effect.runPromise(
      Effect.all([loadBundle(tables), readSoundIcons(tables)]).pipe(
        Effect.provideService(Clock.Clock, clock),
      ),
    )
    /** Does something in a process of its own, before the time of any run. */
    const before = async <A, E>(
      database: string,
      name: string,
      work: Effect.Effect<A, E, Foundations>,
      atMs = madeAtMs,
    ) => {
      const at = new Date(atMs).toISOString()
      // A copy has no settings of its own.
      await rowsOf(`alter database ${database} set search_path to public, set_clock, pg_catalog`)
      await rowsOf(`alter database ${database} set sim.now to '${at}'`)
      const { clock } = makeSettableClock(atMs)
      const grounds = {
        database: layerPool(makeRemote(Redacted.make(url(database)))),
        random: RandomBytes.layerFixed(name),
      }
      return Effect.runPromise(
        work.pipe(
          Effect.provide(foundationsOn(grounds, layerTablesOf(bundle))),
          Effect.provideService(ConfigProvider.ConfigProvider, configWith({})),
          Effect.provideService(Clock.Clock, clock),
          Effect.provideService(References.MinimumLogLevel, "None"),
        ),
      )
    }
    if (without !== undefined) {
      await before(template, "tables", Effect.void)
      await ask(template, without)
    }
    const partners = await before(template, "accounts", Effect.forEach(partnerCodes, makePartner))
    // The first events of a run cross from one digit to two, as those of a young service do.
    await ask(template, "alter table event alter column number restart with 8")
    let copies = 0
    const copyOf = async (source: string): Promise<DatabaseCopy> => {
      copies += 1
      const name = `${template}_${copies}`
      await rowsOf(`create database ${name} template ${source}`)
      return { name, drop: async () => void (await rowsOf(`drop database ${name} with (force)`)) }
    }
    const templates: Array<string> = [template]
    dropTemplate = async () => {
      await usual.drop()
      for (const name of templates) await rowsOf(`drop database ${name} with (force)`)
    }
    const furnished = once(async () => {
      const { name } = await copyOf(template)
      templates.push(name)
      for (const { at, does } of monthsBefore) await before(name, at, does, Date.parse(at))
      return { name, lived: await before(name, "last morning", lastMorning) }
    })
    /** A database that is lived in, used over and over. */
    const livedIn = (without?: string) => {
      let inUse: DatabaseCopy | undefined
      let restored = 0
      const drop = async (): Promise<void> => {
        if (inUse === undefined) return
        kept.delete(inUse.name)
        await inUse.drop()
        inUse = undefined
      }
      const take = async () => {
        const { lived, name } = await furnished()
        // Rows that were deleted stay in its files: a new one once they are many.
        if (inUse === undefined || restored > restoredMost) {
          await drop()
          inUse = await copyOf(name)
          kept.set(inUse.name, await scoped(connectionTo(inUse.name)))
          await ask(inUse.name, keepRows)
          if (without !== undefined) await ask(inUse.name, without)
          restored = 0
        }
        restored += 1
        await ask(inUse.name, restoreRows)
        await ask(inUse.name, seeRows)
        return { name: inUse.name, drop: async () => {}, lived }
      }
      return { take, drop }
    }
    const usual = livedIn()
    const emptied = once(async () => {
      const name = `${template}_blank`
      await rowsOf(`create database ${name}`)
      templates.push(name)
      for (const statement of ownTime(madeAtMs)) await ask(name, statement)
      return name
    })
    const ground: SimulationGround = {
      monitor: {
        port: Number(own.port),
        blockers: async (pid) =>
          (
            await rowsOf<{ pids: Array<number> }>("select pg_blocking_pids($1::int) as pids", [pid])
          )[0]?.pids ?? [],
        cancel: async (pid) => void (await rowsOf("select pg_cancel_backend($1::int)", [pid])),
        end: async (pid) => {
          await rowsOf("select pg_terminate_backend($1::int)", [pid])
          const isThere = "select pid from pg_stat_get_activity($1::int)"
          while ((await rowsOf(isThere, [pid])).length > 0) {
            // Until it is gone, which takes a moment.
          }
        },
      },
      username: decodeURIComponent(own.username),
      password: Redacted.make(decodeURIComponent(own.password)),
      partners,
      bundle,
      icons,
      configWith,
      copy: () => copyOf(template),
      lived: usual.take,
      livedWithout: async (statement) => {
        const other = livedIn(statement)
        return { ground: { ...ground, lived: other.take }, drop: other.drop }
      },
      written: async (database) =>
        (await ask<{ readonly name: string }>(database, writtenTables)).map(({ name }) => name),
      blank: async () => ({ ...(await copyOf(await emptied())), lived: undefined }),
      ask,
      url,
      template,
      close,
    }
    return ground
  } catch (cause) {
    await close()
    throw cause
  }
}

/** The tables that were read before, for a process of the simulation. */
export const layerTablesOf = (bundle: Bundle): Layer.Layer<TableBundle> =>
  Layer.succeed(TableBundle, { current: () => bundle, replace: () => {} })

const makePartner = Effect.fnUntraced(function* (code: string) {
  const sql = yield* SqlClient.SqlClient
  const [keys, links, partners] = [yield* Keys, yield* TrackedLinks, yield* Partners]
  yield* partners.create({ code, name: code })
  yield* readyToGoLive(code)
  yield* partners.setCommission(code, 1_500)
  const linkCode = `${code.toUpperCase()}27`
  yield* links.create({ partnerCode: code, code: linkCode })
  yield* (yield* Events).create({
    partnerCode: code,
    mode: "live",
    url: `https://127.0.0.1:8443/${code}`,
    types: [],
  })
  const made: Array<SimulatedKey> = []
  for (const limits of [tightLimits, { reads: plentyOf, writes: plentyOf }]) {
    const { keyId, secret } = yield* keys.create({ partnerCode: code, mode: "live" })
    yield* sql`update quota set reads_limit = ${limits.reads}, writes_limit = ${limits.writes},
      burst_limit = ${plentyOf} where key_id = ${keyId}`
    made.push({ keyId, secret: Redacted.value(secret), limits })
  }
  return { code, keys: made as unknown as SimulatedPartner["keys"], linkCode }
})
