// Tries whether the simulation finds faults that the service has had, or could have: each is a patch of
// mutants/, or a lock, a transaction, a rule for conflicts or a unique index of the store that is taken out.
// It is done in a copy of the sources, in which seeds are run until one fails.
import { execFileSync, spawn } from "node:child_process"
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { registerHooks } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { openGround, type SimulationGround } from "./cluster.ts"
import { expectedOf, meet as meetAsItIs } from "./meeting.ts"
import { type Meeting, type Meetings, planOf } from "./plan.ts"
import {
  excused,
  findLocks,
  indexOf,
  type IndexRow,
  type Lock,
  roomsFor,
  uniqueIndexes,
} from "./locks.ts"

const usage = `npm run simulate:mutants -- [NAME ...] [--locks] [--seed N] [--seeds M] [--steps N] [--of KIND]

  NAME       those whose names contain it (all)
  --locks    the locks, transactions, rules for conflicts and unique indexes of the store, instead of mutants/
  --kind K   those of a kind: row lock, skip locked, on conflict, transaction, advisory lock, unique index
  --list     name them, and try none
  --seed N   the first seed (1)
  --seeds M  how many seeds each has until it counts as not found (100)
  --steps N  how much is done in a run at most (40)
  --keep DIR leave the meeting that finds a lock in a file of this folder
  --of KIND  runs of days, network or meetings alone (both; with --locks, meetings in the rooms concerned)`

const root = fileURLToPath(new URL("../../", import.meta.url))
const patches = join(root, "test/simulation/mutants")

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    locks: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "100" },
    steps: { type: "string", default: "40" },
    of: { type: "string" },
    keep: { type: "string" },
    kind: { type: "string" },
    help: { type: "boolean", default: false },
  },
})

/** What a run needs of the sources. */
const needed = ["core", "rules", "http", "data", "test", "package.json", "tsconfig.json"]

const copySources = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "viatica-mutant-"))
  for (const name of needed) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.endsWith("/node_modules"),
    })
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  return copy
}

/** Something that is taken out, and how it is tried. */
interface Mutant {
  readonly name: string
  readonly kind: string
  readonly attempt: (desk: Desk) => Promise<Tried>
}

/** What mutants are tried on. */
interface Desk {
  readonly ground: SimulationGround
  /** A copy of the sources. */
  readonly copy: () => string
}

interface Tried {
  /** Seeds until it was found, that one included; undefined where none of them found it. */
  readonly seeds: number | undefined
  readonly said: string
}

/** What came of seeds that were run in some sources, up to the first that fails. */
interface Ran {
  readonly runs: number
  readonly said: string | undefined
  readonly trouble: string
}

const runIn = async (
  cwd: string,
  first: number,
  count: number,
  given: ReadonlyArray<string>,
): Promise<Ran> => {
  const { of: kind, steps } = values
  const seeds = ["--seed", String(first), "--seeds", String(count)]
  const command = ["test/simulation/run.ts", "--first", ...seeds, "--steps", steps]
  const more = kind === undefined ? [] : ["--of", kind]
  const child = spawn(process.execPath, [...command, ...more, ...given], { cwd })
  let trouble = ""
  child.stderr.on("data", (chunk: Buffer) => {
    trouble = (trouble + chunk.toString()).slice(-4_000)
  })
  let runs = 0
  let said: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const [, fault] = /^seed \d+: \w+ (.*)$/.exec(line) ?? []
    if (fault === undefined) continue
    runs += 1
    if (fault !== "") said ??= fault
  }
  return { runs, said, trouble }
}

/**
 * Runs seeds until one fails that does not fail in the sources as they are; one that cannot even begin has been
 * found by that.
 */
const tryIn = async (copy: string, given: ReadonlyArray<string>): Promise<Tried> => {
  const [first, count] = [Number(values.seed), Number(values.seeds)]
  for (let done = 0; done < count;) {
    const { runs, said, trouble } = await runIn(copy, first + done, count - done, given)
    done += runs
    if (said === undefined && done >= count) break
    if (said === undefined) {
      const [why = ""] = /(?:cause|message|Error): .*/.exec(trouble) ?? []
      return { seeds: done + 1, said: `it breaks down: ${why}` }
    }
    const asItIs = await runIn(root, first + done - 1, 1, given)
    if (asItIs.said === undefined) return { seeds: done, said }
    console.log(`seed ${first + done - 1} fails in the sources as they are: ${asItIs.said}`)
  }
  return { seeds: undefined, said: `${count} runs` }
}

/** The sources of mutants, by the mark that addresses of their modules have. */
const sources = new Map<string, { readonly url: string; readonly source: string }>()

/** Has all of the service and of the simulation loaded anew beside what is loaded, with one file that differs. */
const loadBeside = (): void => {
  const own = ["http/", "test/simulation/"].map((folder) => pathToFileURL(join(root, folder)).href)
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      const [mark] = /\?mutant=\d+$/.exec(context.parentURL ?? "") ?? []
      const isOwn = mark !== undefined && own.some((folder) => resolved.url.startsWith(folder))
      return isOwn ? { ...resolved, url: `${resolved.url}${mark}` } : resolved
    },
    load: (url, context, next) => {
      const [, plain, mark = ""] = /^(.*)(\?mutant=\d+)$/.exec(url) ?? []
      const mutant = sources.get(mark)
      return mutant !== undefined && mutant.url === plain
        ? { format: "module-typescript", source: mutant.source, shortCircuit: true }
        : next(url, context)
    },
  })
}

