import { readFileSync } from "node:fs"
import { availableParallelism, cpus, homedir, tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import { type Figure, isMet } from "../figure.ts"
import type { PartOutcome } from "../run-parts.ts"
import { seed } from "../settings.ts"
import type { Target } from "../targets.ts"

/** A figure as it is kept; JSON has null for what came to no number. */
export interface RecordedFigure extends Figure {
  readonly met: boolean | null
}

/** A part as it is kept. */
export interface RecordedPart extends Omit<PartOutcome, "figures"> {
  readonly figures: ReadonlyArray<RecordedFigure>
}

/** A target with the figure that is furthest from it, where several are measured by it. */
export interface JudgedTarget {
  readonly target: Target
  readonly figure: RecordedFigure
  readonly met: boolean
}

/** What figures depend on beside the code. No name of a machine, and no paths. */
export interface Circumstances {
  /** When the run ended, as an instant of UTC. */
  readonly date: string
  readonly seed: number
  readonly node: string
  /** Versions of the packages that the project names, the peers among them. */
  readonly packages: Readonly<Record<string, string>>
  readonly cores: number
  readonly processor: string
}

/** All that a run of the bench keeps. */
export interface BenchRecord extends Circumstances {
  readonly targets: ReadonlyArray<JudgedTarget>
  readonly parts: ReadonlyArray<RecordedPart>
}

/** The folder of the project. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

const folders = [
  [root.replace(/[/\\]$/, ""), "."],
  [tmpdir(), "(temporary)"],
  [homedir(), "~"],
] as const

/** A message without the folders of this machine. */
export const withoutFolders = (message: string): string =>
  folders.reduce(
    (text, [folder, name]) => (folder.length > 1 ? text.replaceAll(folder, name) : text),
    message,
  )

const packageVersions = (): Readonly<Record<string, string>> => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as Readonly<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>>
  const versions = Object.entries({ ...dependencies, ...devDependencies })
  return Object.fromEntries(
    versions.filter(([name]) => name !== "node" && !name.startsWith("@types/")),
  )
}

/** What the figures of a run that ends now depend on. */
export const currentCircumstances = (): Circumstances => ({
  date: new Date().toISOString(),
  seed: seed(),
  node: process.versions.node,
  packages: packageVersions(),
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? "unknown",
})

/** How many times better than its target a figure is. */
export const timesTarget = (target: Target, ratio: number): number =>
  target.bound === "at least" ? ratio / target.ratio : target.ratio / ratio

const judged = (figures: ReadonlyArray<RecordedFigure>): ReadonlyArray<JudgedTarget> => {
  // By name: figures of races come from other processes, with copies of their targets.
  const worst = new Map<string, JudgedTarget>()
  for (const figure of figures) {
    const { ratio, target } = figure
    if (target === null) continue
    const held = worst.get(target.name)?.figure
    const isWorse =
      held === undefined || !(timesTarget(target, ratio) >= timesTarget(target, held.ratio))
    if (isWorse) worst.set(target.name, { target, figure, met: figure.met === true })
  }
  return [...worst.values()]
}

/** The record of a run: its parts under the circumstances that they ran in. */
export const makeRecord = (
  circumstances: Circumstances,
  outcomes: ReadonlyArray<PartOutcome>,
): BenchRecord => {
  const parts = outcomes.map((outcome) => ({
    ...outcome,
    figures: outcome.figures.map((figure) => ({ ...figure, met: isMet(figure) })),
    failure: outcome.failure === null ? null : withoutFolders(outcome.failure),
  }))
  return { ...circumstances, targets: judged(parts.flatMap(({ figures }) => figures)), parts }
}

/** The figures of a run as `--json` prints them: the ratio, what it should come to, and whether it does. */
export const jsonFigures = ({ parts }: BenchRecord) =>
  parts.flatMap(({ figures }) =>
    figures.map(({ against, met, ratio, target, work }) => ({
      work,
      against,
      ratio,
      target: target?.ratio ?? null,
      met,
    })),
  )
