import { expect, it } from "@effect/vitest"
import { checkDates } from "../../../../rules/coach/sources/sources-report.ts"
import { shippedTables } from "../../../support/tables.ts"
import { copyTables } from "../../tables/copied-tables.ts"
import { expectSarif } from "../../../support/sarif.ts"
import { runHere } from "../run.ts"

/** Pages of the shipped tables that have no date. */
const undated = checkDates(shippedTables).length

const check = (...args: ReadonlyArray<string>) => runHere({})(["tables", "check", ...args])

/** A copy with a gap, rows that disagree, a missing row and a row that never applies. */
const spoiltTables = () => {
  const tables = copyTables()
  tables.edit("sandbox/tariffs.csv", (text) =>
    text.replace("leisure_essential,europe,[9..31],12.30,0.46\n", ""),
  )
  tables.edit("sandbox/age_factors.csv", (text) => `${text}leisure,[0..2],55\n`)
  tables.edit("coach/medical_steps.csv", (text) => text.replace(/^us,top,.*\n/m, ""))
  tables.edit("coach/headlines.csv", (text) => text + (/^4,.*\n/m.exec(text)?.[0] ?? ""))
  return tables
}

const linesOf = (text: string, file: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => line.includes(`/${file}:`))

it("`tables check` shows findings by file with examples, and fails on errors", async () => {
  using tables = spoiltTables()
  const { status, stderr, stdout } = await check("--tables", tables.folder)
  expect(status).toBe(1)
  expect(stderr).toBe("viatica: 3 errors in 3 files\n")
  expect(linesOf(stdout, "sandbox/tariffs.csv")).toEqual([
    `${tables.folder}/sandbox/tariffs.csv:1:1 error no row applies to tariff=leisure_essential, zone=europe, days=[9..31]`,
  ])
  expect(stdout).toContain(
    [
      "  for example: tariff=leisure_essential, zone=europe, days=9",
      "  a row that closes it: leisure_essential,europe,[9..31],?,?",
      "  or, if it is meant: # gap tariff=leisure_essential zone=europe days=[9..31] : why",
    ].join("\n"),
  )
  const factors = linesOf(stdout, "sandbox/age_factors.csv")
  expect(factors).toHaveLength(2)
  expect(factors[0]).toMatch(
    / error lines \d+ and \d+ both apply, and disagree: factor_percent "50" or "55"$/,
  )
  expect(factors[1]).toMatch(
    / warning this row never counts: line \d+ takes all that it applies to$/,
  )
  expect(stdout).toMatch(
    /\/coach\/medical_steps\.csv:1:1 error no row for market=us, currency=USD, step=top, so the target /m,
  )
  expect(stdout).toMatch(/\/coach\/headlines\.csv:\d+:1 warning this row never counts: line/m)
  expect(stdout).toMatch(
    new RegExp(`analysed: 3 errors, ${undated + 2} warnings, \\d+ notes?, nothing unknown\n$`),
  )
})

it("closing rows and declared gaps settle what was found", async () => {
  using tables = spoiltTables()
  tables.edit(
    "sandbox/tariffs.csv",
    (text) => `${text}leisure_essential,europe,[9..31],12.30,0.46\n`,
  )
  tables.edit("sandbox/age_factors.csv", (text) => text.replace("leisure,[0..2],55\n", ""))
  tables.edit(
    "coach/medical_steps.csv",
    (text) => `${text}"# gap market=us step=top : ""not"" for now",,,,,\n`,
  )
  const { status, stdout } = await check("--tables", tables.folder)
  expect(status).toBe(0)
  expect(stdout).toContain(`analysed: 0 errors, ${undated + 1} warnings, `)
  const strict = await check("--tables", tables.folder, "--strict")
  expect(strict.status).toBe(1)
  expect(strict.stderr).toBe(`viatica: ${undated + 1} warnings in 2 files\n`)
})

it("sound tables are analysed beside tables with mistakes, and the others are unknown", async () => {
  using tables = spoiltTables()
  tables.insert("coach/markets.csv", "fr,FR,euro,fr,fr-FR,France,France")
  const { status, stderr, stdout } = await check("--tables", tables.folder, "--json")
  const report = JSON.parse(stdout)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^viatica: 2 mistakes, 2 errors in \d files\n$/)
  expect(report.mistakes.map(({ file }: { file: string }) => file)).toEqual([
    "coach/markets.csv",
    "coach/markets.csv",
  ])
  const unknown = report.findings.filter(({ kind }: { kind: string }) => kind === "unknown")
  expect(unknown).toContainEqual(
    expect.objectContaining({
      file: "coach/medical_steps.csv",
      question: "required rows",
      reason: "mistakes",
      files: ["coach/markets.csv"],
    }),
  )
  expect(report.complete).toBe(false)
  expect(report.counts.unknown).toBe(unknown.length)
})

