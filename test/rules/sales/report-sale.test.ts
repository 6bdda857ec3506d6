import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { commissionMinor } from "../../../rules/sales/commission.ts"
import type { ConversionReport } from "../../../rules/sales/conversion-report.ts"
import { reportSale, validateSale } from "../../../rules/sales/report-sale.ts"
import {
  type Movement,
  type Sale,
  type SaleStatus,
  saleStatuses,
} from "../../../rules/sales/sale.ts"
import { arbitraryRates, arbitraryReport, houseRates, sampleReport } from "./reports.ts"

/** A sale of 110.00, of which 100.00 are the premium and 10.00 the commission. */
const held = (status: SaleStatus): Sale => ({
  status,
  amountMinor: 11_000,
  commissionMinor: 1000,
})

const report = (changes: Partial<ConversionReport> = {}): ConversionReport => ({
  ...sampleReport,
  ...changes,
})

const booking: Movement = {
  kind: "booking",
  from: "commission_expense",
  to: "pending",
  amountMinor: 1000,
}

const validation: Movement = {
  kind: "validation",
  from: "pending",
  to: "payable",
  amountMinor: 1000,
}

const reversal = (from: "pending" | "payable", amountMinor = 1000): Movement => ({
  kind: "reversal",
  from,
  to: "commission_expense",
  amountMinor,
})

/** What is booked when the commission of a sale changes by so much. */
const adjustment = (account: "pending" | "payable", byMinor: number): Movement => ({
  kind: "adjustment",
  from: byMinor > 0 ? "commission_expense" : account,
  to: byMinor > 0 ? account : "commission_expense",
  amountMinor: Math.abs(byMinor),
})

describe("a report of a new sale", () => {
  it.each([
    ["pending", [booking]],
    ["validated", [booking, validation]],
    ["cancelled", [booking, reversal("pending")]],
  ] as const)("as %s is booked and moved there", (status, movements) => {
    assert.deepStrictEqual(reportSale(undefined, report({ status }), houseRates), {
      sale: held(status),
      movements,
      created: true,
      updated: false,
    })
  })

  it.each(saleStatuses)("as %s books nothing where nothing is earned", (status) => {
    const { created, movements, sale } = reportSale(
      undefined,
      report({ status, amountMinor: 0 }),
      houseRates,
    )
    assert.deepStrictEqual(movements, [])
    assert.isTrue(created)
    assert.deepStrictEqual(sale, { status, amountMinor: 0, commissionMinor: 0 })
  })
})

