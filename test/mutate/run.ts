// Changes sources in one place at a time, and names the changes that no test notices.
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { createVitest, type TestModule, type TestSpecification, type Vitest } from "vitest/node"
import { documentExamples } from "../support/doc-examples.ts"
import {
  isSource,
  makeNearTests,
  type NearTest,
  sourceOf,
  sourcesIn,
} from "../support/near-tests.ts"
import { makeChoices } from "../support/random.ts"
import { type Mutant, mutantsOf, mutated, probed } from "./mutants.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Where statements are changed: what computes, and what asks the database. */
const rooms = ["core", "rules", "http/store"]

/** Tests that a mutant is tried by before it is asked which others come to it. */
const nearMax = 10
/** Tests of the import graph that are asked whether they come to a mutant that is still alive. */
const wideMax = 40
/** A run of tests that takes longer hangs in what the mutant never ends. */
const hangsAfterMs = 240_000

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-C", root, ...args], { encoding: "utf8", maxBuffer: 1e9 })

/** The lines of each file that differ from a revision. */
const linesSince = (revision: string, places: ReadonlyArray<string>) => {
  const lines = new Map<string, ReadonlyArray<readonly [first: number, last: number]>>()
  let file = ""
  for (const line of git("diff", "-U0", "--no-renames", revision, "--", ...places).split("\n")) {
    if (line.startsWith("+++ ")) file = line.slice("+++ b/".length)
    const [, first, count = "1"] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first === undefined || count === "0") continue
    const span = [Number(first), Number(first) + Number(count) - 1] as const
    lines.set(file, [...(lines.get(file) ?? []), span])
  }
  return lines
}

const changedMutants = (revision: string, places: ReadonlyArray<string>): ReadonlyArray<Mutant> =>
  [...linesSince(revision, places)].flatMap(([file, spans]) =>
    isSource(file)
      ? mutantsOf(file, sourceOf(file)).filter(({ line }) =>
          spans.some(([first, last]) => line >= first && line <= last),
        )
      : [],
  )

/** All of some places: a folder, a file, or a line of a file, as `file:line`. */
const allMutants = (places: ReadonlyArray<string>): ReadonlyArray<Mutant> =>
  places.flatMap((place) => {
    const [path = "", line] = place.split(":")
    const found = sourcesIn(path).flatMap((file) => mutantsOf(file, sourceOf(file)))
    return line === undefined ? found : found.filter((mutant) => mutant.line === Number(line))
  })

/** So many of some items, without the same twice; all where there are no more. */
const drawn = <Item>(
  items: ReadonlyArray<Item>,
  count: number,
  seed: number,
): ReadonlyArray<Item> => {
  const choices = makeChoices(seed)
  const left = [...items]
  const taken: Array<Item> = []
  while (taken.length < count && left.length > 0) {
    taken.push(...left.splice(choices.integer(0, left.length - 1), 1))
  }
  return taken
}

/** What tests came to with a mutant. */
interface Attempt {
  /** The test that failed with it; null where all passed. */
  readonly killedBy: string | null
  /** The tests that passed with it. */
  readonly passed: ReadonlyArray<string>
}

/** What became of a mutant. */
interface Tried extends Mutant, Attempt {
  /** How many tests come to it at all, of those that were asked; null where a near one killed it. */
  readonly covering: number | null
}

const replaced = (): Map<string, string> =>
  (globalThis as Record<symbol, unknown>)[Symbol.for("viatica.replaced")] as Map<string, string>

/** Ends the workers of tests that hang: what loops without end hears no message. */
const endWorkers = (): void => {
  const lines = execFileSync("ps", ["-axo", "pid=,ppid=,command="], { encoding: "utf8" })
  for (const line of lines.split("\n")) {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (Number(parent) === process.pid && command.includes("vitest")) process.kill(Number(pid), 9)
  }
}

/** Has the threads that tests start load texts in the place of sources, too; gives what ends that. */
const replaceInThreads = (
  texts: ReadonlyArray<readonly [file: string, text: string]>,
): (() => void) => {
  if (texts.length === 0) return () => {}
  const folder = mkdtempSync(join(tmpdir(), "viatica-mutants-"))
  const kept = join(folder, "sources.json")
  writeFileSync(kept, JSON.stringify(texts.map(([file, text]) => [join(root, file), text])))
  const { NODE_OPTIONS: options } = process.env
  const hook = `--import=${new URL("replace-sources.ts", import.meta.url)}`
  Object.assign(process.env, {
    MUTANT_SOURCES: kept,
    NODE_OPTIONS: options === undefined ? hook : `${options} ${hook}`,
  })
  return () => {
    delete process.env["MUTANT_SOURCES"]
    if (options === undefined) delete process.env["NODE_OPTIONS"]
    else process.env["NODE_OPTIONS"] = options
    rmSync(folder, { recursive: true })
  }
}

const pathOf = ({ moduleId }: { readonly moduleId: string }): string => moduleId.slice(root.length)

