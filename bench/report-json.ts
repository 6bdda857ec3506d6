import { type Figure, isMet } from "./figure.ts"

/** A figure as machines read it: the ratio, what it should come to, and whether it does. */
export interface JsonFigure {
  readonly work: string
  readonly against: string
  readonly ratio: number
  readonly target: number | null
  readonly met: boolean | null
}

/** Figures as machines read them. */
export const jsonFigures = (figures: ReadonlyArray<Figure>): ReadonlyArray<JsonFigure> =>
  figures.map((figure) => ({
    work: figure.work,
    against: figure.against,
    ratio: figure.ratio,
    target: figure.target?.ratio ?? null,
    met: isMet(figure),
  }))
