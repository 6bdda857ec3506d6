import { readFileSync } from "node:fs"
import { availableParallelism, cpus, homedir, tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import type { Comparison } from "./compare-revision-figures.ts"
import { type Figure, isMet } from "./figure.ts"
import { settingOf } from "./settings.ts"
import { finiteOrNull } from "./report-json.ts"
import type { PartOutcome } from "./run-parts.ts"

/** A figure as it is kept: numbers that JSON cannot hold are null, and whether it met its target. */
export interface RecordedFigure extends Omit<Figure, "ratio" | "least" | "most"> {
  readonly ratio: number | null
  readonly least: number | null
  readonly most: number | null
  readonly met: boolean | null
}

/** A part as it is kept. */
export interface RecordedPart extends Omit<PartOutcome, "figures"> {
  readonly figures: ReadonlyArray<RecordedFigure>
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
  readonly met: number
  readonly missed: number
  readonly parts: ReadonlyArray<RecordedPart>
  /** What changed since a revision, where that was asked. */
  readonly comparison: Comparison | null
}

/** The folder of the project. */
export const root = fileURLToPath(new URL("..", import.meta.url))

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
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as Readonly<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>>
  const versions = Object.entries({ ...dependencies, ...devDependencies })
  return Object.fromEntries(
    versions.filter(([name]) => name !== "node" && !name.startsWith("@types/")),
  )
}

/** What the figures of a run that ends now depend on. */
export const currentCircumstances = (): Circumstances => ({
  date: new Date().toISOString(),
  seed: settingOf("VIATICA_SEED"),
  node: process.versions.node,
  packages: packageVersions(),
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? "unknown",
})

const recordedFigure = (figure: Figure): RecordedFigure => ({
  ...figure,
  ratio: finiteOrNull(figure.ratio),
  least: finiteOrNull(figure.least),
  most: finiteOrNull(figure.most),
  met: isMet(figure),
})

/** A part as it is kept, from what became of it. */
export const recordedPart = (outcome: PartOutcome): RecordedPart => ({
  ...outcome,
  figures: outcome.figures.map(recordedFigure),
  failure: outcome.failure === null ? null : withoutFolders(outcome.failure),
})

/** The record of a run: its parts under the circumstances that they ran in. */
export const makeRecord = (
  circumstances: Circumstances,
  parts: ReadonlyArray<RecordedPart>,
  comparison: Comparison | null = null,
): BenchRecord => {
  const figures = parts.flatMap((part) => part.figures)
  return {
    ...circumstances,
    met: figures.filter(({ met }) => met === true).length,
    missed: figures.filter(({ met }) => met === false).length,
    parts,
    comparison,
  }
}
