import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../../../support/http-call.ts"
import { runProcess } from "../../../support/run-process.ts"
import {
  type SimulatorProcess,
  startSimulatorProcess,
} from "../../emulator/simulator/simulator-process.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "viatica-deno-"))

let sound: SimulatorProcess
let hanging: SimulatorProcess

beforeAll(async () => {
  sound = await startSimulatorProcess()
  hanging = await startSimulatorProcess("--fault", "hang")
})

afterAll(async () => {
  await Promise.all([sound.end(), hanging.end()])
  rmSync(folder, { recursive: true, force: true })
})

/** What insurers answer, twice, to a process under Deno. */
const askUnderDeno = async (
  urls: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<ReadonlyArray<unknown>> => {
  const script = "test/http/outside/insurers/ask-once.ts"
  const args = ["run", "--no-remote", "--no-prompt", "-A", script, ...Object.keys(urls)]
  const ended = await runProcess(join(root, "node_modules/.bin/deno"), args, {
    cwd: root,
    environment: {
      DENO_DIR: folder,
      DENO_NO_UPDATE_CHECK: "1",
      INSURER_URLS: Object.entries(urls)
        .map(([key, url]) => `${key}=${url}`)
        .join(","),
      ...environment,
    },
  })
  // The log writes to the same output, its lines in brackets too.
  const lines = ended.stdout.split("\n").filter((line) => line.startsWith('["'))
  return lines.map((line) => JSON.parse(line) as unknown)
}

describe("insurers asked under Deno", () => {
  it("answer over kept connections, time out and refuse as they do under Node", async () => {
    const before = await sound.calls()
    const answers = await askUnderDeno(
      {
        alpenrose: sound.url.href,
        borealis: hanging.url.href,
        cumulus: `http://127.0.0.1:${await freePort()}`,
      },
      { INSURER_ALLOW_PRIVATE: "true", INSURER_TIMEOUT_MS: "1500" },
    )
    const each = [expect.stringMatching(/^AR-1=\d+\/\d+$/), "TimedOut", "Refused"]
    expect(answers).toEqual([each, each])
    const after = await sound.calls()
    expect(after.posts - before.posts).toBe(2)
    expect(after.connections - before.connections).toBeLessThanOrEqual(2)
  })

  it("are not asked at addresses that are not public, named or not", async () => {
    const before = await sound.calls()
    const answers = await askUnderDeno({
      alpenrose: sound.url.href,
      borealis: `http://localhost:${sound.url.port}/`,
    })
    const each = ["Refused", "Refused"]
    expect(answers).toEqual([each, each])
    expect((await sound.calls()).posts).toBe(before.posts)
  })
})
