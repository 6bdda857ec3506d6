import type { BenchRecord, JudgedTarget, RecordedFigure } from "./record.ts"
import { metText, ratioText, spreadText, targetText } from "./text.ts"
import { alignedLines } from "../../core/plain-text.ts"

const figureCells = ({ against, least, measure, met, most, ratio, target }: RecordedFigure) => [
  against,
  `${ratioText(ratio)} ${measure}`,
  spreadText(least, most),
  target === null ? "none" : targetText(target),
  metText(met),
]

/** All figures under the works that they are about, each work once. */
const figureLines = (figures: ReadonlyArray<RecordedFigure>): ReadonlyArray<string> => {
  if (figures.length === 0) return []
  const heads = ["against", "ratio", "least to most", "target", ""]
  const [head = "", ...lines] = alignedLines([heads, ...figures.map(figureCells)])
  const under = figures.flatMap(({ work }, index) => {
    const line = `  ${lines[index] ?? ""}`
    return figures[index - 1]?.work === work ? [line] : [work, line]
  })
  return [`  ${head}`, ...under, ""]
}

const targetLines = (targets: ReadonlyArray<JudgedTarget>): ReadonlyArray<string> =>
  alignedLines(
    targets.map(({ figure, met, target }) => [
      metText(met),
      ratioText(figure.ratio),
      `(${targetText(target)})`,
      `${target.name}: ${target.means}`,
    ]),
  )

/** How many targets were met and missed, and what failed. */
export const countsText = ({ parts, targets }: BenchRecord): string => {
  const met = targets.filter((target) => target.met).length
  const failed = parts.flatMap(({ failure, name }) => (failure === null ? [] : [name]))
  const counts = `targets met: ${met}, missed: ${targets.length - met}`
  return failed.length === 0 ? counts : `${counts}; failed: ${failed.join(", ")}`
}

/** All figures of a run as a table, then each target in words with its figure, then the counts. */
export const tableText = (record: BenchRecord): string =>
  [
    ...figureLines(record.parts.flatMap((part) => part.figures)),
    ...targetLines(record.targets),
    countsText(record),
  ].join("\n")
