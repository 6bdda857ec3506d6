import { mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { signRequest } from "../../../http/platform/sign-request.ts"
import { type Answer, outcomeOf, send } from "../../support/http-call.ts"
import { setDatabaseTime } from "../../support/database-clock.ts"
import { runProcess } from "../../support/run-process.ts"
import { isRunning, type Server } from "../../support/spawned-server.ts"
import type { Stage, StageKey } from "../stage.ts"

/** A moment whose table has been told is far enough from the next one's. */
export const dayMs = 86_400_000

/** A stage with a server whose time of day is set, not kept. */
export interface World {
  readonly stage: Stage
  readonly server: Server
  /** Sets the time of day of every server of this world, in milliseconds since 1970. */
  readonly set: (nowMs: number) => Promise<void>
  /** Makes the clock of the database stand at a moment. */
  readonly setDatabase: (nowMs: number) => Promise<void>
  /** What a command of an operator prints as JSON, on a machine whose time of day is that of the servers. */
  readonly command: (...args: ReadonlyArray<string>) => Promise<Readonly<Record<string, unknown>>>
  /** Calls the server at a moment, signed at that moment's second unless told otherwise. */
  readonly callAt: (
    nowMs: number,
    key: StageKey,
    call: { readonly method?: "GET" | "POST"; readonly path: string; readonly body?: unknown },
    signedAtSeconds?: number,
  ) => Promise<Answer>
  /** Starts another server at a moment. */
  readonly startServerAt: (nowMs: number) => Promise<Server>
  readonly end: () => Promise<void>
}

const launch = fileURLToPath(new URL("../../../.config/launch.mjs", import.meta.url))

const module = new URL("./set-clock.ts", import.meta.url).href

/** Starts a server on a stage at a moment. */
export const openWorld = async (stage: Stage, startMs: number): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-clock-"))
  const file = join(folder, "now")
  const set: World["set"] = async (nowMs) => {
    // Renamed, so that no server reads half a moment.
    await writeFile(`${file}.next`, String(nowMs))
    await rename(`${file}.next`, file)
  }
  const clocked = { NODE_OPTIONS: `--import=${module}`, TORTURE_CLOCK_FILE: file }
  // A server whose clock is far from the database's runs and is not ready.
  const start = () => stage.startServer(clocked, isRunning)
  await set(startMs)
  try {
    const server = await start()
    return {
      stage,
      server,
      set,
      setDatabase: (nowMs) => stage.run(setDatabaseTime(nowMs)),
      command: async (...args) => {
        const environment = { ...stage.environment, ...clocked }
        const ended = await runProcess(process.execPath, [launch, ...args, "--json"], {
          cwd: process.cwd(),
          environment,
        })
        if (ended.status !== 0) throw new Error(ended.stderr)
        return JSON.parse(ended.stdout) as Readonly<Record<string, unknown>>
      },
      callAt: async (
        nowMs,
        key,
        { body, method = body === undefined ? "GET" : "POST", path },
        at,
      ) => {
        await set(nowMs)
        const text = body === undefined ? {} : { body: JSON.stringify(body) }
        const nowSeconds = at ?? Math.floor(nowMs / 1_000)
        const headers = signRequest({ ...key, method, path, ...text, nowSeconds })
        return send({ port: server.port, method, path, headers, ...text })
      },
      startServerAt: async (nowMs) => {
        await set(nowMs)
        return start()
      },
      end: () => rm(folder, { recursive: true, force: true }),
    }
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    throw cause
  }
}

/** An answer as the table tells it: its outcome, and what is left where that is asked for. */
export const withRemaining = (answer: Answer): string =>
  `${outcomeOf(answer)}, ${answer.headers["x-ratelimit-remaining"]} left`

/** An answer as the table tells it: its outcome, and when to come back. */
export const withRetry = (answer: Answer): string => {
  const retryAfter = answer.headers["retry-after"]
  return retryAfter === undefined ? outcomeOf(answer) : `${outcomeOf(answer)} for ${retryAfter} s`
}
