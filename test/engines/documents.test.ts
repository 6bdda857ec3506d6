import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { engineRuns } from "./engine-runs.ts"
import { engineFile } from "./toolchain.ts"

const page = readFileSync(fileURLToPath(new URL("../../docs/bulk.md", import.meta.url)), "utf8")

const programs = ["alone", "spark", "beam"].flatMap((folder) =>
  readdirSync(engineFile(folder))
    .filter((name) => /\.(?:py|scala)$/.test(name))
    .map((name) => `${folder}/${name}`),
)

describe("docs/bulk.md", () => {
  for (const name of programs) {
    it(`shows ${name} as it is run`, () => {
      const language = name.endsWith(".py") ? "python" : "scala"
      const text = readFileSync(engineFile(name), "utf8")
      assert.include(page, `\`\`\`${language}\n${text}\`\`\`\n`)
    })
  }

  it("shows nothing else in these languages", () => {
    const shown = [...page.matchAll(/^```(?:python|scala)$/gm)]
    assert.strictEqual(shown.length, programs.length)
    const run = engineRuns
      .filter(({ name }) => name !== "beam-flink") // whose command looks for a jar; it runs Beam's file too
      .flatMap(({ command }) => command("/", { requests: "/", answers: "/" }))
    assert.deepStrictEqual(
      programs.filter((name) => !name.startsWith("alone/") && !run.includes(engineFile(name))),
      [],
    )
  })
})
