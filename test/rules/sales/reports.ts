import * as fc from "fast-check"
import type { DeclaredUplift, SignedReport } from "../../../rules/sales/read-report.ts"
import { type FrozenRates, type SaleCaps, saleStatuses } from "../../../rules/sales/sale-record.ts"

/** A report of a sale of 110.00 EUR. */
export const sampleReport: SignedReport = {
  ref: "acme-SPRING27",
  externalOrderId: "order 1",
  amountMinor: 11_000,
  currency: "EUR",
  minorUnits: 2,
  status: "pending",
  commissionMinor: null,
  uplift: { _tag: "Unknown" },
  signedAtSeconds: 1_800_000_000,
}

/** The house's own rates: 10 % handling fee, 10 % commission, no uplift. */
export const houseRates: FrozenRates = { feeBps: 1000, baseRateBps: 1000, upliftBps: 0 }

/** Rates with an uplift, which is part of the fee. */
export const arbitraryRates: fc.Arbitrary<FrozenRates> = fc
  .record({
    standardFeeBps: fc.integer({ min: 0, max: 3000 }),
    baseRateBps: fc.integer({ min: 0, max: 5000 }),
    upliftBps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 })),
  })
  .map(({ baseRateBps, standardFeeBps, upliftBps }) => ({
    feeBps: standardFeeBps + upliftBps,
    baseRateBps,
    upliftBps,
  }))

/** Amounts in minor units: small, everyday and as large as there are. */
export const arbitraryAmount: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 50 }),
  fc.integer({ min: 0, max: 500_000 }),
  fc.maxSafeNat(),
)

const arbitraryUplift: fc.Arbitrary<DeclaredUplift> = fc.oneof(
  fc.constantFrom<DeclaredUplift>({ _tag: "Unknown" }, { _tag: "LeftOut" }),
  arbitraryAmount.map((amountMinor): DeclaredUplift => ({ _tag: "AtMost", amountMinor })),
)

/** What reports of one sale may say differently; amounts in which sums stay exact. */
export const arbitraryReport: fc.Arbitrary<SignedReport> = fc
  .record({
    amountMinor: fc.constantFrom(0, 1, 109, 11_000, 12_345, 250_000),
    status: fc.constantFrom(...saleStatuses),
    commissionMinor: fc.constantFrom(null, null, 0, 500, 1_000_000),
    uplift: arbitraryUplift,
    signedAtSeconds: fc.integer({ min: 1_800_000_000, max: 1_800_000_004 }),
  })
  .map((changes) => ({ ...sampleReport, ...changes }))

/** Caps of a sale. */
export const arbitraryCaps: fc.Arbitrary<SaleCaps> = fc.record({
  commissionMinor: fc.option(arbitraryAmount),
  upliftMinor: fc.option(arbitraryAmount),
})
