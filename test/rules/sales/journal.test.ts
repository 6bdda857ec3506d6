import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { SignedReport } from "../../../rules/sales/read-report.ts"
import { reportSale, validateSale } from "../../../rules/sales/report-sale.ts"
import type { FrozenRates, Movement, Sale } from "../../../rules/sales/sale-record.ts"
import { type Balances, replayJournal } from "./replay-journal.ts"
import { arbitraryRates, arbitraryReport } from "./reports.ts"

/** Something that happens to a sale: a report, or its validation by age. */
type Happening = SignedReport | "validation"

const happenings: fc.Arbitrary<ReadonlyArray<Happening>> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: arbitraryReport },
    { weight: 1, arbitrary: fc.constant<Happening>("validation") },
  ),
  { maxLength: 12 },
)

const noMovements: ReadonlyArray<Movement> = []

const happen = (sale: Sale | undefined, what: Happening, rates: FrozenRates) => {
  if (what !== "validation") return reportSale(sale, what, rates)
  return sale === undefined ? { sale, movements: noMovements } : validateSale(sale)
}

/** Where a sale's commission has to stand: in one account, with the house's other side. */
const expected = (sale: Sale): Balances => {
  const earnedMinor = sale.status === "cancelled" ? 0 : sale.commissionMinor
  return {
    pendingMinor: sale.status === "pending" ? earnedMinor : 0,
    payableMinor: sale.status === "validated" ? earnedMinor : 0,
    expenseMinor: 0 - earnedMinor,
  }
}

const nothing: Balances = { pendingMinor: 0, payableMinor: 0, expenseMinor: 0 }

const inEuro = (movements: ReadonlyArray<Movement>): Balances => {
  const booked = movements.map((movement) => ({ ...movement, currency: "EUR" }))
  return replayJournal(booked).get("EUR") ?? nothing
}

const sumOf = ({ expenseMinor, payableMinor, pendingMinor }: Balances): number =>
  pendingMinor + payableMinor + expenseMinor

describe("the journal of a sale", () => {
  it("comes to its commission in the account of its status after every step, and to nothing once cancelled", () => {
    fc.assert(
      fc.property(happenings, arbitraryRates, (steps, rates) => {
        let sale: Sale | undefined
        let journal = noMovements
        for (const step of steps) {
          const after = happen(sale, step, rates)
          journal = [...journal, ...after.movements]
          sale = after.sale
          const balances = inEuro(journal)
          assert.strictEqual(sumOf(balances), 0)
          assert.deepStrictEqual(balances, sale === undefined ? nothing : expected(sale))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("holds positive amounts between two accounts, and books, validates and reverses at most once", () => {
    fc.assert(
      fc.property(happenings, arbitraryRates, (steps, rates) => {
        let sale: Sale | undefined
        const kinds: Array<string> = []
        for (const step of steps) {
          const after = happen(sale, step, rates)
          sale = after.sale
          for (const { amountMinor, from, kind, to } of after.movements) {
            assert.isTrue(Number.isSafeInteger(amountMinor) && amountMinor > 0)
            assert.notStrictEqual(from, to)
            kinds.push(kind)
          }
        }
        for (const kind of ["booking", "validation", "reversal"]) {
          assert.isAtMost(kinds.filter((each) => each === kind).length, 1, kind)
        }
        const reversed = kinds.indexOf("reversal")
        if (reversed !== -1) assert.strictEqual(reversed, kinds.length - 1)
      }),
      { numRuns: 1_000 },
    )
  })
})
