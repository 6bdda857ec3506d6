import { afterAll, assert, describe, it } from "@effect/vitest"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ProcessOutcome } from "../../../support/run-process.ts"
import { expectLine, runCommand, runHere } from "../run.ts"

const shipped = fileURLToPath(new URL("../../../../data/", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "viatica-explain-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
cpSync(shipped, folder, { recursive: true })

const headlines = [
  "warning,reach,plan,strongest,unmatched,origin,medical,ceiling,found,step,condition,limit_known,confirmed,key,facts_key,vars",
  "# A comment.",
  "<=3,,,,,exact,,,,,,,,few,few,target",
  ",,,,,none,,,,,,,,no_card,no_card,target",
  ",,,,,exact,met,,,,,,,many,many,target",
  "4,,,,,not(none),,,,,,,,part,part,target",
  "",
]
writeFileSync(join(folder, "coach/headlines.csv"), headlines.join("\n"))

const place = (line: number): string => `${join(folder, "coach/headlines.csv")}:${line}`
const input = {
  warning: 3,
  reach: "abroad",
  plan: "public",
  strongest: "strong",
  unmatched: null,
  origin: "exact",
  medical: "met",
  ceiling: "printed",
  found: null,
  step: "zone",
  condition: null,
  limitKnown: true,
  confirmed: true,
}

const explain = (args: ReadonlyArray<string>, stdin = ""): Promise<ProcessOutcome> =>
  (stdin === "" ? runHere : runCommand)({ TABLES_DIR: folder })(
    ["tables", "explain", ...args],
    stdin,
  )

const asked = (facts: object, ...flags: ReadonlyArray<string>) =>
  explain(["headlines", JSON.stringify(facts), ...flags])

const linesOf = ({ stdout }: ProcessOutcome): ReadonlyArray<string> => stdout.trimEnd().split("\n")

describe("viatica tables explain", () => {
  it("shows which row fires, which it masks, and cell by cell why the others do not", async () => {
    const finished = await asked(input)
    assert.strictEqual(finished.status, 0, finished.stderr)
    const lines = linesOf(finished)
    assert.strictEqual(
      lines[1],
      "1 of 4 rows fires; masked: 1; do not apply: 2, fewest failed columns first",
    )
    const trace = lines.slice(3, 10).map((line) => line.replaceAll(/ {2,}/g, " | "))
    assert.deepStrictEqual(trace.slice(0, 7), [
      " | warning | origin | medical",
      "input | 3 | exact | met",
      "rows that accept it | 3 | 3 | 4",
      `${place(3)} | fires | ✓ <=3 | ✓ exact | ✓`,
      `${place(5)} | masked by 3 | ✓ | ✓ exact | ✓ met`,
      `${place(4)} | fails 1 | ✓ | ✗ none | ✓`,
      `${place(6)} | fails 1 | ✗ 4 | ✓ not(none) | ✓`,
    ])
    assert.deepStrictEqual(lines.slice(-4), [
      `${place(3)} gives`,
      "  key        few",
      "  facts_key  few",
      "  vars       target",
    ])
  })

  it("shows fewer rows and counts the rest", async () => {
    const finished = await asked(input, "--rows", "1")
    assert.include(finished.stdout, "do not apply: 2, 1 of them shown")
    assert.notInclude(finished.stdout, place(6))
  })

  it("prints the same as JSON alone", async () => {
    const { status, stdout } = await asked(input, "--json")
    assert.strictEqual(status, 0)
    const answer = JSON.parse(stdout) as Record<string, { shown: ReadonlyArray<object> }>
    assert.deepInclude(answer["fired"]?.shown[0], {
      line: 3,
      outputs: { key: "few", facts_key: "few", vars: "target" },
    })
    assert.deepInclude(answer["masked"]?.shown[0], { line: 5, maskedBy: 3 })
    assert.deepInclude(answer["missed"]?.shown[0], { line: 4, failed: ["origin"] })
  })

  it("names the smallest change of input that fires a row, around the rows before it", async () => {
    const masked = await asked(input, "--why-not", "5")
    assert.strictEqual(masked.status, 0, masked.stderr)
    assert.deepStrictEqual(linesOf(masked).slice(0, 3), [
      `${place(5)} does not fire: it is masked by ${place(3)}`,
      "The smallest change of input that fires it (no smaller one does):",
      "  warning  3  ->  unknown",
    ])
    const { stdout } = await asked(input, "--why-not", "6", "--json")
    const { answer } = JSON.parse(stdout) as { readonly answer: object }
    assert.deepInclude(answer, {
      _tag: "Change",
      proven: true,
      failed: ["warning"],
      changes: [
        { column: "warning", from: 3, to: 4 },
        { column: "origin", from: "exact", to: "generic" },
      ],
    })
    assert.strictEqual(linesOf(await asked(input, "--why-not", "3"))[0], `${place(3)} fires`)
  })

  it("says what still matters while facts are open", async () => {
    const { stdout } = await asked({ origin: "exact", warning: 4 }, "--partial")
    const lines = stdout.trimEnd().split("\n")
    assert.deepStrictEqual(lines.slice(1), [
      "makes no difference: reach, plan, ceiling, step, limit_known, confirmed",
      `${place(5)}  depends on medical`,
      `${place(6)}  depends on medical`,
      "cannot fire: 2 rows",
    ])
    assert.include(lines[0], ": still matters: medical")
  })

  it("finds the row of a key in a plain table, from standard input too", async () => {
    const { status, stdout } = await explain(["countries.csv", "-"], '{"code":"FR"}')
    assert.strictEqual(status, 0)
    const text = readFileSync(join(folder, "countries.csv"), "utf8").split("\n")
    const line = text.findIndex((row) => row.startsWith("FR,")) + 1
    assert.strictEqual(stdout.split("\n")[0], `${join(folder, "countries.csv")}:${line}`)
    const missing = await explain(["countries", '{"code":"ZZZ"}'])
    assert.strictEqual(missing.status, 1)
    assert.match(missing.stderr, /^viatica: countries\.csv has no row with this key.*\n$/)
  })

  it("refuses what a table cannot be asked with, in one line that says what is allowed", async () => {
    const cases: ReadonlyArray<readonly [args: ReadonlyArray<string>, expected: string]> = [
      [["headlins", "{}"], 'There is no table "headlins"; did you mean coach/headlines.csv?'],
      [["headlines", "@none.json"], "Cannot read none.json: no such file"],
      [
        ["headlines", JSON.stringify({ ...input, origin: "exat" })],
        'origin: "exat" should be one of exact, generic, baseline, none; did you mean "exact"?',
      ],
      [
        ["headlines", '{"origin":"exact"}'],
        "also asks for reach, plan, medical, ceiling, step, limit_known, confirmed",
      ],
      [
        ["headlines", JSON.stringify(input), "--why-not", "2"],
        "coach/headlines.csv has no row at line 2; the nearest row is at line 3",
      ],
      [["countries", "{}", "--why-not", "2"], "a plain table has keys and no conditions"],
    ]
    for (const [args, expected] of cases) expectLine(await explain(args), 1, expected)
  })
})
