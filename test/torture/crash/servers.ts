import { together } from "../together.ts"
import type { Server } from "../../support/spawned-server.ts"
import type { Stage } from "../stage.ts"
import { postgresOf } from "./postgres.ts"

/** How often a server is started that finds no database yet, as a supervisor would. */
const startsMax = 5

/** Server processes of two kinds on one database, each started again where it was. */
export interface Servers {
  readonly ports: ReadonlyArray<number>
  readonly kill: (index: number) => Promise<unknown>
  readonly start: (index: number) => Promise<void>
  /** Starts those again that were given an address at which the database is no more. */
  readonly follow: () => Promise<void>
  /** What all of them have said, those as well that were killed. */
  readonly said: () => string
  readonly end: () => Promise<void>
}

/**
 * Starts two servers on a stage's database: the first one opens it as the embedded one of its data
 * folder, and so joins in when it has to be started again; the second one knows its address.
 */
export const openServers = async (stage: Stage): Promise<Servers> => {
  const { folder, url } = stage.database
  const addressNow = (): string => {
    const address = new URL(url)
    address.port = String(postgresOf(folder)?.port ?? address.port)
    return address.href
  }
  const shared = { NODE_COMPILE_CACHE: `${folder}/compiled` }
  const environments = [
    () => ({ ...shared, DATABASE_URL: "", DATA_DIR: folder }),
    () => ({ ...shared, DATABASE_URL: addressNow() }),
  ]
  const started: Array<Server> = []
  const startNew = async (index: number, more: Readonly<Record<string, string>>) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const server = await stage.startServer({ ...environments[index]?.(), ...more })
        started.push(server)
        return server
      } catch (cause) {
        if (attempt === startsMax) throw cause
      }
    }
  }
  const running: Array<Server> = await together(environments.map((_, at) => startNew(at, {})))
  const ports = running.map(({ port }) => port)
  let address = addressNow()

  const start = async (index: number): Promise<void> => {
    running[index] = await startNew(index, { PORT: String(ports[index]) })
  }
  const follow = async (): Promise<void> => {
    if (address === addressNow()) return
    address = addressNow()
    await running[1]?.end("SIGKILL")
    await start(1)
  }
  return {
    ports,
    kill: async (index) => running[index]?.end("SIGKILL"),
    start,
    follow,
    said: () => started.map((server) => server.said()).join("\n"),
    end: async () => void (await Promise.all(running.map((server) => server.end("SIGTERM")))),
  }
}
