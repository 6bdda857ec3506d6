import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { tableFromArrays, tableFromIPC, tableToIPC } from "@uwdata/flechette"
import { rolldown } from "rolldown"
import { makeOfflineQuotes } from "../../http/bulk/offline-quotes.ts"
import { runProcess } from "../support/run-process.ts"
import { shippedTables } from "../support/tables.ts"
import { copyConsumer, installPackages, npmTimeoutMs, root } from "./npm.ts"
import { libraryRuntimes } from "./runtimes.ts"
import { plainConsumer, typedSettings } from "./typed-consumer.ts"

interface Answers {
  readonly modules: ReadonlyArray<string>
  readonly engineVersion: string
  readonly sandbox: object
  readonly live: object
}

const days = { startDate: "2027-07-01", endDate: "2027-07-14" }
const places = { countryResidence: "FR", arrivalCountries: ["US"] }
const trip = { intent: "forTourism", ...days, ...places, travellers: [{ age: 34 }] }

/** Addresses hold the service's own; here they are those of the package, without one. */
const withoutIcons = (quote: object): unknown =>
  JSON.parse(JSON.stringify(quote).replaceAll(/"\/icons\/[^"]+"/g, '"icon"'))

describe("the package as a library", () => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-library-"))
  const consumer = join(folder, "consumer")
  const home = join(consumer, "node_modules/viatica")
  const environment = { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" }

  beforeAll(async () => {
    await installPackages(consumer)
    copyConsumer(consumer)
  }, 2 * npmTimeoutMs)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (program: string, args: ReadonlyArray<string>, more = {}) =>
    runProcess(program, args, { cwd: consumer, environment: { ...environment, ...more } })

  const answersOf = async (program: string, args: ReadonlyArray<string>): Promise<Answers> => {
    const { status, stderr, stdout } = await run(program, args)
    assert.strictEqual(status, 0, stderr)
    return JSON.parse(stdout) as Answers
  }

  it("prices trips as the command line does, without effect, files and network", async () => {
    const sealed = ["--permission", `--allow-fs-read=${consumer}`, "--import", "./seal.mjs"]
    const noCode = "--disallow-code-generation-from-strings"
    const answers = await answersOf(process.execPath, [...sealed, noCode, "library.mjs"])
    assert.deepStrictEqual(
      answers.modules.filter((url) => url.includes("/node_modules/effect/")),
      [],
    )
    for (const [mode, language] of [
      ["sandbox", "en"],
      ["live", "fr"],
    ] as const) {
      const quotes = makeOfflineQuotes(shippedTables, {
        engineVersion: answers.engineVersion,
        links: { iconUrl: () => "/icons/x", documentUrl: (id, kind) => `/documents/${id}/${kind}` },
        mode,
        today: shippedTables.currencies.get("EUR")?.rateDate ?? "",
      })
      const expected = Result.getOrThrow(quotes.quote({ trip, language }))
      assert.deepStrictEqual(withoutIcons(answers[mode]), withoutIcons(expected))
    }
    const { modules: _, ...told } = answers
    assert.deepInclude(told as object, {
      refused: {
        _tag: "QuoteRefusal",
        code: "NO_TRAVELLERS",
        detail: "trip.travellers: list of 1 to 50 travellers",
      },
      misspelt: "trip.tripPrice",
      unread: "BAD_RESIDENCE",
      badCountry: "BAD_COUNTRY",
      fare: [{ fare: "1.25", line: 3 }],
      gaps: ["no row applies to age=65"],
      parts: [34, 33, 33],
      yen: 1625,
      mistakes: true,
      known: {
        residence: "FR",
        destinations: ["US"],
        card: { bin: "49720312" },
        trip: { friends: false, longTrip: false, riskyActivity: false },
      },
    })
  })

  it("gives data: what its types say, copied, spread and as JSON", async () => {
    const { status, stderr, stdout } = await run(process.execPath, ["plain.mjs"])
    assert.strictEqual(status, 0, stderr)
    const { looked, problems } = JSON.parse(stdout) as {
      readonly looked: number
      readonly problems: ReadonlyArray<string>
    }
    assert.deepStrictEqual(problems, [])
    assert.isAbove(looked, 100)
  })

  it.each(libraryRuntimes)("answers the same on $name", { timeout: npmTimeoutMs }, async (each) => {
    const [program, ...options] = await each.commandLine()
    const usual = await answersOf(process.execPath, ["library.mjs"])
    assert.deepStrictEqual(await answersOf(program, [...options, "library.mjs"]), usual)
  })

  it("answers a market's residents by its own tables as by all, and nobody else", async () => {
    const { status, stderr, stdout } = await run(process.execPath, ["markets.mjs"])
    assert.strictEqual(status, 0, stderr)
    const { asked, ...told } = JSON.parse(stdout) as { readonly asked: number }
    assert.isAbove(asked, 1_000)
    assert.deepStrictEqual(told as object, {
      blank: [],
      refused: ["OTHER_LANGUAGE"],
      canadian: ["en", "fr"],
      differing: [],
      different: 0,
      foreign: { _tag: "MarketRefusal", code: "OTHER_MARKET", market: "us", tablesOf: "fr" },
      mistakes: [
        'coach/selling.csv:2:1 strongest: "weak" should be one of decisive, strong, useful',
      ],
    })
  })

  it.each([
    { program: "pricing.mjs", tables: ["pricing"], prints: true },
    { program: "coach.mjs", tables: ["fr"], prints: true },
    {
      program: "effect-market.mjs",
      tables: ["fr"],
      prints: {
        target: 500_000,
        sameStep: true,
        refused: ["OTHER_MARKET", "OTHER_MARKET"],
        unnamed: "tables of pricing were asked and none are named",
      },
    },
  ])("loads for $program the tables of $tables alone", async ({ prints, program, tables }) => {
    const file = join(folder, "loaded.json")
    const { status, stderr, stdout } = await run(
      process.execPath,
      ["--import", "./loaded.mjs", program],
      { LOADED_FILE: file },
    )
    assert.strictEqual(status, 0, stderr)
    assert.deepStrictEqual(JSON.parse(stdout), prints)
    const urls = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<string>
    const loaded = urls.flatMap((url) => /\/dist\/tables\/(\w+)\.js$/.exec(url)?.[1] ?? [])
    assert.deepStrictEqual(loaded.filter((name) => name !== "facts").sort(), tables)
  })

  it("costs a strict compiler less than twice effect's results, and needs no type of effect", async () => {
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const typesOf = async (source: string): Promise<number> => {
      writeFileSync(join(consumer, "typed.ts"), source)
      const compilerOptions = { ...typedSettings.compilerOptions, skipLibCheck: false }
      writeFileSync(
        join(consumer, "tsconfig.json"),
        JSON.stringify({ ...typedSettings, compilerOptions }),
      )
      const ended = await run(process.execPath, [tsc, "-p", ".", "--extendedDiagnostics"])
      assert.strictEqual(ended.status, 0, ended.stdout)
      return Number(/^Types: +(\d+)/m.exec(ended.stdout)?.[1])
    }
    const alone = 'import * as Result from "effect/Result"\nexport const one = Result.succeed(1)\n'
    assert.isAtMost(await typesOf(plainConsumer), 2 * (await typesOf(alone)))
    const declared = readFileSync(join(home, "dist/types/http/library/index.d.ts"), "utf8")
    assert.notInclude(declared.replaceAll(/^ \*.*$/gm, ""), '"effect')
  })

  it("gives programs of effect what its plain functions give", async () => {
    const program = `
      import { strict as assert } from "node:assert"
      import * as Effect from "effect/Effect"
      import { quote } from "viatica"
      import { quoteEffect } from "viatica/effect"
      const trip = ${JSON.stringify(trip)}
      const live = { mode: "live" }
      assert.deepEqual(Effect.runSync(quoteEffect({ trip }, live)), quote({ trip }, live).success)
      const refused = { trip: { ...trip, travellers: [] } }
      assert.deepEqual(Effect.runSync(Effect.flip(quoteEffect(refused))), quote(refused).failure)`
    const ended = await run(process.execPath, ["--input-type=module", "--eval", program])
    assert.deepStrictEqual([ended.status, ended.stderr], [0, ""])
  })

  it("runs and compiles the examples of its guide", async () => {
    const guide = readFileSync(join(root, "docs/importers.md"), "utf8")
    const examples = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "")
    assert.isAbove(examples.length, 6)
    const files = examples.map((_, index) => `guide-${index}.ts`)
    for (const [index, file] of files.entries()) {
      writeFileSync(join(consumer, file), `${examples[index]}\nexport {}\n`)
    }
    const types = { ...typedSettings.compilerOptions, types: ["node"], skipLibCheck: true }
    const typeRoots = [join(root, "node_modules/@types")]
    writeFileSync(
      join(consumer, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...types, typeRoots }, files }),
    )
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const compiled = await run(process.execPath, [tsc, "-p", "."])
    assert.strictEqual(compiled.stdout, "")
    for (const file of files) {
      const { status, stderr } = await run(process.execPath, [file])
      assert.strictEqual(status, 0, `${file}: ${stderr}`)
    }
  })

  it("gives DuckDB its functions, as the guide of columns shows", async () => {
    // The peer as an importer would have installed it.
    symlinkSync(join(root, "node_modules/@duckdb"), join(consumer, "node_modules/@duckdb"))
    const guide = readFileSync(join(root, "docs/columns.md"), "utf8")
    // An imported table, as one of the programs reads it.
    const [rows, fares] = [
      "age,zone,fare\n<65,city,2.5\n>=65,city,1.5\n,sea,4\n",
      {
        format: "viatica table 1",
        name: "Fares",
        about: "What a ride costs.",
        hitPolicy: "unique",
        inputs: [
          { name: "age", label: "Age", expression: "age", type: "number" },
          { name: "zone", label: "Zone", expression: "zone", type: "words" },
        ],
        outputs: [{ name: "fare", label: "Fare", type: "number" }],
        annotations: [],
        from: { format: "DMN", version: "1.3", id: "fares" },
      },
    ]
    writeFileSync(join(consumer, "fares.table.json"), JSON.stringify(fares))
    writeFileSync(join(consumer, "fares.csv"), rows)
    const shown = [...guide.matchAll(/^```js\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)]
    assert.lengthOf(shown, 2)
    for (const [, program = "", printed] of shown) {
      const ended = await run(process.execPath, ["--input-type=module", "--eval", program])
      assert.deepStrictEqual([ended.status, ended.stderr, ended.stdout], [0, "", printed])
    }
  })

  it("answers tables of Arrow by its command as those of CSV", async () => {
    const [csv, arrow] = [join(folder, "cards.csv"), join(folder, "cards.arrow")]
    writeFileSync(csv, "id,residence,destinations\n1,FR,US;CA\n2,FR,ES\n3,FRA,ES\n")
    const columns = {
      id: [1, 2, 3],
      residence: ["FR", "FR", "FRA"],
      destinations: ["US;CA", "ES", "ES"],
    }
    writeFileSync(arrow, tableToIPC(tableFromArrays(columns), {}) ?? "")
    const command = join(consumer, "node_modules/viatica-service/dist/viatica.js")
    const answers = await Promise.all(
      [csv, arrow].map(async (file) => {
        const out = `${file}.out.arrow`
        const asked = ["--columns", "id,headline,gapCount", "--refusals", "inline", "--out", out]
        const ended = await run(process.execPath, [command, "bilan", `@${file}`, ...asked])
        assert.strictEqual(ended.stderr, "viatica: 1 of 3 rows got no bilan\n")
        return tableFromIPC(readFileSync(out)).toArray()
      }),
    )
    assert.lengthOf(answers[0] ?? [], 3)
    assert.deepStrictEqual(answers[1], answers[0])
  })

  it("keeps what services ship small", async () => {
    const compressed = (text: string | Uint8Array): number => brotliCompressSync(text).length
    const bins = readFileSync(join(home, "dist/tables/bins.js"))
    assert.isAtMost(compressed(bins), 125_000)
    const bundle = await rolldown({ input: join(consumer, "coach.mjs"), platform: "neutral" })
    const { output } = await bundle.generate({ format: "esm", minify: true })
    await bundle.close()
    const code = output.map((file) => (file.type === "chunk" ? file.code : "")).join("")
    // Of these, some 12 kB are the words of lists, the advice of more governments, and the pages that figures rest on.
    assert.isAtMost(compressed(code), 95_000)
    assert.isAtMost(statSync(join(home, "dist/tables/universal.js")).size, 400_000)
  })
})
