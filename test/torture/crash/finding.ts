/** Something that clients and database disagree about. */
export interface Finding {
  /** Acknowledged and not there; there more than once; or another thing than was acknowledged. */
  readonly as: "lost" | "doubled" | "wrong"
  readonly what: string
}

/** How many findings are of a sort. */
export const countOf = (findings: ReadonlyArray<Finding>, as: Finding["as"]): number =>
  findings.filter((finding) => finding.as === as).length

/** A finding as a sentence. */
export const findingText = ({ as, what }: Finding): string => `${as}: ${what}`
