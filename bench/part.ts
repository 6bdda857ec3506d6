import type { Figure } from "./figure.ts"

/** What a part of the bench found. */
export interface Found {
  readonly figures: ReadonlyArray<Figure>
  /** What a reader should know beside the figures, a line each. */
  readonly notes?: ReadonlyArray<string>
}

/** A part of the bench: it compares what is answered, then times it, in turns with its peers. */
export interface Part {
  readonly name: string
  readonly about: string
  /** Only on demand (`--long`, or named with `--only`): it takes minutes. */
  readonly isLong?: boolean
  /** Gives what it finds as soon as it is found. */
  readonly run: () => AsyncIterable<Found>
}
