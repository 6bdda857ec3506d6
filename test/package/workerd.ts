import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { eventually } from "../support/eventually.ts"
import { freePort } from "../support/http-call.ts"
import { plainEnvironment } from "../support/run-process.ts"
import { root } from "./npm.ts"

/** A text as the configuration of workerd has it. */
const quotedText = (text: string): string => JSON.stringify(text)

/** One worker with a text binding OPTIONS, which may call this machine as well as others. */
const configuration = (worker: string, port: number, options: string): string => `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed ${quotedText(worker)})],
      compatibilityDate = "2025-01-01",
      bindings = [(name = "OPTIONS", text = ${quotedText(options)})],
      globalOutbound = "outside",
    )),
    (name = "outside", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`

/** Runs a worker of one module under Cloudflare's workerd, and gives what it answers. */
export const answerOfWorker = async (
  folder: string,
  worker: string,
  options: string,
): Promise<string> => {
  const port = await freePort()
  writeFileSync(join(folder, "worker.capnp"), configuration(worker, port, options))
  const program = join(root, "node_modules/workerd/bin/workerd")
  const child = spawn(program, ["serve", "worker.capnp"], {
    cwd: folder,
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  })
  const ended = once(child, "exit")
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")))
  try {
    let answer: string | undefined
    const isAnswered = await eventually(
      async () => {
        const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
        answer = await response?.text()
        return answer !== undefined
      },
      30_000,
      100,
    )
    if (!isAnswered || answer === undefined) throw new Error(`workerd does not answer: ${said}`)
    return answer
  } finally {
    child.kill("SIGKILL")
    await ended
  }
}
