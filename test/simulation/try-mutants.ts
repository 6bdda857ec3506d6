// Tries whether the simulation finds faults that the service has had, or could have: each is a patch of
// mutants/, applied to a copy of the sources, in which seeds are run until one fails.
import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const root = fileURLToPath(new URL("../../", import.meta.url))
const patches = join(root, "test/simulation/mutants")

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "100" },
    steps: { type: "string", default: "40" },
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

interface Tried {
  readonly mutant: string
  /** Seeds until it was found, that one included; undefined where none of them found it. */
  readonly seeds: number | undefined
  readonly said: string
}

const tryMutant = (mutant: string): Tried => {
  const copy = copySources()
  try {
    execFileSync("git", ["apply", join(patches, `${mutant}.patch`)], { cwd: copy })
    const { stderr, stdout } = spawnSync(
      process.execPath,
      [
        "test/simulation/run.ts",
        "--first",
        "--seed",
        values.seed,
        "--seeds",
        values.seeds,
        "--steps",
        values.steps,
      ],
      { cwd: copy, encoding: "utf8", maxBuffer: 1e9 },
    )
    const runs = stdout.split("\n").filter((line) => /^seed \d+: /.test(line))
    if (runs.length === 0) throw new Error(`${mutant} does not run at all: ${stderr}`)
    const failed = runs.findIndex((line) => /^seed \d+: \w+ \S/.test(line))
    return {
      mutant,
      seeds: failed < 0 ? undefined : failed + 1,
      said:
        failed < 0 ? `${runs.length} runs` : (runs[failed] ?? "").replace(/^seed \d+: \w+ /, ""),
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const all = readdirSync(patches)
  .filter((file) => file.endsWith(".patch"))
  .map((file) => file.slice(0, -".patch".length))
const asked = positionals.length === 0 ? all : positionals
let missed = 0
for (const mutant of asked) {
  const { said, seeds } = tryMutant(mutant)
  if (seeds === undefined) missed += 1
  console.log(
    `${mutant.padEnd(32)} ${String(seeds ?? "not found").padStart(9)}  ${said.slice(0, 140)}`,
  )
}
console.log(`\n${asked.length - missed} of ${asked.length} found within ${values.seeds} seeds`)
process.exitCode = missed === 0 ? 0 : 1
