import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { eventually } from "../../support/eventually.ts"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { isAlive } from "../../../http/store/database/embedded/postmaster.ts"
import { layerOperations } from "../../../http/runtime/foundations.ts"
import { isReady, type Server, startServer } from "../../support/spawned-server.ts"
import type { Stage } from "../stage.ts"

/** A service that keeps its records in the database that it brings along, in a folder. */
export interface EmbeddedService {
  /** Starts a server on the folder. */
  readonly start: () => Promise<Server>
  /** Runs an effect on the database, as an operator's command does. */
  readonly run: Stage["run"]
  /** The process of the database's server; 0 where there is none. */
  readonly postmasterPid: () => Promise<number>
  /** Has the database begin a new file of its log. */
  readonly switchLog: () => Promise<void>
  /** Kills the database's server and waits until it is gone. */
  readonly killDatabase: () => Promise<void>
}

/** The service on a data folder. */
export const embeddedService = (dataFolder: string): EmbeddedService => {
  const environment = {
    DATA_DIR: dataFolder,
    MASTER_KEY: "7a".repeat(32),
    TABLES_WATCH: "false",
    LOG_LEVEL: "Warn",
  }
  const operations = layerOperations.pipe(
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))),
  )
  const pidFileLine = async (index: number): Promise<number> => {
    const text = await readFile(join(dataFolder, "postgres", "postmaster.pid"), "utf8").catch(
      () => "",
    )
    return Number(text.split("\n")[index] ?? 0)
  }
  const postmasterPid = (): Promise<number> => pidFileLine(0)
  return {
    start: () => startServer(environment),
    run: (effect) => Effect.runPromise(Effect.provide(effect, operations)),
    postmasterPid,
    switchLog: async () => {
      const password = (await readFile(join(dataFolder, "postgres.password"), "utf8")).trim()
      const session = PgConnection.make({
        host: "127.0.0.1",
        port: await pidFileLine(3),
        username: "viatica",
        password: Redacted.make(password),
        database: "postgres",
      })
      const switched = Effect.flatMap(session, (open) => open.query("select pg_switch_wal()"))
      // It may well fail: there is no room for another file.
      await Effect.runPromise(Effect.exit(Effect.scoped(switched)))
    },
    killDatabase: async () => {
      const pid = await postmasterPid()
      if (pid === 0 || !isAlive(pid)) return
      process.kill(pid, "SIGKILL")
      while (isAlive(pid)) await delay(20)
    },
  }
}

/** Waits until a server is ready; false where it is not in time. */
export const readyWithin = (port: number, ms: number): Promise<boolean> =>
  eventually(() => isReady(port), ms, 100)
