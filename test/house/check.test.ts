import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { runProcess } from "../support/run-process.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const check = (...gates: ReadonlyArray<string>) =>
  runProcess(process.execPath, [".config/check.ts", ...gates], {
    cwd: root,
    environment: { PATH: `${root}node_modules/.bin:${process.env["PATH"] ?? ""}` },
  })

describe("npm run check", () => {
  it("says in a line what a gate promises and how much it looked at", async () => {
    const { status, stdout } = await check("rooms")
    assert.strictEqual(status, 0)
    assert.match(
      stdout,
      /^ok +rooms +[1-9]\d* imports +no folders import each other in a circle, .*\n$/,
    )
  })

  it("knows no gate by another name", async () => {
    const { status, stderr } = await check("rooms", "taste")
    assert.strictEqual(status, 2)
    assert.strictEqual(
      stderr,
      "gates: format, lint, rooms, types, shipped, browser, workbench, document, package, java\n",
    )
  })
})
