import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort } from "../support/http-call.ts"
import { eventually } from "../support/eventually.ts"
import { root } from "./npm.ts"

/** A worker that runs in workerd on this machine. */
export interface Worker {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

/** One worker with a text binding OPTIONS, which may call this machine as well as others. */
const config = (
  port: number,
  options: string,
): string => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "outside", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-09-01",
  bindings = [(name = "OPTIONS", text = ${JSON.stringify(options)})],
  globalOutbound = "outside",
);
`

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    const end = (listens: boolean) => () => {
      socket.destroy()
      resolve(listens)
    }
    socket.once("connect", end(true)).once("error", end(false))
  })

/** How long workerd may take to listen. */
const startTimeoutMs = 30_000

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}

/** Runs a script in workerd, until it is stopped; it has been asked nothing yet. */
export const startWorker = async (
  folder: string,
  script: string,
  options = "",
): Promise<Worker> => {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  writeFileSync(join(folder, "worker.js"), script)
  writeFileSync(join(folder, "worker.capnp"), config(port, options))
  const program = join(root, "node_modules/.bin/workerd")
  const child = spawn(program, ["serve", "worker.capnp"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  })
  if (!(await eventually(() => isListening(port), startTimeoutMs))) {
    await stopped(child)
    throw new Error("workerd does not listen")
  }
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => stopped(child) }
}

/** Runs a worker of one module in workerd, and gives what it answers. */
export const answerOfWorker = async (
  folder: string,
  file: string,
  options: string,
): Promise<string> => {
  const worker = await startWorker(folder, readFileSync(join(folder, file), "utf8"), options)
  try {
    return await (await fetch(worker.url)).text()
  } finally {
    await worker.stop()
  }
}
