import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { startServer } from "../../test/support/spawned-server.ts"

/** A server as `npm run serve` starts it. */
export interface WatchedServer {
  readonly port: number
  /** The memory that it has now, in MiB, as the operating system counts it. */
  readonly residentMib: () => Promise<number>
  readonly end: () => Promise<void>
}

const run = promisify(execFile)

const residentMib = async (processId: number): Promise<number> => {
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(processId)])
  return Number(stdout) / 1024
}

/** Starts a server and waits until it is ready. */
export const startWatched = async (
  environment: Readonly<Record<string, string>>,
): Promise<WatchedServer> => {
  const { end, pid, port } = await startServer({ LOG_LEVEL: "Error", ...environment })
  return {
    port,
    residentMib: () => residentMib(pid),
    end: async () => {
      await end()
    },
  }
}
