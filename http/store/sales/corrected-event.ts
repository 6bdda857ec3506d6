import { minorToNumber } from "../../../core/money/minor.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"
import { balancesDue, type SaleCheck, type StoredSale } from "../../../rules/sales/check-sale.ts"
import type { ReplayedSale } from "../../../rules/sales/replay-record.ts"
import { earnedMinor, type Sale } from "../../../rules/sales/sale.ts"
import type { CorrectionReason, SaleFacts } from "../../../rules/sales/sale-record.ts"
import type { EventToTell } from "../events/tell-events.ts"

/** A correction, as its event tells the account of it. */
export interface CorrectionToTell {
  readonly saleId: bigint
  readonly partnerCode: string
  readonly linkCode: string
  readonly check: SaleCheck
  readonly stored: StoredSale | undefined
  readonly replayed: ReplayedSale
  /** `record` where nothing but the record of it was missing. */
  readonly why: ReadonlyArray<CorrectionReason | "record">
  readonly at: Date
}

/** What a sale said, as a list of sales shows it. */
const told = (
  sale: SaleFacts & Pick<Sale, "amountMinor" | "commissionMinor" | "status">,
  bookedAtMs: number,
) => ({
  externalOrderId: sale.externalOrderId,
  status: sale.status,
  amount: minorToNumber(sale.amountMinor, sale.minorUnits),
  commission: minorToNumber(earnedMinor(sale), sale.minorUnits),
  currency: sale.currency,
  bookedAt: Number.isFinite(bookedAtMs) ? new Date(bookedAtMs).toISOString() : null,
})

/**
 * The event of a correction: the sale and what is booked for it, before and after. What another
 * account had of it meanwhile is not told.
 */
export const correctedEvent = (correction: CorrectionToTell): EventToTell => {
  const { at, check, linkCode, partnerCode, replayed, saleId, stored, why } = correction
  const { facts, sale } = replayed
  const own = balancesDue(check, replayed).find(({ isOwn }) => isOwn)
  const booked = (side: "held" | "due") => ({
    pending: minorToNumber(own?.[side].pendingMinor ?? 0n, facts.minorUnits),
    payable: minorToNumber(own?.[side].payableMinor ?? 0n, facts.minorUnits),
  })
  const isSeen = stored !== undefined && stored.partnerId === facts.partnerId
  return {
    partnerId: facts.partnerId,
    mode: "live",
    type: "sale.corrected",
    once: `sale:${saleId}:corrected:${at.getTime()}`,
    data: {
      externalOrderId: facts.externalOrderId,
      ref: trackedRef({ partnerCode, linkCode }),
      why,
      before: { sale: isSeen ? told(stored, stored.bookedAtMs) : null, ...booked("held") },
      after: { sale: told({ ...facts, ...sale }, replayed.bookedAtMs), ...booked("due") },
      correctedAt: at.toISOString(),
    },
  }
}
