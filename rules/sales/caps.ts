import type { DeclaredSale, DeclaredUplift } from "./conversion-report.ts"
import type { SaleCaps } from "./sale.ts"

/** The caps of a sale of which nothing has been declared. */
export const noCaps: SaleCaps = { commissionMinor: null, upliftMinor: null }

const upliftCap = (heldMinor: number | null, declared: DeclaredUplift): number | null => {
  switch (declared._tag) {
    case "AtMost":
      return declared.amountMinor
    case "LeftOut":
      return heldMinor ?? 0
    case "Unknown":
      return heldMinor
  }
}

/**
 * The caps of a sale after a report that counts. What it declares is the cap from then on; what it
 * does not leaves the cap that was declared before. Only where none ever was does `partnerFeeAmount`
 * left out under 3.2 mean that no uplift was charged; 3.1 does not know the field and says nothing.
 *
 * | declared before | under 3.1 | under 3.2, left out | under 3.2, present |
 * | --- | --- | --- | --- |
 * | nothing | none | 0 | its value |
 * | a cap | that cap | that cap | its value |
 *
 * ```ts
 * import { capsAfter, noCaps } from "../rules/sales/caps.ts"
 *
 * const silent = { commissionMinor: null, uplift: { _tag: "LeftOut" } } as const
 * capsAfter(noCaps, silent) // => { commissionMinor: null, upliftMinor: 0 }
 * capsAfter({ commissionMinor: 900, upliftMinor: 200 }, silent) // => { commissionMinor: 900, upliftMinor: 200 }
 * ```
 */
export const capsAfter = (
  held: SaleCaps,
  { commissionMinor, uplift }: Pick<DeclaredSale, "commissionMinor" | "uplift">,
): SaleCaps => ({
  commissionMinor: commissionMinor ?? held.commissionMinor,
  upliftMinor: upliftCap(held.upliftMinor, uplift),
})

/**
 * Whether two caps are the same.
 *
 * ```ts
 * import { noCaps, sameCaps } from "../rules/sales/caps.ts"
 *
 * sameCaps(noCaps, { ...noCaps, upliftMinor: 0 }) // => false
 * ```
 */
export const sameCaps = (left: SaleCaps, right: SaleCaps): boolean =>
  left.commissionMinor === right.commissionMinor && left.upliftMinor === right.upliftMinor
