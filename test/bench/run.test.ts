import { assert, describe, it } from "@effect/vitest"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished, vi } from "vitest"
import { figureOfRounds } from "../../bench/figure.ts"
import type { Found, Part } from "../../bench/part.ts"
import { parts } from "../../bench/parts.ts"
import { allRaces, racesPart } from "../../bench/races.ts"
import type { BenchRecord } from "../../bench/report/record.ts"
import { quoteRace } from "../../bench/shipped-answers.ts"
import { readAsked } from "../../bench/run-asked.ts"
import { runParts } from "../../bench/run-parts.ts"
import { settingNames, settings, settingsAmiss } from "../../bench/settings.ts"
import { parts as tortureParts } from "../torture/parts.ts"
import { runProcess } from "../support/run-process.ts"

const timeoutMs = 100_000
const cwd = fileURLToPath(new URL("../..", import.meta.url))

/** What makes a run so short that its figures mean little. */
const aLook = { BENCH_ROUNDS: "1", BENCH_ROUND_MS: "1" }

const found = (work: string): Found => {
  const facts = { work, against: "a peer", workShown: "", peerShown: "", target: null }
  return { figures: [figureOfRounds({ ...facts, measure: "ms" }, [1])] }
}

const part = (name: string, run: Part["run"]): Part => ({ name, about: `About ${name}.`, run })

describe("runParts()", () => {
  it("says what is found as it comes, and gathers it", async () => {
    const said: Array<string> = []
    const counts: Array<number> = []
    const growing = part("growing", async function* () {
      yield { ...found("one"), notes: ["a note"] }
      counts.push(said.length)
      yield found("two")
    })
    const [outcome] = await runParts([growing], (text) => said.push(text))
    assert.deepStrictEqual(counts, [2], "the title and the first figures")
    assert.deepStrictEqual(said[0], "\ngrowing: About growing.")
    assert.deepStrictEqual(
      outcome?.figures.map(({ work }) => work),
      ["one", "two"],
    )
    assert.deepInclude(outcome, { notes: ["a note"], failure: null })
  })

  it("keeps what a part found before it failed, tells why, and goes on", async () => {
    const said: Array<string> = []
    const failing = part("failing", async function* () {
      yield found("before")
      throw new Error("broke", { cause: new Error("why") })
    })
    const plain = part("plain", async function* () {
      yield found("after")
    })
    const outcomes = await runParts([failing, plain], (text) => said.push(text))
    assert.deepStrictEqual(
      outcomes.map(({ failure, figures }) => [figures[0]?.work, failure]),
      [
        ["before", "broke"],
        ["after", null],
      ],
    )
    assert.match(said.join("\n"), /failing failed: Error: broke[^]*why/)
  })

  it("tells of a part that throws at once, or something that is no error", async () => {
    const atOnce = part("at-once", () => {
      throw new Error("no start")
    })
    const odd = part("odd", async function* () {
      yield found("one")
      throw { code: 5 }
    })
    const outcomes = await runParts([atOnce, odd], () => {})
    assert.deepStrictEqual(
      outcomes.map(({ failure }) => failure),
      ["no start", "{ code: 5 }"],
    )
  })
})

it("standard output is kept for the figures, whatever else writes there", async () => {
  const url = new URL("../../bench/run-output.ts", import.meta.url).href
  const script = `import(${JSON.stringify(url)}).then(({ reserveStandardOutput }) => {
    const print = reserveStandardOutput()
    console.log("a log")
    process.stdout.write("a line\\n")
    print("figures")
  })`
  const { status, stderr, stdout } = await runProcess("node", ["-e", script], { cwd, timeoutMs })
  assert.deepStrictEqual([status, stdout, stderr], [0, "figures\n", "a log\na line\n"])
})

describe("readAsked()", () => {
  it("asks for a plain run without arguments", () => {
    const asked = readAsked([])
    assert.isObject(asked)
    assert.deepInclude(asked, { json: false, long: false, strict: false, help: false })
    assert.deepInclude(asked, { only: undefined })
    assert.deepInclude(asked, { out: join(cwd, "bench-results") })
  })

  it("reads every flag", () => {
    const flags = ["--json", "--long", "--strict", "--help"]
    const named = ["--only", "a", "--only", "b", "--out", "x"]
    assert.deepStrictEqual(readAsked([...flags, ...named]), {
      json: true,
      long: true,
      strict: true,
      help: true,
      only: ["a", "b"],
      out: "x",
    })
  })

  it.each([[["--out"]], [["--bogus"]], [["extra"]]])(
    "tells in one line why %j cannot be read",
    (args) => {
      const told = readAsked(args)
      assert.isString(told)
      assert.match(told as string, /^[^\n]+$/)
    },
  )
})

describe("settingsAmiss()", () => {
  it("finds nothing amiss with usual, least and larger settings", () => {
    assert.isUndefined(settingsAmiss({}))
    for (const name of settingNames) {
      const { least } = settings[name]
      assert.isUndefined(settingsAmiss({ [name]: String(least) }))
      assert.isUndefined(settingsAmiss({ [name]: String(least + 1) }))
    }
  })

  it.each(["", " ", "many", "1.5", "1e99", "NaN"])("refuses %j of every setting", (text) => {
    for (const name of settingNames) {
      const told = `${name} is a whole number from ${settings[name].least}`
      assert.strictEqual(settingsAmiss({ [name]: text }), told)
    }
  })

  it("refuses one less than the least", () => {
    for (const name of settingNames) {
      assert.isDefined(settingsAmiss({ [name]: String(settings[name].least - 1) }))
    }
  })

  it("takes a negative seed, as tests print them", () => {
    assert.isUndefined(settingsAmiss({ VIATICA_SEED: "-77814353" }))
  })
})

