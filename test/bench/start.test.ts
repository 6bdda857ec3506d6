import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Result from "effect/Result"
import { timeStart } from "../../bench/start/process.ts"
import { commandLine, serverLine, serverOptions } from "../../bench/start/command-line.ts"
import { countLines } from "../../http/bulk/batch/line-batches.ts"
import { tablesDigest, tablesHash } from "../../http/tables/table-bundle.ts"
import { apiVersion } from "../../http/config/version.ts"
import manifest from "../../package.json" with { type: "json" }
import { copyTables } from "../http/tables/copied-tables.ts"
import { builtPackages } from "../support/built-package.ts"
import { times } from "../support/long.ts"
import { utcDay } from "../../http/platform/utc-day.ts"
import { runProcess } from "../support/run-process.ts"
import { shippedTables } from "../support/tables.ts"
import { makeOfflineCoach } from "../../rules/coach/offline.ts"
import { shippedSources } from "../support/shipped-sources.ts"

const listening = (handler: string) => [
  "--eval",
  `require("node:http").createServer(${handler}).listen(process.env.PORT, "127.0.0.1")`,
]

it("a start is timed to the end of the first answer", async () => {
  const args = listening(`(_, answer) => setTimeout(() => answer.end("late"), 300)`)
  assert.isAtLeast(await timeStart({ args, path: "/" }), 300)
})

it.each([
  { name: "ends before it listens", args: ["--eval", "process.exit(3)"], told: /did not start/ },
  {
    name: "refuses",
    args: listening("(_, answer) => answer.writeHead(503).end()"),
    told: /answered HTTP\/1.1 503/,
  },
])("a server that $name is an error", async ({ args, told }) => {
  await timeStart({ args, path: "/" }).then(
    () => assert.fail("it was timed"),
    (error: Error) => assert.match(error.message, told),
  )
})

it("the command line is started as npm does it", async () => {
  const args = commandLine("--version")
  const { status, stdout } = await runProcess(process.execPath, args, { cwd: "/" })
  assert.strictEqual(status, 0)
  assert.match(stdout, /^viatica v\d/)
})

it("a server is started as npm does it, with Node's options first", async () => {
  const args = serverLine()
  const options = serverOptions()
  assert.isAbove(options.length, 0)
  assert.deepStrictEqual(args.slice(0, options.length), options)
  assert.strictEqual(manifest.scripts.start, `${manifest.scripts.serve} --demo`)
  const guide = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8")
  assert.include(guide.replaceAll(/\s+/g, " "), `node ${options.join(" ")} …/viatica.js serve`)
  const { status, stdout } = await runProcess(process.execPath, [...args, "--help"], { cwd: "/" })
  assert.strictEqual(status, 0)
  assert.match(stdout, /viatica serve/)
})

describe("the package of the service, built into a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-bench-"))
  let built = ""
  let home = ""

  beforeAll(async () => {
    home = (await builtPackages()).service
    built = join(home, "dist/viatica.js")
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
    runProcess(process.execPath, [built, ...args], { cwd: folder, environment })

  const bilan = ["bilan", '{"residence":"FR","destinations":["US"]}']

  it("runs its command line over the tables that it was built with", async () => {
    const { status, stderr, stdout } = await run([...bilan, "--json"])
    assert.strictEqual(status, 0, stderr)
    const version = `${apiVersion}+${tablesHash(shippedSources())}`
    // The command line tells it the day, as the service does.
    const coach = makeOfflineCoach(shippedTables, version, utcDay(Date.now()))
    const expected = coach.bilan(JSON.parse(bilan[1] ?? ""))
    assert.deepStrictEqual(JSON.parse(stdout), Result.getOrThrow(expected))
  })

  it("takes those tables as checked, and checks any others", async () => {
    const bundled = join(home, "dist/service")
    const texts = readdirSync(bundled).map((file) => readFileSync(join(bundled, file), "utf8"))
    assert.isTrue(texts.some((text) => text.includes(tablesDigest(shippedSources()))))
    using tables = copyTables()
    tables.edit("sandbox/cancellation_rates.csv", (text) => text.replace("student,<=30,330\n", ""))
    const { status, stderr } = await run(bilan, { TABLES_DIR: tables.folder })
    assert.strictEqual(status, 1)
    assert.include(stderr, "expected a row that applies to cancellation_scale=student")
  })

  it("answers lines", async () => {
    const { status, stderr, stdout } = await runProcess(
      process.execPath,
      [built, "bilan", "-", "--workers", "2"],
      { cwd: folder, input: `${bilan[1]}\n` },
    )
    assert.strictEqual(status, 0, stderr)
    assert.include(stdout, tablesHash(shippedSources()))
  })

  it("answers more lines than one thread is for", async () => {
    const lines = times(30_000, 60_000)
    const file = join(folder, "lines.ndjson")
    // Blanks make lines long, as threads are started for so many bytes.
    writeFileSync(file, `${(bilan[1] ?? "").padEnd(1_000)}\n`.repeat(lines))
    const child = spawn(process.execPath, [built, "bilan", `@${file}`, "--workers", "2"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    })
    const closed = once(child, "close")
    let answered = 0
    child.stdout.on("data", (chunk: Buffer) => {
      answered += countLines(chunk)
    })
    assert.deepStrictEqual(await closed, [0, null])
    assert.strictEqual(answered, lines)
  })
})
