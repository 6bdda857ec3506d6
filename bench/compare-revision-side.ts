import { execFile } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import type { Sample } from "./compare-revision-figures.ts"
import { type BenchRecord, type RecordedPart, withoutFolders } from "./report-record.ts"

/** The files of one side, and where its bench writes its record. */
export interface Side {
  readonly label: string
  readonly folder: string
  readonly recordFile: string
  /** What its bench is started with beside the part. */
  readonly args: ReadonlyArray<string>
}

/** What one run of a part gave. */
export interface SideRun {
  /** Null where it gave no figures that can be read. */
  readonly samples: ReadonlyArray<Sample> | null
  /** What went wrong, in one line. */
  readonly remark: string | null
  /** The part as its record holds it, where it wrote one. */
  readonly part: RecordedPart | null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

type PlainFigure = Omit<Sample, "measure">

const plainFigure = (value: unknown): ReadonlyArray<PlainFigure> => {
  if (!isObject(value)) return []
  const { against, ratio, work } = value
  if (typeof work !== "string" || typeof against !== "string") return []
  return typeof ratio === "number" || ratio === null ? [{ work, against, ratio }] : []
}

/** The figures that a bench printed with `--json`; null where it prints another shape. */
export const printedFigures = (text: string): ReadonlyArray<PlainFigure> | null => {
  let printed: unknown
  try {
    printed = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(printed)) return null
  const figures = printed.flatMap(plainFigure)
  return figures.length === printed.length ? figures : null
}

const recordedParts = (recordFile: string): ReadonlyArray<RecordedPart> => {
  try {
    const { parts } = JSON.parse(readFileSync(recordFile, "utf8")) as BenchRecord
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

const runBench = ({ args, folder }: Side, partName: string, signal: AbortSignal): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const all = ["bench/run.ts", "--json", "--only", partName, ...args]
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, signal }
    const child = execFile(process.execPath, all, options, (error, stdout, stderr) => {
      if (signal.aborted) reject(error ?? new Error("stopped"))
      else resolve({ status: child.exitCode, stdout, stderr })
    })
  })

const complaint = ({ status, stderr }: Ended): string => {
  const said = /^(?:no bench|\w*Error\b|[\w-]+ failed:).*$/m.exec(stderr)?.[0]
  return said === undefined ? `exit status ${status}` : withoutFolders(said)
}

const remarkOf = (ended: Ended, figures: ReadonlyArray<PlainFigure> | null): string | null => {
  if (ended.status !== 0) return complaint(ended)
  return figures === null ? "its --json has another shape" : null
}

/** Runs one part of one side in a process of its own. */
export const runSide = async (
  side: Side,
  partName: string,
  signal: AbortSignal,
): Promise<SideRun> => {
  rmSync(side.recordFile, { force: true })
  const ended = await runBench(side, partName, signal)
  const figures = printedFigures(ended.stdout)
  const found = remarkOf(ended, figures)
  const remark = found === null ? null : `${side.label}, part ${partName}: ${found}`
  const part = recordedParts(side.recordFile).find(({ name }) => name === partName) ?? null
  if (figures === null || (figures.length === 0 && remark !== null)) {
    return { samples: null, remark, part }
  }
  const measureOf = ({ against, work }: PlainFigure): string | null =>
    part?.figures.find((figure) => figure.work === work && figure.against === against)?.measure ??
    null
  const samples = figures.map((figure) => ({ ...figure, measure: measureOf(figure) }))
  return { samples, remark, part }
}
