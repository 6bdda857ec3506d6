import type { OfferLines } from "./premium-lines.ts"
import type { Range } from "./ranges.ts"
import { addedCentsOf, type Step, type StepBox } from "./step-proof.ts"

/**
 * What was proven, by what it was proven from and not by names: asked again after tables have changed, only
 * what the change touches is proven anew.
 */
export interface ProofMemory {
  readonly contents: Map<string, number>
  readonly proven: Set<string>
}

/** An empty memory. */
export const makeProofMemory = (): ProofMemory => ({ contents: new Map(), proven: new Set() })

/** More than the shipped catalogues need by far; after that it begins anew. */
const provenMax = 1_000_000

/** Every amount that the premiums of an offer are made of, up to a number of days. */
const contentText = (lines: OfferLines): string =>
  [
    lines.rateKey,
    ...lines.ageStarts,
    "|",
    ...lines.dayStarts.flatMap((day) => [
      day,
      // Between two starts premiums are linear in the days: two days tell all of them.
      ...[day, day + 1].flatMap((each) =>
        lines.ageStarts.flatMap((age) => Object.values(lines.at(each, age) ?? { none: "" })),
      ),
    ]),
  ].join(" ")

const rangeText = (range: Range | undefined): string =>
  range === undefined ? "" : `${range.from}-${range.to}`

/**
 * Prepares keys under which proofs of steps are remembered, each with what proofs depend on beside
 * the premiums.
 */
export const prepareProofKeys = ({ contents, proven }: ProofMemory, beside: string) => {
  if (proven.size > provenMax) {
    proven.clear()
    contents.clear()
  }
  const known = new Map<OfferLines, number>()
  const contentOf = (lines: OfferLines): number => {
    const found = known.get(lines)
    if (found !== undefined) return found
    const text = contentText(lines)
    const number = contents.get(text) ?? contents.size
    contents.set(text, number)
    known.set(lines, number)
    return number
  }
  return (
    step: Pick<Step, "after" | "dayShift" | "law" | "traveller">,
    { changed, days, oldest, others, youngest }: StepBox,
    after: OfferLines,
    before: ReadonlyArray<OfferLines>,
  ): string =>
    [
      beside,
      step.traveller ?? "",
      step.dayShift,
      addedCentsOf(step),
      step.after.priceKnown,
      ...[days, others, oldest, youngest, changed].map(rangeText),
      contentOf(after),
      "<",
      ...before.map(contentOf),
    ].join(" ")
}