/** Tries over tests that run in this process; `ended` gets each file of tests that has ended. */
const makeTries = (
  vitest: Vitest,
  all: ReadonlyArray<TestSpecification>,
  ended: Array<TestModule>,
) => {
  const specifications = new Map(all.map((each) => [pathOf(each), each]))

  /** Runs tests over a source that is another; those that failed, and those that passed. */
  const tryTests = async (
    tests: ReadonlyArray<string>,
    texts: ReadonlyArray<readonly [file: string, text: string]>,
  ) => {
    for (const [file, text] of texts) replaced().set(join(root, file), text)
    // Of what sources say of themselves, these alone are new.
    if (texts.length > 0) process.env["EXAMPLES_OF"] = texts.map(([file]) => file).join()
    for (const [file] of texts) vitest.invalidateFile(join(root, file))
    const hangs = setTimeout(endWorkers, hangsAfterMs)
    const restore = replaceInThreads(texts)
    try {
      const asked = tests.flatMap((test) => specifications.get(test) ?? [])
      ended.splice(0)
      if (asked.length === 0) return { failed: [], passed: [] }
      const { unhandledErrors } = await vitest.runTestSpecifications(asked)
      const named = (state: ReturnType<TestModule["state"]>) =>
        ended.flatMap((each) => (each.state() === state ? [pathOf(each)] : []))
      const failed = named("failed")
      if (unhandledErrors.length > 0 && failed.length === 0) failed.push(tests[0] ?? "")
      return { failed, passed: named("passed") }
    } finally {
      clearTimeout(hangs)
      restore()
      delete process.env["EXAMPLES_OF"]
      for (const [file] of texts) replaced().delete(join(root, file))
      for (const [file] of texts) vitest.invalidateFile(join(root, file))
    }
  }

  const sound = new Set<string>()
  const broken = new Set<string>()
  /** Whether a test passes without any mutant: else it says nothing of any, and is asked no more. */
  const isSound = async (test: string): Promise<boolean> => {
    if (sound.has(test)) return true
    const { failed } = await tryTests([test], [])
    ;(failed.length === 0 ? sound : broken).add(test)
    if (failed.length > 0) console.log(`${test} fails without any change, and is not asked`)
    return failed.length === 0
  }

  const tryMutant = async (mutant: Mutant, tests: ReadonlyArray<string>): Promise<Attempt> => {
    const asked = tests.filter((test) => !broken.has(test))
    const { failed, passed } = await tryTests(asked, [
      [mutant.file, mutated(sourceOf(mutant.file), mutant)],
    ])
    const [killedBy = null] = failed
    if (killedBy === null || (await isSound(killedBy))) return { killedBy, passed }
    const rest = await tryMutant(
      mutant,
      asked.filter((test) => !passed.includes(test)),
    )
    return { ...rest, passed: [...passed, ...rest.passed] }
  }

  /** Which of some tests come to each mutant. */
  const reaching = async (mutants: ReadonlyArray<Mutant>, tests: ReadonlyArray<string>) => {
    const folder = mkdtempSync(join(tmpdir(), "viatica-mutants-"))
    const found = join(folder, "reached")
    process.env["MUTANTS_REACHED"] = found
    try {
      const byFile = Map.groupBy([...mutants.entries()], ([, { file }]) => file)
      const texts = [...byFile].map(([file, own]) => [file, probed(sourceOf(file), own)] as const)
      let asked = tests.filter((test) => !broken.has(test))
      while (asked.length > 0) {
        const { failed, passed } = await tryTests(asked, texts)
        // The first that fails ends the run of those behind it.
        for (const test of failed) broken.add(test)
        if (failed.length === 0) break
        asked = asked.filter((test) => !broken.has(test) && !passed.includes(test))
      }
      const lines = existsSync(found) ? readFileSync(found, "utf8").trimEnd().split("\n") : []
      return lines.map(
        (line) =>
          JSON.parse(line) as {
            readonly testPath: string
            readonly reached: ReadonlyArray<number>
          },
      )
    } finally {
      delete process.env["MUTANTS_REACHED"]
      rmSync(folder, { recursive: true })
    }
  }

  return { tryMutant, reaching }
}

/** The test that runs what a source says of itself, where that shows what it does. */
const examplesOf = (file: string): ReadonlyArray<string> =>
  documentExamples(file, sourceOf(file)).length > 0 ? ["test/house/docs.test.ts"] : []

const told = ({ becomes, file, line, was }: Mutant): string => {
  const short = (text: string): string =>
    text.length > 60 ? `${text.slice(0, 59)}…` : text.replaceAll(/\s+/g, " ")
  return `${file}:${line} ${short(was)} → ${short(becomes)}`
}