it("`--json` prints findings with their facts", async () => {
  using tables = spoiltTables()
  const { stdout } = await check("--tables", tables.folder, "--json")
  const { analysed, complete, counts, findings } = JSON.parse(stdout)
  expect(complete).toBe(true)
  expect(counts).toMatchObject({ mistakes: 0, error: 3, warning: undated + 2, unknown: 0 })
  expect(analysed.decisionTables).toBeGreaterThanOrEqual(10)
  expect(analysed.rules).toBeGreaterThan(400)
  expect(findings).toContainEqual({
    kind: "gap",
    severity: "error",
    file: "sandbox/tariffs.csv",
    line: 1,
    character: 1,
    message: "no row applies to tariff=leisure_essential, zone=europe, days=[9..31]",
    hitPolicy: "unique",
    region: { tariff: "leisure_essential", zone: "europe", days: "[9..31]" },
    witness: { tariff: "leisure_essential", zone: "europe", days: 9 },
    row: "leisure_essential,europe,[9..31],?,?",
    directive: "# gap tariff=leisure_essential zone=europe days=[9..31] : ",
  })
})

it("what is cut short is unknown, fails with --strict, and is said in JSON", async () => {
  const lenient = await check("--budget", "100", "--json")
  expect(lenient.status).toBe(0)
  expect(JSON.parse(lenient.stdout)).toMatchObject({ complete: false, mistakes: [] })
  const strict = await check("--budget", "100", "--strict")
  expect(strict.status).toBe(1)
  expect(strict.stdout).toMatch(
    /^warning [1-9]\d* questions unknown \(.+ \d+\), which --json lists; the first: .*was cut short$/m,
  )
  expect(strict.stdout.match(/was cut short/g)).toHaveLength(1)
  expect(strict.stdout).toMatch(/, [1-9]\d* questions unknown\n$/)
})

it("`--format sarif` prints SARIF 2.1.0 with a rule and a place for each result", async () => {
  using tables = spoiltTables()
  tables.insert("fees.csv", "standard_fee,1,bps,test")
  const { status, stdout } = await check("--tables", tables.folder, "--format", "sarif")
  expect(status).toBe(1)
  const results = expectSarif(JSON.parse(stdout))
  expect(results.map(({ ruleId }) => ruleId)).toEqual(
    expect.arrayContaining(["mistake", "gap", "conflict", "missing-row", "shadowed-row"]),
  )
  const conflict = results.find(({ ruleId }) => ruleId === "conflict")
  expect(conflict?.relatedLocations).toHaveLength(1)
})

it("`--format sarif` names files from the folder that it runs in", async () => {
  const { status, stdout } = await check("--format", "sarif")
  expect(status).toBe(0)
  const results = expectSarif(JSON.parse(stdout))
  expect(results.length).toBeGreaterThan(0)
  for (const { locations } of results) {
    expect(locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/^data\/[a-z/_]+\.csv$/)
  }
})

it("`--format github` prints a workflow command for each line, and escapes it", async () => {
  using tables = copyTables()
  tables.insert("reference/languages.csv", "x%,A: b")
  tables.edit("sandbox/tariffs.csv", (text) =>
    text.replace("leisure_essential,europe,[9..31],12.30,0.46\n", ""),
  )
  const { status, stdout } = await check("--tables", tables.folder, "--format", "github")
  expect(status).toBe(1)
  const commands = stdout.split("\n").filter((line) => line.startsWith("::"))
  const pattern = /^::(error|warning|notice) file=[^:,]+,line=\d+,col=\d+,title=[a-z-]+::\S/
  expect(commands.length).toBeGreaterThanOrEqual(2)
  for (const command of commands) expect(command).toMatch(pattern)
  expect(commands.find((command) => command.includes("reference/languages.csv,"))).toMatch(
    /^::error file=[^,]*reference\/languages\.csv,line=2,col=1,title=mistake::language: "x%25" should be/,
  )
  expect(commands.find((command) => command.includes("tariffs.csv"))).toMatch(
    /title=gap::no row applies to .*%0Afor example: .*%0Aa row that closes it: /,
  )
})

it("`--json` and another format exclude each other", async () => {
  const { status, stderr, stdout } = await check("--json", "--format", "sarif")
  expect({ status, stderr, stdout }).toEqual({
    status: 2,
    stdout: "",
    stderr: "viatica: --json and --format sarif exclude each other\n",
  })
  const unknown = await check("--format", "xml")
  expect(unknown.status).toBe(2)
})

it("what was found before is told as it was, and `--fresh` finds the same", async () => {
  using tables = spoiltTables()
  const first = await check("--tables", tables.folder, "--json")
  expect(first.status).toBe(1)
  expect(await check("--tables", tables.folder, "--json")).toEqual(first)
  expect(await check("--tables", tables.folder, "--json", "--fresh")).toEqual(first)
})
