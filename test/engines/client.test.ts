import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtEnvironment, builtProgram } from "../support/built-package.ts"
import { isInstalled, python } from "../support/programs.ts"
import { runProcess } from "../support/run-process.ts"
import { engineEnvironment, engineFile, engineFolder } from "./toolchain.ts"

const hasPython = isInstalled(python, "--version")

describe(`docs/clients/viatica_worker.py${hasPython ? "" : ` (no ${python} here: not tried)`}`, () => {
  it.skipIf(!hasPython)(
    "gets one answer for each request, in order, whatever becomes of its worker",
    async ({ onTestFinished }) => {
      const inFolder = mkdtempSync(join(tmpdir(), "viatica-engines-"))
      onTestFinished(() => rmSync(inFolder, { recursive: true, force: true }))
      // Built, as it starts seven times.
      const command = { inFolder, program: await builtProgram() }
      const { status, stderr, stdout } = await runProcess(
        python,
        [engineFile("client_killed.py")],
        {
          cwd: process.cwd(),
          environment: { ...engineEnvironment(engineFolder, command), ...builtEnvironment() },
          timeoutMs: 170_000,
        },
      )
      assert.strictEqual(status, 0, stderr)
      const { columns, dying, killed, left, other, stopped } = JSON.parse(stdout)
      // A blank line is refused without an id.
      const ids = (count: number) =>
        Array.from({ length: count }, (_, id) => (id % 100 === 99 ? null : id))
      assert.deepStrictEqual(killed.ids, ids(2000))
      assert.isAbove(killed.processes, 1)
      assert.deepStrictEqual(columns.ids, ids(300))
      assert.strictEqual(columns.greeting.columns[1].name, "headline")
      assert.deepStrictEqual(stopped.ids, ids(300))
      assert.isAbove(stopped.processes, 1)
      assert.match(other, /^WorkerRefused: OTHER_ENGINE: .* not 0\.0\.0\+x$/)
      assert.strictEqual(dying, "WorkerLost: the process ended with status 1")
      assert.deepStrictEqual(left, [0, 1, 2])
    },
  )
})
