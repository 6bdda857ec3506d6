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
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { openGround } from "./cluster.ts"
import { excused, findLocks, indexOf, type IndexRow, roomsFor, uniqueIndexes } from "./locks.ts"

const usage = `npm run simulate:mutants -- [NAME ...] [--locks] [--seed N] [--seeds M] [--steps N] [--of KIND]

  NAME       those whose names contain it (all)
  --locks    the locks, transactions, rules for conflicts and unique indexes of the store, instead of mutants/
  --list     name them, and try none
  --seed N   the first seed (1)
  --seeds M  how many seeds each has until it counts as not found (100)
  --steps N  how much is done in a run at most (40)
  --of KIND  runs of days alone, or of meetings (both; with --locks, meetings in the rooms concerned)`

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

/** Something that is taken out: what it needs of the copy, and what of the command. */
interface Mutant {
  readonly name: string
  readonly kind: string
  readonly apply: (copy: string) => void
  readonly revert: (copy: string) => void
  readonly given: ReadonlyArray<string>
}

interface Tried {
  /** Seeds until it was found, that one included; undefined where none of them found it. */
  readonly seeds: number | undefined
  readonly said: string
}

/** Runs seeds until one fails; one that cannot even begin has been found by that. */
const tryIn = async (copy: string, given: ReadonlyArray<string>): Promise<Tried> => {
  const { of: kind, seed, seeds, steps } = values
  const command = ["test/simulation/run.ts", "--first", "--seed", seed, "--seeds", seeds]
  const more = ["--steps", steps, ...(kind === undefined ? [] : ["--of", kind])]
  const child = spawn(process.execPath, [...command, ...more, ...given], { cwd: copy })
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
  if (said === undefined && runs < Number(seeds)) {
    const [first = ""] = /(?:cause|message|Error): .*/.exec(trouble) ?? []
    return { seeds: runs + 1, said: `it breaks down: ${first}` }
  }
  return { seeds: said === undefined ? undefined : runs, said: said ?? `${runs} runs` }
}

const ofPatches = (): ReadonlyArray<Mutant> =>
  readdirSync(patches)
    .filter((file) => file.endsWith(".patch"))
    .map((file) => {
      const apply = (copy: string, ...more: ReadonlyArray<string>) =>
        void execFileSync("git", ["apply", ...more, join(patches, file)], { cwd: copy })
      return {
        name: file.slice(0, -".patch".length),
        kind: "patch",
        apply: (copy) => apply(copy),
        revert: (copy) => apply(copy, "--reverse"),
        given: [],
      }
    })

/** Meetings of the acts that are concerned, as long as nothing else is asked for. */
const inRooms = (name: string): ReadonlyArray<string> => {
  const rooms = roomsFor(name)
  return values.of !== undefined || rooms.length === 0 ? [] : ["--rooms", rooms.join(",")]
}

const ofLocks = (indexes: ReadonlyArray<IndexRow>): ReadonlyArray<Mutant> => [
  ...findLocks(root).map(({ file, kind, name, without }) => ({
    name,
    kind,
    apply: (copy: string) => writeFileSync(join(copy, file), without),
    revert: (copy: string) =>
      writeFileSync(join(copy, file), readFileSync(join(root, file), "utf8")),
    given: inRooms(name),
  })),
  ...indexes.map(indexOf).map(({ name, statement }) => ({
    name,
    kind: "unique index",
    apply: () => {},
    revert: () => {},
    given: ["--without", statement, ...inRooms(name)],
  })),
]

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(usage)
    return 0
  }
  const ground = await openGround()
  const copy = copySources()
  const close = async (): Promise<void> => {
    rmSync(copy, { recursive: true, force: true })
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
    const url = ground.url("postgres")
    const prepared = join(copy, "ground")
    if (values.locks) await ground.prepare(prepared)
    const all = values.locks
      ? ofLocks(await ground.ask(ground.template, uniqueIndexes))
      : ofPatches()
    const asked = all.filter(
      ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
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
      mutant.apply(copy)
      const { said, seeds } = await tryIn(copy, [
        "--postgres",
        url,
        // What makes the tables is part of it.
        ...(values.locks && !mutant.name.startsWith("database/") ? ["--ground", prepared] : []),
        ...mutant.given,
      ])
      mutant.revert(copy)
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