describe("a part made of races", () => {
  it(
    "tells what a process of its own says of a race that cannot be run",
    { timeout: timeoutMs },
    async () => {
      const races = racesPart({ name: "nothing", about: "", races: [quoteRace] })
      const [outcome] = await runParts([races], () => {})
      assert.deepInclude(outcome, { figures: [], failure: "no race 0 of nothing" })
    },
  )

  it(
    "keeps the races that came to their end before one that did not",
    { timeout: timeoutMs },
    async () => {
      for (const [name, value] of Object.entries(aLook)) vi.stubEnv(name, value)
      onTestFinished(() => void vi.unstubAllEnvs())
      const all = allRaces.find(({ name }) => name === "bilan")
      const races = racesPart({
        name: "bilan",
        about: "",
        races: [...(all?.races ?? []), quoteRace],
      })
      const [outcome] = await runParts([races], () => {})
      assert.strictEqual(outcome?.figures.length, 1)
      assert.strictEqual(outcome?.failure, "no race 1 of bilan")
    },
  )
})

describe.concurrent("the process", { timeout: 120_000 }, () => {
  it("prints JSON alone on standard output, the rest beside it, and writes its reports", async () => {
    const out = await mkdtemp(join(tmpdir(), "viatica-report-"))
    try {
      const args = ["bench/run.ts", "--json", "--strict", "--only", "bilan", "--out", out]
      const { status, stderr, stdout } = await runProcess("node", args, {
        cwd,
        environment: aLook,
        timeoutMs,
      })
      const printed: unknown = JSON.parse(stdout)
      assert.isArray(printed)
      const figures = printed as ReadonlyArray<Record<string, unknown>>
      assert.isNotEmpty(figures)
      for (const figure of figures) {
        assert.hasAllKeys(figure, ["work", "against", "ratio", "target", "met"])
      }
      const isMissed = figures.some(({ met }) => met === false)
      assert.strictEqual(status, isMissed ? 1 : 0, "--strict")
      assert.match(stderr, /^seed 20261121\n[^]*\nbilan: [^]*least to most[^]*targets met: /)

      const json = await readFile(join(out, "latest.json"), "utf8")
      const record = JSON.parse(json) as BenchRecord
      const kept = record.parts.flatMap((held) => held.figures)
      assert.deepStrictEqual(
        kept.map(({ ratio }) => ratio),
        figures.map(({ ratio }) => ratio),
      )
      const html = await readFile(join(out, "latest.html"), "utf8")
      for (const text of [json, html]) {
        assert.notInclude(text, hostname())
        assert.notInclude(text, cwd)
      }
    } finally {
      await rm(out, { recursive: true })
    }
  })

  it("ends with status 1 where a part fails, after the reports, and 2 where it is asked amiss", async () => {
    const out = await mkdtemp(join(tmpdir(), "viatica-report-"))
    try {
      const args = ["bench/run.ts", "--json", "--only", "start", "--out", out]
      const failed = await runProcess("node", args, {
        cwd,
        environment: { TMPDIR: join(out, "nowhere") },
        timeoutMs,
      })
      assert.strictEqual(failed.status, 1)
      assert.deepStrictEqual(JSON.parse(failed.stdout), [])
      assert.include(failed.stderr, "ENOENT")
      assert.include(failed.stderr, "failed: start")
      assert.include(await readFile(join(out, "latest.html"), "utf8"), "ENOENT")
    } finally {
      await rm(out, { recursive: true })
    }
    const amiss = await runProcess("node", ["bench/run.ts", "--bogus"], { cwd, timeoutMs })
    assert.strictEqual(amiss.status, 2)
    assert.strictEqual(amiss.stdout, "")
    assert.match(amiss.stderr, /^[^\n]*--bogus[^\n]*\n$/)
  })

  it("runs nothing where a setting is amiss, and tells each of them in one line", async () => {
    const environment = { BENCH_ROUNDS: "none", BENCH_MINUTES: "-1", BENCH_ROUND_MS: "10" }
    const { status, stderr, stdout } = await runProcess("node", ["bench/run.ts"], {
      cwd,
      environment,
      timeoutMs,
    })
    assert.deepStrictEqual(
      [status, stdout, stderr],
      [2, "", "BENCH_ROUNDS is a whole number from 1; BENCH_MINUTES is a whole number from 1\n"],
    )
  })

  it.each([
    ["bench/run.ts", "npm run bench", parts.map(({ name }) => name), settingNames],
    ["test/torture/run.ts", "npm run torture", tortureParts.map(({ name }) => name), []],
  ] as const)("%s tells whoever asks how it is called", async (program, call, names, set) => {
    const { status, stderr, stdout } = await runProcess("node", [program, "--help"], {
      cwd,
      environment: { BENCH_ROUNDS: "none" },
      timeoutMs,
    })
    assert.deepStrictEqual([status, stderr], [0, ""])
    assert.isTrue(stdout.startsWith(`Usage: ${call}`))
    assert.isNotEmpty(names)
    for (const name of ["--only NAME", ...names, ...set]) assert.include(stdout, `\n  ${name} `)
  })
})
