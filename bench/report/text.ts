import { type Figure, isMet } from "../figure.ts"
import type { Found } from "../part.ts"
import type { Target } from "../targets.ts"

/** A ratio as people read it, to two or three digits. */
export const ratioText = (ratio: number): string => {
  if (!Number.isFinite(ratio)) return "no number"
  const size = Math.abs(ratio)
  if (size >= 100) return Math.round(ratio).toLocaleString("en")
  if (size >= 10) return ratio.toFixed(1)
  return size === 0 || size >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(2)
}

/** The least and the most of some rounds. */
export const spreadText = (least: number, most: number): string =>
  `${ratioText(least)} to ${ratioText(most)}`

/** What is aimed at. */
export const targetText = ({ bound, ratio }: Pick<Target, "bound" | "ratio">): string =>
  `${bound} ${ratio.toLocaleString("en", { maximumSignificantDigits: 6 })}`

/** Whether a target was met; nothing where there was none. */
export const metText = (met: boolean | null): string => (met === null ? "" : met ? "met" : "missed")

const verdict = (figure: Figure): string =>
  figure.target === null ? "" : `; target ${targetText(figure.target)}: ${metText(isMet(figure))}`

const figureLine = (figure: Figure): string => {
  const { against, least, measure, most, peerShown, ratio } = figure
  const spread = spreadText(least, most)
  return `  ${ratioText(ratio)} ${measure}, against ${against} (${peerShown}; ${spread})${verdict(figure)}`
}

/** What was found, as lines: the works with their peers under them. */
export const foundText = ({ figures, notes = [] }: Found): string => {
  const works = [...new Set(figures.map(({ work }) => work))]
  return [
    ...works.flatMap((work) => {
      const own = figures.filter((figure) => figure.work === work)
      return [`${work}: ${own[0]?.workShown ?? ""}`, ...own.map(figureLine)]
    }),
    ...notes.map((note) => `  ${note}`),
  ].join("\n")
}
