import { spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { plainEnvironment } from "../../../support/run-process.ts"

import * as Schema from "effect/Schema"

import { isAlive, processFact } from "../../../../http/store/database/embedded/postmaster.ts"

const holderScript = fileURLToPath(new URL("hold-database.ts", import.meta.url))

const HolderLine = Schema.fromJsonString(
  Schema.Struct({
    database: Schema.optionalKey(Schema.String),
    port: Schema.optionalKey(Schema.Int),
    drained: Schema.optionalKey(Schema.Boolean),
    failed: Schema.optionalKey(Schema.String),
  }),
)

/** One line that a holder process reported. */
export type HolderReport = typeof HolderLine.Type

/** A running `hold-database.ts`. */
export interface Holder {
  readonly pid: number
  /** The next line that it reports; undefined after its end. */
  readonly next: () => Promise<HolderReport | undefined>
  /** Sends a signal to its whole process group, as a terminal does. */
  readonly signal: (name: NodeJS.Signals) => void
  /** Closes its stdin. */
  readonly close: () => void
  /** Resolves with its exit code once it has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>
}

/** Starts a process that uses the database of the given environment. */
export const holdDatabase = (
  environment: Readonly<Record<string, string>>,
  runtime: ReadonlyArray<string> = [process.execPath],
): Holder => {
  const [file = process.execPath, ...args] = [...runtime, holderScript]
  const child = spawn(file, args, {
    detached: true,
    env: { ...plainEnvironment(), ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const pid = child.pid ?? 0
  return {
    pid,
    next: async () => {
      const line = await lines.next()
      return line.done === true ? undefined : Schema.decodeUnknownSync(HolderLine)(line.value)
    },
    signal: (name) => void process.kill(-pid, name),
    close: () => void child.stdin.end(),
    ended: once(child, "exit").then(([code]) => (typeof code === "number" ? code : null)),
  }
}

/** The process number in a folder's `postmaster.pid`; 0 where there is none. */
export const serverPid = (dataFolder: string): number => {
  try {
    return Number(readFileSync(`${dataFolder}/postgres/postmaster.pid`, "utf8").split("\n")[0])
  } catch {
    return 0
  }
}

/** The numbers of live processes whose command line mentions a text. */
export const processesMentioning = (text: string): ReadonlyArray<number> =>
  commandLines()
    .filter(({ pid, command }) => command.includes(text) && isAlive(pid))
    .map(({ pid }) => pid)

const commandLines = (): ReadonlyArray<{ readonly pid: number; readonly command: string }> => {
  if (!existsSync("/proc/self/cmdline")) {
    const lines = spawnSync("ps", ["-A", "-o", "pid=,command="]).stdout.toString().split("\n")
    return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line }))
  }
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger)
  return pids.map((pid) => ({ pid, command: processFact(pid, "cmdline") ?? "" }))
}
