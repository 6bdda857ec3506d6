import { type Figure, isMet, type Target } from "./figure.ts"
import type { Exactness, Found } from "./part.ts"

/** A ratio as people read it. */
export const ratioText = (ratio: number): string => {
  if (!Number.isFinite(ratio)) return String(ratio)
  return ratio < 10 ? ratio.toFixed(2) : Math.round(ratio).toLocaleString("en")
}

/** What is aimed at. */
export const targetText = ({ bound, ratio }: Target): string => `${bound} ${ratioText(ratio)}`

const verdict = (figure: Figure): string =>
  figure.target === null
    ? ""
    : `; target ${targetText(figure.target)}: ${isMet(figure) === true ? "met" : "missed"}`

const figureLine = (figure: Figure): string => {
  const { against, least, measure, most, peerShown, ratio } = figure
  const spread = `${ratioText(least)} to ${ratioText(most)}`
  return `  ${ratioText(ratio)} ${measure}, against ${against} (${peerShown}; ${spread})${verdict(figure)}`
}

const exactnessLine = ({ cases, differences, name }: Exactness): string =>
  `  ${name}: ${differences} of ${cases} answers differ from the exact rational`

/** What was found, as lines: the works with their peers under them. */
export const foundText = ({ exactness = [], figures, notes = [] }: Found): string => {
  const works = [...new Set(figures.map(({ work }) => work))]
  return [
    ...works.flatMap((work) => {
      const own = figures.filter((figure) => figure.work === work)
      return [`${work}: ${own[0]?.workShown ?? ""}`, ...own.map(figureLine)]
    }),
    ...exactness.map(exactnessLine),
    ...notes.map((note) => `  ${note}`),
  ].join("\n")
}
