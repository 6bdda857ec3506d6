import { afterAll, beforeAll } from "@effect/vitest"
import { builtEnvironment, builtServerLine } from "./built-package.ts"
import { freePort } from "./http-call.ts"
import { serverEnvironment, type TestService } from "./service.ts"
import { type Server, startServer } from "./spawned-server.ts"

/** Starts the built server over a database and waits until it is ready, unless told otherwise. */
export const startServerProcess = async (
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  isUp?: (port: number) => Promise<boolean>,
  args?: ReadonlyArray<string>,
): Promise<Server> =>
  startServer(
    {
      ...builtEnvironment(),
      ...serverEnvironment(databaseUrl, await freePort()),
      ...environment,
    },
    isUp,
    args,
    await builtServerLine(),
  )

/** Starts server processes on the database of a service before the tests of a file and ends them after. */
export const useServerProcesses = (
  service: () => TestService,
  count: number,
  isUp?: (port: number) => Promise<boolean>,
) => {
  let started: ReadonlyArray<Server> = []
  beforeAll(async () => {
    const { databaseUrl } = service()
    started = await Promise.all(
      Array.from({ length: count }, () => startServerProcess(databaseUrl, {}, isUp)),
    )
  })
  afterAll(() => Promise.all(started.map((one) => one.end("SIGTERM"))))
  return {
    processes: () => started,
    /** The port of each in turn. */
    portOf: (index: number): number => started[index % count]?.port ?? 0,
  }
}
