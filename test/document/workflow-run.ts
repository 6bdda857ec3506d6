import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { send } from "../support/http-call.ts"
import { type ProxyKey, startSigningProxy } from "./signing-proxy.ts"

const redocly = fileURLToPath(new URL("../../node_modules/.bin/redocly", import.meta.url))

/** Which workflows are run, of which service, as whom. */
export interface WorkflowRun {
  readonly port: number
  readonly key: ProxyKey
  readonly workflows: ReadonlyArray<string>
  readonly inputs?: Readonly<Record<string, string>>
}

/** What became of a run. */
export interface WorkflowOutcome {
  readonly hasPassed: boolean
  readonly output: string
  /** The calls that were made, each with the status of its answer. */
  readonly calls: ReadonlyArray<string>
}

/** Runs workflows of `/arazzo.json` with `redocly respect`, whose calls a proxy signs. */
export const runWorkflows = async (run: WorkflowRun): Promise<WorkflowOutcome> => {
  const { inputs = {}, key, port, workflows } = run
  const calls: Array<string> = []
  const proxy = await startSigningProxy({
    port,
    key: () => key,
    onAnswer: ({ status, target }) => calls.push(`${status} ${target}`),
  })
  const folder = mkdtempSync(join(tmpdir(), "viatica-workflows-"))
  try {
    const file = join(folder, "arazzo.json")
    writeFileSync(file, (await send({ port, method: "GET", path: "/arazzo.json" })).text)
    const given = Object.entries(inputs).map(([name, value]) => `${name}=${value}`)
    const args = [
      "respect",
      file,
      `--server=viatica=${proxy.url}`,
      ...workflows.flatMap((workflow) => ["-w", workflow]),
      ...given.flatMap((input) => ["-i", input]),
    ]
    const child = spawn(process.execPath, [redocly, ...args], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
    })
    const output: Array<string> = []
    child.stdout.on("data", (text) => output.push(String(text)))
    child.stderr.on("data", (text) => output.push(String(text)))
    const [code] = (await once(child, "close")) as [number | null]
    return { hasPassed: code === 0, output: output.join(""), calls }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await proxy.close()
  }
}
