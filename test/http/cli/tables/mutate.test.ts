import { afterAll, assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"
import { builtEnvironment, builtProgram } from "../../../support/built-package.ts"
import { times } from "../../../support/long.ts"
import { plainEnvironment } from "../../../support/run-process.ts"
import { expectLine, runHere } from "../run.ts"

const shipped = fileURLToPath(new URL("../../../../data/", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "viatica-mutate-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Has a program take its standard error for a terminal, on which it counts. */
const terminal = "data:text/javascript,process.stderr.isTTY = true"

cpSync(shipped, folder, { recursive: true })

/** One case of some stays in the folder, with what it is accepted to come to; all of them in the long form. */
const keptOneOf = times(6, 1)
const casesFile = join(folder, "corpus/cases.csv")
const [header = "", ...lines] = readFileSync(casesFile, "utf8").trimEnd().split("\n")
const kept = lines.filter((line, at) => !line.startsWith("#") && at % keptOneOf === 0)
writeFileSync(casesFile, [header, ...kept, ""].join("\n"))
const outcomesFile = join(folder, "corpus/case_outcomes.json")
const outcomes = Object.entries(JSON.parse(readFileSync(outcomesFile, "utf8")) as object)
const keptNames = new Set(
  kept.map((line) => /^(?:"(.+?)"|([^,]+)),/.exec(line)?.slice(1).join("") ?? ""),
)
writeFileSync(
  outcomesFile,
  JSON.stringify(Object.fromEntries(outcomes.filter(([name]) => keptNames.has(name)))),
)

const viatica = runHere({ TABLES_DIR: folder })
const mutate = (...args: ReadonlyArray<string>) => viatica(["tables", "mutate", ...args])

describe("viatica tables mutate", () => {
  it("shows the score of a table, and its survivors with what would notice them", async () => {
    const { status, stderr, stdout } = await mutate(
      "--table",
      "headlines",
      "--generated",
      "50",
      "--list",
      "100",
    )
    assert.strictEqual(status, 0, stderr)
    const [row] = stdout.split("\n").filter((line) => line.startsWith("coach/headlines.csv "))
    const [, slips, equivalent, ...others] = (row ?? "").split(/ +/).map(Number)
    const [loading = 0, check = 0, cases = 0, survivors = 0] = others
    assert.strictEqual(Number(slips) - Number(equivalent), loading + check + cases + survivors)
    const named = stdout
      .split("\n")
      .filter((line) => line.startsWith(`${folder}/coach/headlines.csv:`))
    for (const line of named) assert.match(line, /headlines\.csv:\d+:\d+ /)
    assert.strictEqual(named.length, survivors)
    assert.include(stdout, "asked with warning=")
  })

  it("draws slips by a seed, says of how many, and fails below a minimum", async () => {
    const args = ["--table", "coach/bins.csv", "--count", "3", "--generated", "0"]
    const first = await mutate(...args, "--minimum", "95")
    assert.strictEqual(first.status, 1)
    assert.match(first.stdout, /coach\/bins\.csv +3 of \d+/)
    assert.match(
      first.stderr,
      /^viatica: Fewer than 95 % of the slips are noticed: coach\/bins\.csv \d+\.\d %\n$/,
    )
    assert.strictEqual((await mutate(...args)).stdout, first.stdout)
  })

  it.each(["SIGINT", "SIGTERM"] as const)(
    "ends between two slips on %s, with status 130 and no report",
    async (signal) => {
      const command = ["tables", "mutate", "--decisions", "--generated", "0"]
      const args = ["--import", terminal, await builtProgram(), ...command]
      const child = spawn(process.execPath, args, {
        env: { ...plainEnvironment(), ...builtEnvironment(), TABLES_DIR: folder },
        stdio: ["ignore", "pipe", "pipe"],
      })
      onTestFinished(() => void child.kill("SIGKILL"))
      const closed = once(child, "close")
      let printed = ""
      child.stdout.on("data", (chunk: Buffer) => {
        printed += chunk.toString()
      })
      await once(child.stderr, "data")
      child.stderr.resume()
      child.kill(signal)
      assert.deepStrictEqual([...(await closed), printed], [130, null, ""])
    },
  )

  it("prints JSON alone, and refuses tables that it does not judge", async () => {
    const { status, stdout } = await mutate("--table", "fees", "--json", "--generated", "0")
    assert.strictEqual(status, 0)
    const { tables } = JSON.parse(stdout) as {
      readonly tables: ReadonlyArray<{ readonly file: string; readonly score: string }>
    }
    assert.deepStrictEqual(
      tables.map(({ file }) => file),
      ["fees.csv"],
    )
    assert.match(tables[0]?.score ?? "", /^\d+\.\d$/)
    const refused = await mutate("--table", "headlins")
    expectLine(refused, 1, "did you mean coach/headlines.csv?")
  })
})

describe("viatica tables accept", () => {
  it("prints what changed, writes it, and finds nothing the next time", async () => {
    const accept = (...args: ReadonlyArray<string>) =>
      viatica(["tables", "accept", "--tables", folder, ...args])
    const before = await accept("--check")
    assert.deepStrictEqual([before.status, before.stderr], [0, ""], before.stdout)
    const table = join(folder, "coach/social.csv")
    const text = readFileSync(table, "utf8")
    const changedText = text.replace(/^(,abroad,.*),below_target$/m, "$1,not_held")
    assert.notStrictEqual(changedText, text)
    writeFileSync(table, changedText)
    const check = await accept("--check")
    assert.strictEqual(check.status, 1)
    assert.match(
      check.stderr,
      /^viatica: \d+ changes of outcomes are not in .*viatica tables accept records them\n$/,
    )
    assert.match(check.stdout, /^.+: social: (\d+) -> \d+$/m)
    const written = await accept()
    assert.strictEqual(written.status, 0, written.stderr)
    assert.include(written.stdout, `${join(folder, "corpus/case_outcomes.json")} written`)
    const again = await accept("--check")
    assert.deepStrictEqual([again.status, /come to what is accepted/.test(again.stdout)], [0, true])
  })
})