/** Tries mutants, the nearest tests first; `keep` gets what is known of each whenever more is. */
const run = async (
  mutants: ReadonlyArray<Mutant | Tried>,
  keep: (tried: ReadonlyArray<Tried>) => void,
): Promise<ReadonlyArray<Tried>> => {
  const ended: Array<TestModule> = []
  const durationsMs = new Map<string, number>()
  const vitest = await createVitest({
    config: join(import.meta.dirname, "vitest.config.ts"),
    watch: false,
    reporters: [
      {
        onTestModuleEnd: (module) => {
          ended.push(module)
          // One that fails stops early, so that the longest counts.
          const durationMs = Math.max(
            durationsMs.get(pathOf(module)) ?? 0,
            module.diagnostic().duration,
          )
          durationsMs.set(pathOf(module), durationMs)
        },
      },
    ],
  })
  try {
    const { reaching, tryMutant } = makeTries(vitest, await vitest.globTestSpecifications(), ended)
    const nearTests = makeNearTests()
    /** The nearest tests first, but that a slow one waits for quick ones; one that is of the file does not. */
    const testsNear = (file: string): ReadonlyArray<string> => {
      const cost = ({ rank, test }: NearTest): number => {
        const guessMs = /^test\/(?:core|rules)\//.test(test) ? 1_000 : 10_000
        return rank + Math.min(8, (durationsMs.get(test) ?? guessMs) / 2_000)
      }
      return nearTests(file)
        .toSorted((left, right) => cost(left) - cost(right))
        .map(({ test }) => test)
    }
    const tried: Array<Tried> = []
    for (const mutant of mutants) {
      if ("killedBy" in mutant) {
        tried.push(mutant)
        continue
      }
      const near = [...examplesOf(mutant.file), ...testsNear(mutant.file).slice(0, nearMax)]
      const { killedBy, passed } = await tryMutant(mutant, near)
      tried.push({ ...mutant, killedBy, passed, covering: null })
      console.log(`${told(mutant)}: ${killedBy === null ? "lives" : `killed by ${killedBy}`}`)
      keep(tried)
    }

    const alive = tried.filter(({ killedBy }) => killedBy === null)
    const wide = alive.flatMap(({ file }) => testsNear(file).slice(0, wideMax))
    const reached = await reaching(alive, [...new Set(wide)])
    const outcomes = new Map<Mutant, Tried>()
    const known = () => tried.map((each) => outcomes.get(each) ?? each)
    for (const [number, mutant] of alive.entries()) {
      const covering = reached.flatMap(({ reached: numbers, testPath }) =>
        numbers.includes(number) ? [testPath.slice(root.length)] : [],
      )
      const others = covering.filter((test) => !mutant.passed.includes(test))
      const { killedBy, passed } =
        others.length === 0 ? { killedBy: null, passed: [] } : await tryMutant(mutant, others)
      outcomes.set(mutant, {
        ...mutant,
        killedBy,
        passed: [...mutant.passed, ...passed],
        covering: covering.length,
      })
      console.log(`${told(mutant)}: ${killedBy === null ? "still lives" : `killed by ${killedBy}`}`)
      keep(known())
    }
    return known()
  } finally {
    await vitest.close()
  }
}

const usage = `npm run mutate -- [--since REV] [--draw N] [--seed S] [--json FILE] [--again FILE] [PATH[:LINE] …]

Changes an operator, a statement, a figure or a condition of core, rules or http/store, SQL included, and
runs its own examples and the tests that come to it, the nearest first. Names the changes that none of them
notices; ends with 1 where more than one in twenty lives.

  --since REV   changes only lines that differ from a revision
  --draw N      tries so many, drawn of all; without it all of them
  --seed S      what is drawn by (20261121)
  --json FILE   writes what became of each, as far as it is known whenever more is
  --again FILE  tries what lives in such a file by the tests that it has not been tried by, and draws nothing
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: "string" },
    draw: { type: "string", default: "1000000" },
    seed: { type: "string", default: "20261121" },
    json: { type: "string" },
    again: { type: "string" },
    help: { type: "boolean", default: false },
  },
})

if (values.help) console.log(usage)
else {
  const { again, draw, json, seed, since } = values
  const mutantsAsked = (): ReadonlyArray<Mutant | Tried> => {
    if (again !== undefined) return JSON.parse(readFileSync(again, "utf8")) as ReadonlyArray<Tried>
    const places = positionals.length === 0 ? rooms : positionals
    const found = since === undefined ? allMutants(places) : changedMutants(since, places)
    const mutants = drawn(found, Number(draw), Number(seed))
    console.log(`${mutants.length} of ${found.length} changes, seed ${seed}`)
    return mutants
  }
  const keep = (tried: ReadonlyArray<Tried>): void => {
    if (json !== undefined) writeFileSync(resolve(json), `${JSON.stringify(tried, null, 2)}\n`)
  }
  const tried = await run(mutantsAsked(), keep)
  const alive = tried.filter(({ killedBy }) => killedBy === null)
  for (const mutant of alive) {
    const by =
      mutant.covering === 0 ? "no test comes to it" : `${mutant.covering} tests come to it and pass`
    console.log(`\nlives: ${told(mutant)}\n       ${by}`)
  }
  console.log(`\n${tried.length - alive.length} of ${tried.length} die`)
  keep(tried)
  if (alive.length * 20 > tried.length) process.exitCode = 1
}
