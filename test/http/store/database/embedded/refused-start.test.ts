import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { openEmbeddedPostgres } from "../../../../../http/store/database/embedded.ts"
import { openCluster } from "../../../../../http/store/database/embedded/cluster.ts"
import { readPostmaster } from "../../../../../http/store/database/embedded/join.ts"
import { openSession } from "../../../../../http/store/database/embedded/presence.ts"
import { processesMentioning } from "../processes.ts"

/** Few enough to take them all. */
const settings = ["max_connections=6", "superuser_reserved_connections=0"]

let root = ""
let original = ""

/** Opens the Postgres of a folder, and ends its use; what it fails with otherwise, as its sentence. */
const open = (dataFolder: string): Promise<string> =>
  Effect.runPromise(
    Effect.scoped(openEmbeddedPostgres({ dataFolder, settings })).pipe(
      Effect.as("opened"),
      Effect.catch((error) => Effect.succeed(error.message)),
    ),
  )

/** Keeps the Postgres of a folder open while something is done. */
const whileOpen = <A>(dataFolder: string, use: () => Promise<A>): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.andThen(openEmbeddedPostgres({ dataFolder, settings }), Effect.promise(use)),
    ),
  )

/** Copies a data folder with its owners and modes. */
const copy = (name: string, from = original): string => {
  const folder = join(root, name)
  execFileSync("cp", ["-a", from, folder])
  return folder
}

/** Takes all connections that a server has left. */
const takeAll = async (dataFolder: string, scope: Scope.Scope): Promise<void> => {
  const cluster = await Effect.runPromise(openCluster({ dataFolder, settings }))
  const port = (await Effect.runPromise(readPostmaster(cluster)))?.port ?? 0
  const session = Effect.provideService(openSession(cluster, port), Scope.Scope, scope)
  let taken: Exit.Exit<PgConnection, unknown>
  do taken = await Effect.runPromiseExit(session)
  while (Exit.isSuccess(taken))
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "viatica-refused-"))
  original = join(root, "original")
  expect(await open(original)).toBe("opened")
})

afterAll(async () => {
  expect(processesMentioning(root)).toEqual([])
  await rm(root, { recursive: true, force: true })
})

// They wait for starts that fail, each in a folder of its own.
describe.concurrent("an embedded Postgres that cannot be used says why, where it", () => {
  it("was copied while it ran", async () => {
    const running = copy("running")
    const copied = await whileOpen(running, async () => {
      const copied = copy("copied", running)
      expect(await open(copied)).toMatch(
        /copied\/postgres was copied or moved from .*running\/postgres while a Postgres ran on that/,
      )
      return copied
    })
    expect(await open(copied)).toBe("opened")
  })

  it("has no connection left", async () => {
    const scope = await Effect.runPromise(Scope.make())
    const full = copy("full")
    await whileOpen(full, async () => {
      await takeAll(full, scope)
      expect(await open(full)).toMatch(
        /process \d+ runs on it .*: sorry, too many clients already$/,
      )
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })
  })

  it("has another password, or none", async () => {
    const folder = copy("password")
    await writeFile(join(folder, "postgres.password"), "another\n")
    expect(await open(folder)).toMatch(/password authentication failed for user "viatica"$/)
    await rm(join(folder, "postgres.password"))
    expect(await open(folder)).toMatch(
      /postgres\.password is missing, though its cluster is there$/,
    )
  })

  it("is of another version, or of none", async () => {
    const folder = copy("version")
    const version = join(folder, "postgres", "PG_VERSION")
    await writeFile(version, "17\n")
    expect(await open(folder)).toMatch(/incompatible with server \(.* PostgreSQL version 17, .*\)$/)
    await rename(version, `${version}.old`)
    expect(await open(folder)).toMatch(/postgres holds no cluster \(there is no PG_VERSION in it\)/)
  })

  it("has lost a database", async () => {
    const folder = copy("lost")
    await rm(join(folder, "postgres", "base"), { recursive: true })
    await mkdir(join(folder, "postgres", "base"))
    expect(await open(folder)).toMatch(/database "postgres" does not exist$/)
  })

  it("has a lock file that tells nothing", async () => {
    const folder = copy("empty")
    const lockFile = join(folder, "postgres", "postmaster.pid")
    await writeFile(lockFile, "")
    expect(await open(folder)).toContain(`is empty; remove ${lockFile} if no server runs on it`)
  })
})

describe.concurrent("an embedded Postgres starts where the process of its lock file", () => {
  /** A lock file that says that some process runs on some folder. */
  const lockText = (pid: number, folder: string): string =>
    [pid, folder, 1_700_000_000, 43_210, "", "127.0.0.1", "  1 1", "ready", ""].join("\n")

  it("is a Postgres on another folder, as another machine had given out the same number", async () => {
    const running = copy("elsewhere")
    const folder = copy("here")
    const cluster = await Effect.runPromise(openCluster({ dataFolder: running, settings }))
    await whileOpen(running, async () => {
      const pid = (await Effect.runPromise(readPostmaster(cluster)))?.pid ?? 0
      for (const recorded of [join(folder, "postgres"), "/on/another/machine"]) {
        await writeFile(join(folder, "postgres", "postmaster.pid"), lockText(pid, recorded))
        expect(await open(folder)).toBe("opened")
      }
    })
  })

  it("is some other program", async () => {
    const folder = copy("program")
    const lockFile = join(folder, "postgres", "postmaster.pid")
    await writeFile(lockFile, lockText(process.pid, join(folder, "postgres")))
    expect(await open(folder)).toBe("opened")
  })
})