describe("a report of a known sale", () => {
  const moves: ReadonlyArray<readonly [SaleStatus, SaleStatus, ReadonlyArray<Movement> | null]> = [
    ["pending", "pending", null],
    ["pending", "validated", [validation]],
    ["pending", "cancelled", [reversal("pending")]],
    ["validated", "pending", null],
    ["validated", "validated", null],
    ["validated", "cancelled", [reversal("payable")]],
    ["cancelled", "pending", null],
    ["cancelled", "validated", null],
    ["cancelled", "cancelled", null],
  ]

  it.each(moves)("of the same amount, %s to %s", (from, status, movements) => {
    const sale = held(from)
    assert.deepStrictEqual(reportSale(sale, report({ status }), houseRates), {
      sale: movements === null ? sale : held(status),
      movements: movements ?? [],
      created: false,
      updated: movements !== null,
    })
  })

  // 220.00 / 1.1 = 200.00 premium, 20.00 commission: 10.00 more. 55.00: 5.00 commission, 5.00 less.
  const adjusted: ReadonlyArray<
    readonly [SaleStatus, SaleStatus, number, number, ReadonlyArray<Movement>]
  > = [
    ["pending", "pending", 22_000, 2000, [adjustment("pending", 1000)]],
    ["pending", "pending", 5500, 500, [adjustment("pending", -500)]],
    ["pending", "pending", 0, 0, [adjustment("pending", -1000)]],
    ["validated", "validated", 22_000, 2000, [adjustment("payable", 1000)]],
    ["validated", "validated", 5500, 500, [adjustment("payable", -500)]],
    [
      "pending",
      "validated",
      22_000,
      2000,
      [adjustment("pending", 1000), { ...validation, amountMinor: 2000 }],
    ],
    ["pending", "validated", 0, 0, [adjustment("pending", -1000)]],
    ["pending", "cancelled", 5500, 500, [adjustment("pending", -500), reversal("pending", 500)]],
    [
      "validated",
      "cancelled",
      22_000,
      2000,
      [adjustment("payable", 1000), reversal("payable", 2000)],
    ],
  ]

  it.each(adjusted)(
    "of another amount, %s to %s at %d, earns %d",
    (from, status, amountMinor, earnedMinor, movements) => {
      assert.deepStrictEqual(reportSale(held(from), report({ status, amountMinor }), houseRates), {
        sale: { status, amountMinor, commissionMinor: earnedMinor },
        movements,
        created: false,
        updated: true,
      })
    },
  )

  it.each([
    ["validated", "pending"],
    ["cancelled", "pending"],
    ["cancelled", "validated"],
    ["cancelled", "cancelled"],
  ] as const)(
    "that comes too late, %s to %s, does not change the amount either",
    (from, status) => {
      const sale = held(from)
      const {
        movements,
        sale: after,
        updated,
      } = reportSale(sale, report({ status, amountMinor: 22_000 }), houseRates)
      assert.strictEqual(after, sale)
      assert.deepStrictEqual(movements, [])
      assert.isFalse(updated)
    },
  )

  it("changes the commission with the amount only, not by what else it declares", () => {
    const declared = { commissionMinor: 5, uplift: { _tag: "AtMost", amountMinor: 0 } } as const
    const same = reportSale(held("pending"), report(declared), houseRates)
    assert.deepStrictEqual(same.sale, held("pending"))
    assert.isFalse(same.updated)
    const other = reportSale(
      held("pending"),
      report({ ...declared, amountMinor: 22_000 }),
      houseRates,
    )
    assert.deepStrictEqual(other.movements, [adjustment("pending", -995)])
    assert.strictEqual(other.sale.commissionMinor, 5)
  })

  it("counts another amount that earns the same as a change that books nothing", () => {
    // 110.01 / 1.1 x 10 % = 10.0009: 10.00 as before.
    const { movements, sale, updated } = reportSale(
      held("validated"),
      report({ status: "validated", amountMinor: 11_001 }),
      houseRates,
    )
    assert.deepStrictEqual(movements, [])
    assert.deepStrictEqual(sale, { ...held("validated"), amountMinor: 11_001 })
    assert.isTrue(updated)
  })

  it("reverses what is booked, which the rates of today have no say in", () => {
    const otherRates = { feeBps: 0, baseRateBps: 5000, upliftBps: 0 }
    const { movements } = reportSale(held("validated"), report({ status: "cancelled" }), otherRates)
    assert.deepStrictEqual(movements, [reversal("payable")])
  })
})

describe("validateSale()", () => {
  it("moves a pending sale to what is owed for certain, and leaves the others alone", () => {
    assert.deepStrictEqual(validateSale(held("pending")), {
      sale: held("validated"),
      movements: [validation],
    })
    for (const status of ["validated", "cancelled"] as const) {
      assert.deepStrictEqual(validateSale(held(status)), { sale: held(status), movements: [] })
    }
  })

  it("books nothing for a sale that earns nothing, and validates it", () => {
    const free: Sale = { status: "pending", amountMinor: 4, commissionMinor: 0 }
    assert.deepStrictEqual(validateSale(free), {
      sale: { ...free, status: "validated" },
      movements: [],
    })
  })
})

describe("any report", () => {
  it("changes nothing when it comes again", () => {
    fc.assert(
      fc.property(arbitraryReport, arbitraryReport, arbitraryRates, (first, second, rates) => {
        const before = reportSale(undefined, first, rates).sale
        const once = reportSale(before, second, rates).sale
        const again = reportSale(once, second, rates)
        assert.strictEqual(again.sale, once)
        assert.deepStrictEqual(again.movements, [])
        assert.isFalse(again.updated)
      }),
      { numRuns: 1_000 },
    )
  })

  it("says updated exactly where it changed a known sale, and freezes what it earns at the rates given", () => {
    fc.assert(
      fc.property(arbitraryReport, arbitraryReport, arbitraryRates, (first, second, rates) => {
        const before = reportSale(undefined, first, rates).sale
        assert.strictEqual(before.commissionMinor, commissionMinor(first, rates))
        const { created, sale, updated } = reportSale(before, second, rates)
        assert.isFalse(created)
        assert.strictEqual(updated, JSON.stringify(sale) !== JSON.stringify(before))
        if (sale.amountMinor !== before.amountMinor) {
          assert.strictEqual(sale.commissionMinor, commissionMinor(second, rates))
        } else {
          assert.strictEqual(sale.commissionMinor, before.commissionMinor)
        }
        const order = [before.status, sale.status].map((status) => saleStatuses.indexOf(status))
        assert.isAtLeast(order[1] ?? -1, order[0] ?? 0)
      }),
      { numRuns: 1_000 },
    )
  })
})
