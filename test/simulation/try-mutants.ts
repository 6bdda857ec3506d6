// Tries whether the simulation finds faults that the service has had, or could have: each is a patch of
// mutants/, or a lock, a transaction, a rule for conflicts or a unique index of the store that is taken out.
// Patches are tried in a copy of the sources, in which seeds are run until one fails; all others beside the sources,
// by meetings of acts that reach what is taken out.
import { execFileSync, spawn } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { openGround, type SimulationGround } from "./cluster.ts"
import { findProtections, lookFor } from "./lock-mutants.ts"
import { excused } from "./locks.ts"
import type { Meeting } from "./plan.ts"

const usage = `npm run simulate:mutants -- [NAME ...] [--locks] [--seed N] [--seeds M] [--steps N] [--of KIND]

  NAME       those whose names contain it (all)
  --locks    the locks, transactions, rules for conflicts and unique indexes of the store, instead of mutants/
  --kind K   those of a kind: row lock, skip locked, on conflict, transaction, advisory lock, unique index
  --list     name them, with how many acts reach each, and try none
  --reach FILE  with --locks: what acts reach is read from this file, or left in it where it is not there yet
  --part I/N every Nth of them, from the Ith on, for several processes beside each other
  --seed N   the first seed (1)
  --seeds M  how many seeds each has until it counts as not found (100)
  --steps N  how much is done in a run at most (40)
  --keep DIR leave the meeting that finds a lock in a file of this folder
  --of KIND  of mutants/: runs of days, of the network or of meetings alone (all)`

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
    reach: { type: "string" },
    part: { type: "string" },
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
  /** How many acts reach it, where that is known. */
  readonly reachedBy?: number
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

const ofLocks = async (ground: SimulationGround): Promise<ReadonlyArray<Mutant>> =>
  (await findProtections(ground, values.reach)).map((protection): Mutant => {
    const { kind, name, reachers } = protection
    return {
      name,
      kind,
      reachedBy: reachers.length,
      attempt: async () => {
        const [first, seeds] = [values.seed, values.seeds].map(Number) as [number, number]
        const looked = await lookFor(ground, protection, { first, seeds })
        if (values.keep !== undefined && looked.meeting !== undefined) {
          keepIn(values.keep, name, looked.meeting)
        }
        return looked
      },
    }
  })

/** Leaves a meeting in a folder, as a file that `npm run simulate -- --trace FILE` runs. */
const keepIn = (folder: string, name: string, meeting: Meeting): void => {
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, "-").replace(/-$/, "")}.json`
  writeFileSync(join(folder, file), `${JSON.stringify({ meetings: [meeting] }, undefined, 1)}\n`)
}

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(usage)
    return 0
  }
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
    const all = values.locks ? await ofLocks(ground) : ofPatches()
    const asked = all.filter(
      ({ kind, name }) =>
        (values.kind === undefined || values.kind === kind) &&
        (positionals.length === 0 || positionals.some((part) => name.includes(part))),
    )
    const known = excused.flatMap(({ of, why }) =>
      asked.filter(({ name }) => of.test(name)).map(({ name }) => ({ name, why })),
    )
    const toBeTried = asked.filter(({ name }) => known.every((each) => each.name !== name))
    const [part = 1, parts = 1] = (values.part ?? "1/1").split("/").map(Number)
    const tried = toBeTried.filter((_, place) => place % parts === part - 1)
    for (const { name, why } of known) console.log(`${name}  is not tried: ${why}`)
    const acts = ({ reachedBy }: Mutant): string =>
      reachedBy === undefined ? "" : `${reachedBy} acts`.padStart(9)
    if (values.list) {
      for (const each of tried) {
        console.log(`${each.kind.padEnd(13)} ${each.name.padEnd(70)} ${acts(each)}`)
      }
      console.log(`\n${tried.length} to be tried, ${known.length} excused`)
      return 0
    }
    const found = new Set<Mutant>()
    for (const mutant of tried) {
      const isOut = mutant.reachedBy === 0
      const { said, seeds } = isOut
        ? { said: "no act reaches it", seeds: undefined }
        : await mutant.attempt({ ground, copy })
      if (seeds !== undefined) found.add(mutant)
      const until = isOut ? "unguarded" : (seeds ?? "not found")
      console.log(
        `${mutant.name.padEnd(70)} ${acts(mutant)} ${String(until).padStart(9)}  ${said.slice(0, 200)}`,
      )
    }
    console.log("")
    for (const [kind, own] of Map.groupBy(tried, (each) => each.kind)) {
      const ofKind = own.filter((each) => found.has(each)).length
      console.log(`${kind.padEnd(13)} ${ofKind} of ${own.length} found`)
    }
    console.log(
      `${found.size} of ${tried.length} found within ${values.seeds} seeds; ${known.length} excused`,
    )
    return found.size === tried.length ? 0 : 1
  } finally {
    await close()
  }
}

process.exitCode = await main()
