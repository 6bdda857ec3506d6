import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { replaceFile } from "../../../../../http/workbench/server/desk/desk-files.ts"

describe("files of a desk", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-desk-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const put = (file: string, after: string | undefined, before?: string) =>
    Effect.runPromise(replaceFile(folder, file, { before, after }))

  it("leave no folder behind that held nothing else, in whatever order they go", async () => {
    const files = ["releases/rise/release.csv", "releases/rise/catalogue/tariffs.csv"]
    for (const order of [files, files.toReversed()]) {
      mkdirSync(join(folder, "releases/other"), { recursive: true })
      for (const file of files) await put(file, "x\n")
      for (const file of order) await put(file, undefined, "x\n")
      assert.deepStrictEqual(readdirSync(join(folder, "releases")), ["other"])
      assert.isTrue(existsSync(folder))
    }
  })
})
