import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { documentExamples } from "../support/doc-examples.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const sourceFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`)
    .sort()

const examples = ["core", "rules", "http"]
  .flatMap(sourceFiles)
  .flatMap((file) => documentExamples(file, readFileSync(`${root}${file}`, "utf8")))

describe("examples in doc comments", () => {
  it("are found", () => {
    assert.isAbove(examples.length, 20)
  })

  for (const example of examples) {
    it(`${example.file}:${example.line} says what the code does`, async () => {
      const checked = await example.run()
      assert.isAbove(checked, 0, "an example needs at least one // => line")
    })
  }
})
