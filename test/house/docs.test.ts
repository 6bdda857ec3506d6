import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { documentExamples } from "../support/doc-examples.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const sourceFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("/dist/"))
    .map((file) => `${folder}/${file}`)
    .sort()

const files = ["core", "rules", "http"].flatMap(sourceFiles).map((file) => ({
  file,
  source: readFileSync(`${root}${file}`, "utf8"),
}))
const examples = files.flatMap(({ file, source }) => documentExamples(file, source))
const fences = files.flatMap(({ source }) => [...source.matchAll(/^ *\* ```(?=[a-z])/gm)])

/** Examples that import the built package, as its readers do: `test/package` makes the like of them. */
const ofThePackage = files.flatMap(({ source }) => [
  ...source.matchAll(/^ \* ```js\n \* import .* from "viatica(?:\/[\w/]+)?"$/gm),
])

describe("examples in doc comments", () => {
  it("are all run, but those of the built package", () => {
    process.stdout.write(
      `examples in doc comments: ${examples.length} run and ${ofThePackage.length} of the built package, in ${files.length} files\n`,
    )
    assert.isAbove(examples.length, 200)
    assert.strictEqual(examples.length + ofThePackage.length, fences.length)
  })

  // A changed source is tried by its own examples alone.
  const asked = process.env["EXAMPLES_OF"]?.split(",")
  for (const example of examples.filter(({ file }) => asked?.includes(file) ?? true)) {
    it(`${example.file}:${example.line} says what the code does`, async () => {
      const checked = await example.run()
      assert.isAbove(checked, 0, "an example needs at least one // => line")
    })
  }
})
