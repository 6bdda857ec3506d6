import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { corpusOf } from "../../rules/corpus/corpus.ts"
import { isLong } from "../support/long.ts"
import { runProcess } from "../support/run-process.ts"
import { shippedTables } from "../support/tables.ts"
import { effectConsumer } from "./effect-consumer.ts"
import {
  copyConsumer,
  install,
  installPackages,
  manifests,
  npmTimeoutMs,
  packedPackage,
  root,
} from "./npm.ts"
import { libraryRuntimes } from "./runtimes.ts"
import { typedSettings } from "./typed-consumer.ts"

/** A part of the corpus, as every runtime starts anew: tests of rules try all of it. */
const requests = corpusOf(shippedTables).filter((_, index) => isLong || index % 20 === 0)

/** What the consumer prints, whatever runs it. */
const expected = {
  asked: requests.length,
  different: 0,
  differing: [],
  refused: {
    _tag: "BilanRefused",
    code: "NO_DESTINATIONS",
    detail: "destinations: at least one 2-letter country code",
    message: "NO_DESTINATIONS: destinations: at least one 2-letter country code",
    isError: true,
  },
  unlisted: { _tag: "NotInTables", message: "The tables have no currency ZZZ." },
  plain: true,
  edited: { shouldSell: false, version: "mine" },
  wrong: 'coach/selling.csv:2:1 strongest: "weak" should be one of decisive, strong, useful',
  called: { target: 500_000, error: { error: "BAD_DATES", detail: "trip.endDate" } },
  decoded: 500_000,
  mistake: 1,
}

describe("viatica/effect, packed and installed elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-effect-"))
  const consumer = join(folder, "consumer")
  const environment = { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" }
  beforeAll(async () => {
    await installPackages(consumer)
    addPrograms(consumer)
  }, 2 * npmTimeoutMs)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const addPrograms = (into: string): void => {
    copyConsumer(into)
    writeFileSync(join(into, "corpus.json"), JSON.stringify(requests))
  }

  const versionOfEffect = (of: string): string => {
    const text = readFileSync(join(of, "node_modules/effect/package.json"), "utf8")
    return (JSON.parse(text) as { readonly version: string }).version
  }

  const answersAsExpected = async (
    [program, ...options]: readonly [string, ...ReadonlyArray<string>],
    cwd = consumer,
  ): Promise<void> => {
    const ended = await runProcess(program, [...options, "effect.mjs"], { cwd, environment })
    assert.strictEqual(ended.status, 0, ended.stderr)
    const { overTables, unknown, ...told } = JSON.parse(ended.stdout)
    assert.deepStrictEqual(told, expected)
    assert.strictEqual(overTables.shouldSell, false)
    assert.match(overTables.version, /^[\d.]+\+\w+\+own$/)
    assert.include(unknown, "coach/nothing.csv:1:1 expected the file of a table, under data/")
    assert.isTrue(
      unknown.some((line: string) => line.startsWith("fees.csv:")),
      unknown.join("\n"),
    )
    assert.strictEqual(new Set(unknown).size, unknown.length)
  }

  it.each(libraryRuntimes)(
    "gives what the plain functions give on $name",
    { timeout: npmTimeoutMs },
    async ({ commandLine }) => answersAsExpected(await commandLine()),
  )

  it(
    "does with the oldest and the newest effect that it allows",
    { timeout: 2 * npmTimeoutMs },
    async () => {
      const { effect: range } = manifests.library.peerDependencies
      const oldest = (range ?? "").replace(/^\^/, "")
      // Installed without a version named, it is the newest of the range.
      const newest = versionOfEffect(consumer)
      console.info(`effect ${oldest} is the oldest and ${newest} the newest version of ${range}.`)
      if (newest === oldest) return
      const elsewhere = join(folder, "oldest")
      await install(elsewhere, await packedPackage("library"), `effect@${oldest}`)
      addPrograms(elsewhere)
      assert.strictEqual(versionOfEffect(elsewhere), oldest)
      await answersAsExpected([process.execPath], elsewhere)
    },
  )

  it("tells a strict compiler its types, which are held to those of effect", async () => {
    writeFileSync(join(consumer, "typed.ts"), effectConsumer)
    const compilerOptions = { ...typedSettings.compilerOptions, skipLibCheck: false }
    writeFileSync(
      join(consumer, "tsconfig.json"),
      JSON.stringify({ ...typedSettings, compilerOptions }),
    )
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const ended = await runProcess(process.execPath, [tsc, "-p", "."], { cwd: consumer })
    assert.strictEqual(ended.stdout + ended.stderr, "")
    assert.strictEqual(ended.status, 0)
  })
})
