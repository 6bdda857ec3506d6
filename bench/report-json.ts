import { type Figure, isMet } from "./figure.ts"

/** A figure as machines read it: the ratio, what it should come to, and whether it does. */
export interface JsonFigure {
  readonly work: string
  readonly against: string
  /** Null where it came to no number that JSON can hold. */
  readonly ratio: number | null
  readonly target: number | null
  readonly met: boolean | null
}

/** A number as JSON can hold it. */
export const finiteOrNull = (value: number): number | null =>
  Number.isFinite(value) ? value : null

/** Figures as machines read them. */
export const jsonFigures = (figures: ReadonlyArray<Figure>): ReadonlyArray<JsonFigure> =>
  figures.map((figure) => ({
    work: figure.work,
    against: figure.against,
    ratio: finiteOrNull(figure.ratio),
    target: figure.target?.ratio ?? null,
    met: isMet(figure),
  }))
