import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { isAlive } from "../store/database/embedded/postmaster.ts"
import { layerPool, makeRemote } from "../store/database/client.ts"
import { systemReason } from "../platform/system-error.ts"
import { DataFolderNotWritable, EmbeddedPostgresFailed } from "../store/database/database-errors.ts"

/** Nothing here outlives the process: the disk is not waited for. */
const hasty = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB"]

/** A database of the emulator's own, under a clock that can be moved. */
export interface ThrowawayDatabase {
  readonly url: Redacted.Redacted
  /** The folder that goes with it. */
  readonly folder: string
  /** Takes everything out of it, and sets its clock ahead of the machine's. */
  readonly empty: (aheadMs: number) => Effect.Effect<void>
  /** Sets its clock ahead of the machine's. */
  readonly setAhead: (aheadMs: number) => Effect.Effect<void>
}

const folderPrefix = "viatica-emulator-"
const ownerFile = "owner.pid"

const removed = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 })

/**
 * Removes what emulators left that were killed. Their Postgres ends by itself once its folder is gone.
 * One that is just starting has no owner yet, and is left alone.
 */
const removeAbandoned = async (): Promise<void> => {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    const owner = await readFile(join(folder, ownerFile), "utf8").catch(() => undefined)
    if (owner !== undefined && !isAlive(Number(owner))) await removed(folder)
  }
}

const makeFolder = async (): Promise<string> => {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  await writeFile(join(folder, ownerFile), String(process.pid))
  return folder
}

const temporaryFolder = Effect.acquireRelease(
  Effect.tryPromise({
    try: makeFolder,
    catch: (cause) => new DataFolderNotWritable({ path: tmpdir(), reason: systemReason(cause) }),
  }),
  (folder) => Effect.promise(() => removed(folder)),
)

/**
 * Statements of the service ask `now()` without a schema. A function of that name that is found before
 * Postgres's own is the clock that they read: the machine's, and what it is ahead by.
 */
const clockStatements = [
  "create schema if not exists emulator",
  "create table if not exists emulator.clock (ahead_ms float8 not null)",
  "truncate emulator.clock",
  "insert into emulator.clock values (0)",
]

/** The emulator empties its database, so that it takes none of somebody's: no setting helps it. */
const withoutUrl = <Failed>(failed: Failed): Failed | EmbeddedPostgresFailed =>
  failed instanceof EmbeddedPostgresFailed
    ? new EmbeddedPostgresFailed({ problem: failed.problem, ownOnly: true })
    : failed

const nowFunction = `
  create function public.now() returns timestamptz language sql stable parallel safe as $$
    select pg_catalog.now() + (select ahead_ms from emulator.clock) * interval '1 millisecond'
  $$`

const searchPath = `
  do $$ begin
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
  end $$`

/** Starts a Postgres in a folder that goes with the scope. */
export const openThrowawayDatabase = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const { openEmbeddedPostgres } = yield* Effect.promise(
    () => import("../store/database/embedded.ts"),
  )
  const postgres = yield* Effect.mapError(
    openEmbeddedPostgres({ dataFolder: folder, settings: hasty }),
    withoutUrl,
  )
  const url = yield* postgres.url
  const context = yield* Layer.build(layerPool(makeRemote(url)))
  const run = (statements: ReadonlyArray<string>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }),
    ).pipe(Effect.provideContext(context), Effect.orDie)
  const ahead = (aheadMs: number): string => `update emulator.clock set ahead_ms = ${aheadMs}`
  const database: ThrowawayDatabase = {
    url,
    folder,
    empty: (aheadMs) =>
      run([
        "drop schema if exists public cascade",
        "create schema public",
        ...clockStatements,
        ahead(aheadMs),
        nowFunction,
        searchPath,
      ]),
    setAhead: (aheadMs) => run([ahead(aheadMs)]),
  }
  return database
})
