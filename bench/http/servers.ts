import { freePort } from "../../test/support/http-call.ts"
import { serverOptions } from "../start/command-line.ts"
import type { BenchAccounts } from "./accounts.ts"
import { startChild } from "./children.ts"
import type { ProcessorTime, RecordedAnswer, ServerGiven } from "./server-child.ts"

/** A server under load. */
export interface BenchServer {
  readonly name: string
  readonly port: number
  readonly processorTime: () => Promise<ProcessorTime>
  readonly end: () => Promise<void>
}

/** The address that links in all servers' answers begin with. */
const baseUrl = "https://api.example"

/** A way to start a server. */
export type StartServer = (
  accounts: BenchAccounts,
  recorded: ReadonlyArray<RecordedAnswer>,
) => Promise<BenchServer>

const serviceModule = "service-server.ts"

const starting =
  (name: string, module: string, environment: Readonly<Record<string, string>> = {}): StartServer =>
  async (accounts, recorded) => {
    const port = await freePort()
    const given: ServerGiven = { port, keys: accounts.keys, recorded, baseUrl }
    const child = await startChild(new URL(module, import.meta.url), given, {
      environment: { ...accounts.environment, ...environment },
      // Peers have them as well, so that only the servers differ.
      nodeOptions: serverOptions(),
      // The service logs a line for each call, as it does by default.
      isQuiet: module === serviceModule,
    })
    return { name, port, processorTime: () => child.ask(null), end: child.end }
  }

/** The service as it is shipped. */
export const startService = starting("the service", serviceModule)

/** The service with quotas in memory. */
export const startServiceInMemory = starting("the service, quotas in memory", serviceModule, {
  BENCH_QUOTAS: "memory",
})

/** The bare server, which answers what the service was recorded with. */
export const startFloor = starting("bare node:http", "../peers/floor-server.ts")

/** The same work with fastify. */
export const startFastify = starting(
  "fastify with ajv and a response schema",
  "../peers/fastify-server.ts",
)
