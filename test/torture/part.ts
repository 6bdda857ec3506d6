/** How much a part shall do, and from where its choices are drawn. */
export interface Given {
  readonly seed: number
  /** The form that a test run has time for: the same program, fewer cases. */
  readonly isShort: boolean
  /** Tells what is going on, a line at a time. */
  readonly say: (line: string) => void
}

/** What became of a promise. */
export interface Outcome {
  readonly promise: string
  /** The figure that is published, such as `0 lost, 0 doubled of 5,000`. */
  readonly figure: string
  /** How often it was put to the test; nothing has been shown where it is zero. */
  readonly cases: number
  /** A sentence for each time that it was broken. */
  readonly violations: ReadonlyArray<string>
  /** What a reader should know beside the figure, a line each. */
  readonly notes?: ReadonlyArray<string>
}

/** A part of the torture: it tries to make the service break its promises. */
export interface Part {
  readonly name: string
  readonly about: string
  readonly run: (given: Given) => Promise<ReadonlyArray<Outcome>>
}

/** Whether a promise was put to the test and held. */
export const isKept = ({ cases, violations }: Outcome): boolean =>
  cases > 0 && violations.length === 0
