import { afterAll, assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runHere } from "../cli/run.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-requests-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = runHere({})

/** Answers requests in a file, and gives what was written beside what was told. */
const answer = async (name: string, text: string, ...flags: ReadonlyArray<string>) => {
  const file = join(folder, name)
  const out = join(folder, "answers.csv")
  writeFileSync(file, text)
  rmSync(out, { force: true })
  const columns = ["--columns", "id,headline,unread", "--refusals", "inline", "--out", out]
  const { status, stderr } = await run(["bilan", `@${file}`, ...columns, ...flags])
  return { status, stderr, stdout: existsSync(out) ? readFileSync(out, "utf8") : "" }
}

const ids = ["+33", "-A1", "=1+1", "@42", "-0", "0", "007", "-7", "1e3", " a ", "a;=1", "'x", "1.0"]

describe("ids of requests", () => {
  const rowsOf = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[0])

  it("come back as they came in CSV, and from flat lines of JSON", async () => {
    const csv = ["id,residence,destinations", ...ids.map((id) => `${id},FR,US`)].join("\n")
    assert.deepStrictEqual(rowsOf((await answer("ids.csv", csv)).stdout), ids)
    const lines = ids.map((id) =>
      JSON.stringify({ id, residence: "FR", destinations: "US", tier: null }),
    )
    assert.deepStrictEqual(rowsOf((await answer("ids.ndjson", lines.join("\n"))).stdout), ids)
  })
})

describe("a BIN", () => {
  const headline = "coach.headline.medical_shortfall"
  const told = "card.bin is ignored; it should be digits"
  const csv = "id,residence,destinations,bin\na,FR,US,497203.0\nb,FR,US,4972O3\n"
  const lines = [
    { id: "a", residence: "FR", destinations: ["US"], bin: 497203 },
    { id: "b", residence: "FR", destinations: ["US"], bin: "4972O3" },
  ].map((line) => JSON.stringify(line))

  it.each([
    ["bins.csv", csv],
    ["bins.ndjson", `${lines.join("\n")}\n`],
  ])("is read as digits, or stands in unread and fails --strict: %s", async (name, text) => {
    const { status, stdout } = await answer(name, text)
    assert.strictEqual(status, 0)
    assert.deepStrictEqual(stdout.trimEnd().split("\n").slice(1), [
      `a,${headline},,,`,
      `b,coach.headline.unknown_card,${told},,`,
    ])
    const strict = await answer(name, text, "--strict")
    assert.strictEqual(strict.status, 1)
    assert.include(strict.stderr, "card.bin (1)")
  })
})

describe("an array of JSON", () => {
  const lone = JSON.stringify([{ residence: "FR", destinations: ["US"] }])
  it.each([
    ["one.json", lone],
    ["several.json", `[\n  ${lone.slice(1, -1)},\n  {}\n]\n`],
    ["marked.json", `\u{feff} \n${lone}`],
    ["large.json", `[${"{},".repeat(50_000)}{}]`],
  ])("is told to be one: %s", async (name, text) => {
    const { status, stderr, stdout } = await answer(name, text)
    assert.deepStrictEqual({ status, stdout }, { status: 1, stdout: "" })
    assert.strictEqual(
      stderr,
      `viatica: Cannot read ${join(folder, name)}: it is a JSON array; write one object a line, as \`jq -c '.[]'\` does\n`,
    )
  })
})

describe("an index of rows", () => {
  it.each(["Unnamed: 0", "__index_level_0__", "index"])(
    "is named for what it is: %s",
    async (name) => {
      const { stderr } = await answer("index.csv", `${name},residence,destinations\n0,FR,US\n`)
      assert.strictEqual(
        stderr,
        `viatica: index.csv:1: "${name}" is the index that pandas gave its rows; write the table with index=False\n`,
      )
    },
  )

  it("without a name is told where it stands", async () => {
    const { stdout } = await answer("index.csv", `,residence,destinations,\n0,FR,US,\n1,FR,US,x\n`)
    const hint =
      "pandas leaves its index out with index=False, R its row names with row.names=FALSE"
    assert.include(stdout, `""0"" stands in column 1, which has no name (${hint})"`)
    assert.include(stdout, `""x"" stands in column 4, which has no name"`)
  })
})
