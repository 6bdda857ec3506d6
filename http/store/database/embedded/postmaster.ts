import { type FileHandle, open, readFile } from "node:fs/promises"
import { spawn, type ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

import { errorCode, systemReason } from "../../../platform/system-error.ts"
import { type EmbeddedPostgresFailed, embeddedSaid } from "../database-errors.ts"
import { type Cluster, commandOf, tellingLine, tellingLines } from "./cluster.ts"

/** The address that the embedded Postgres listens on, and no other. */
export const loopback = "127.0.0.1"

/** A Postgres server process, as `postmaster.pid` in its data folder tells it. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The log starts afresh at the next start of the server once it has grown beyond this. */
const logBytesMax = 10 * 1024 * 1024

/** Tells whether a process runs; one that ended and was not collected by its parent does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (cause) {
    return errorCode(cause) === "EPERM"
  }
  return processFact(pid, "stat")?.match(/\) ([A-Z])/)?.[1] !== "Z"
}

/** Reads a file of `/proc/<pid>`; undefined on systems without it and for processes without it. */
export const processFact = (pid: number, name: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8")
  } catch {
    return undefined
  }
}

/** Starts Postgres on a port in a session of its own, which no Ctrl-C of the terminal reaches. */
export const spawnPostmaster = (
  cluster: Cluster,
  port: number,
): Effect.Effect<StartedPostmaster, EmbeddedPostgresFailed> =>
  Effect.tryPromise({
    try: async () => {
      const log = await openLog(cluster)
      try {
        const logOffset = (await log.stat()).size
        const settings = [
          `listen_addresses=${loopback}`,
          `port=${port}`,
          "unix_socket_directories=",
          // Its users start it anew. Left to itself it may hang: Postgres 18 does not notice when
          // its recovery after a crash of one of its processes fails in turn.
          "restart_after_crash=off",
          ...cluster.settings,
        ]
        const command = commandOf(cluster.launch, cluster.binaries.postgres, [
          "-D",
          cluster.folder,
          ...settings.flatMap((setting) => ["-c", setting]),
        ])
        const child = spawn(command.file, command.args, {
          ...command.options,
          detached: true,
          stdio: ["ignore", log.fd, log.fd],
        })
        await new Promise<void>((started, failed) => {
          child.once("spawn", started).once("error", failed)
        })
        child.unref()
        return { pid: child.pid ?? 0, port, child, logOffset }
      } finally {
        await log.close()
      }
    },
    catch: (cause) => embeddedSaid(`${cluster.logFile}: ${systemReason(cause)}`),
  })

/** A server process of our own making; what it says stands in the log from `logOffset` bytes on. */
export interface StartedPostmaster extends Postmaster {
  readonly child: ChildProcess
  readonly logOffset: number
}

const openLog = async (cluster: Cluster): Promise<FileHandle> => {
  const log = await open(cluster.logFile, "a", 0o600)
  if ((await log.stat()).size > logBytesMax) await log.truncate(0)
  return log
}

/** A port of the loopback address that was free a moment ago; `preferred` if that one is. */
export const freePort = (preferred: number): Effect.Effect<number, EmbeddedPostgresFailed> =>
  Effect.catch(bindOnce(preferred), () => bindOnce(0))

const bindOnce = (port: number): Effect.Effect<number, EmbeddedPostgresFailed> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(embeddedSaid(systemReason(cause)))))
    server.listen({ host: loopback, port, exclusive: true }, () => {
      const address = server.address()
      const bound = typeof address === "object" && address !== null ? address.port : port
      server.close(() => resume(Effect.succeed(bound)))
    })
  })

const shutdownTimeout = Duration.seconds(30)

/** Asks a server for a fast shutdown (sessions end, nothing is lost) and waits until it is gone. */
export const stopPostmaster = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    signal(pid, "SIGINT")
    return Effect.sync(() => isAlive(pid)).pipe(
      Effect.repeat({ while: (alive) => alive, schedule: Schedule.spaced("20 millis") }),
      Effect.timeoutOption(shutdownTimeout),
      Effect.asVoid,
    )
  })

const signal = (pid: number, name: "SIGINT"): void => {
  try {
    process.kill(pid, name)
  } catch {
    // Gone already, which is what was wanted.
  }
}

/** How a server of our own making ended. */
export interface LastWords {
  /** What it said last, or what is wrong. */
  readonly line: string
  /** Whether someone ended it: it was not the server that failed. */
  readonly wasEnded: boolean
}

/** Ends once the process has exited; an interruption stops the waiting. */
export const lastWords = (cluster: Cluster, started: StartedPostmaster): Effect.Effect<LastWords> =>
  Effect.callback<void>((resume) => {
    const ended = () => resume(Effect.void)
    if (started.child.exitCode !== null || started.child.signalCode !== null) return ended()
    started.child.once("exit", ended)
    return Effect.sync(() => started.child.off("exit", ended))
  }).pipe(
    Effect.andThen(Effect.promise(() => readFile(cluster.logFile).catch(() => Buffer.of()))),
    Effect.map((log) => {
      const said = log.subarray(started.logOffset).toString("utf8").split("\n")
      const own = said.filter((line) => line.includes(`[${started.pid}]`))
      return {
        line: tellingLine(tellingLines(said, own)),
        wasEnded: started.child.signalCode !== null || own.some((line) => endedByOthers.test(line)),
      }
    }),
  )

/** A server says this before it ends though nothing is wrong with its start. */
const endedByOthers = /received \w+ shutdown request|because "?restart_after_crash"? is off/