/** Leaves a meeting in a folder, as a file that `npm run simulate -- --trace FILE` runs. */
const keepIn = (folder: string, name: string, meeting: Meeting): void => {
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, "-").replace(/-$/, "")}.json`
  writeFileSync(join(folder, file), `${JSON.stringify({ meetings: [meeting] }, undefined, 1)}\n`)
}

/** Meetings until one fails, by sources of which one file differs. */
const meetBeside = async (
  ground: SimulationGround,
  { file, name, without }: Lock,
): Promise<Tried> => {
  const mark = `?mutant=${sources.size + 1}`
  sources.set(mark, { url: pathToFileURL(join(root, file)).href, source: without })
  const { meet } = (await import(`./meeting.ts${mark}`)) as {
    readonly meet: typeof meetAsItIs
  }
  const [first, count, steps] = [values.seed, values.seeds, values.steps].map(Number) as [
    number,
    number,
    number,
  ]
  for (let seed = first; seed < first + count; seed += 1) {
    const plan = planOf(seed, steps, roomsFor(name)) as Meetings
    for (const meeting of plan.meetings) {
      const faults = await meet(ground, meeting, expectedOf).then(
        (met) => met.faults,
        (cause: unknown) => [`it breaks down: ${String(cause)}`],
      )
      // What fails as it is too is found by `npm run simulate`, and says nothing of what was taken out.
      if (faults[0] === undefined || (await meetAsItIs(ground, meeting)).faults.length > 0) continue
      if (values.keep !== undefined) keepIn(values.keep, name, meeting)
      return { seeds: seed - first + 1, said: faults[0] }
    }
  }
  return { seeds: undefined, said: `${count} runs` }
}

const ofPatches = (): ReadonlyArray<Mutant> =>
  readdirSync(patches)
    .filter((file) => file.endsWith(".patch"))
    .map((file) => ({
      name: file.slice(0, -".patch".length),
      kind: "patch",
      attempt: async ({ copy, ground }) => {
        const cwd = copy()
        execFileSync("git", ["apply", join(patches, file)], { cwd })
        const tried = await tryIn(cwd, ["--postgres", ground.url("postgres")])
        execFileSync("git", ["apply", "--reverse", join(patches, file)], { cwd })
        return tried
      },
    }))

const ofLocks = (indexes: ReadonlyArray<IndexRow>): ReadonlyArray<Mutant> => [
  ...findLocks(root).map((lock): Mutant => {
    const { file, kind, name, without } = lock
    // What makes the tables is run before all meetings.
    const isOfTables = name.startsWith("database/") || name.startsWith("secrets/")
    return {
      name,
      kind,
      attempt: async ({ copy, ground }) => {
        if (!isOfTables && values.of === undefined) return meetBeside(ground, lock)
        const cwd = copy()
        writeFileSync(join(cwd, file), without)
        const tried = await tryIn(cwd, ["--postgres", ground.url("postgres"), ...inRooms(name)])
        writeFileSync(join(cwd, file), readFileSync(join(root, file), "utf8"))
        return tried
      },
    }
  }),
  ...indexes.map(indexOf).map(({ name, statement }): Mutant => ({
    name,
    kind: "unique index",
    attempt: ({ copy, ground }) =>
      tryIn(copy(), [
        "--postgres",
        ground.url("postgres"),
        "--without",
        statement,
        ...inRooms(name),
      ]),
  })),
]

/** Meetings of the acts that are concerned, as long as nothing else is asked for. */
const inRooms = (name: string): ReadonlyArray<string> =>
  values.of === undefined ? ["--rooms", roomsFor(name).join(",")] : []

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(usage)
    return 0
  }
  loadBeside()
  const ground = await openGround()
  const copies: Array<string> = []
  const copy = (): string => (copies[0] ??= copySources())
  const close = async (): Promise<void> => {
    for (const each of copies) rmSync(each, { recursive: true, force: true })
    await ground.close()
  }
  // A Postgres of its own would else go on.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      process.once("uncaughtException", () => {})
      void close().finally(() => process.exit(130))
    })
  }
  try {
    const all = values.locks
      ? ofLocks(await ground.ask(ground.template, uniqueIndexes))
      : ofPatches()
    const asked = all.filter(
      ({ kind, name }) =>
        (values.kind === undefined || values.kind === kind) &&
        (positionals.length === 0 || positionals.some((part) => name.includes(part))),
    )
    const known = excused.flatMap(({ of, why }) =>
      asked.filter(({ name }) => of.test(name)).map(({ name }) => ({ name, why })),
    )
    const tried = asked.filter(({ name }) => known.every((each) => each.name !== name))
    for (const { name, why } of known) console.log(`${name}  is not tried: ${why}`)
    if (values.list) {
      for (const { kind, name } of tried) console.log(`${kind.padEnd(13)} ${name}`)
      console.log(`\n${tried.length} to be tried, ${known.length} excused`)
      return 0
    }
    let found = 0
    for (const mutant of tried) {
      const { said, seeds } = await mutant.attempt({ ground, copy })
      if (seeds !== undefined) found += 1
      console.log(
        `${mutant.name.padEnd(60)} ${String(seeds ?? "not found").padStart(9)}  ${said.slice(0, 200)}`,
      )
    }
    console.log(
      `\n${found} of ${tried.length} found within ${values.seeds} seeds; ${known.length} excused`,
    )
    return found === tried.length ? 0 : 1
  } finally {
    await close()
  }
}

process.exitCode = await main()
