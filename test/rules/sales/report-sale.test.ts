import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { capsAfter, commissionMinor, noCaps } from "../../../rules/sales/commission.ts"
import type { SignedReport } from "../../../rules/sales/read-report.ts"
import { reportSale, validateSale } from "../../../rules/sales/report-sale.ts"
import {
  type Movement,
  type Sale,
  type SaleStatus,
  saleStatuses,
} from "../../../rules/sales/sale-record.ts"
import { arbitraryRates, arbitraryReport, houseRates, sampleReport } from "./reports.ts"

/** A sale of 110.00, of which 100.00 are the premium and 10.00 the commission. */
const held = (status: SaleStatus): Sale => ({
  status,
  amountMinor: 11_000,
  commissionMinor: 1000,
  caps: noCaps,
  signedAtSeconds: sampleReport.signedAtSeconds,
})

const report = (changes: Partial<SignedReport> = {}): SignedReport => ({
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
      counts: true,
      countsByAge: false,
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
    assert.deepStrictEqual(sale, { ...held(status), amountMinor: 0, commissionMinor: 0 })
  })
})

describe("a report of a known sale", () => {
  const moves: ReadonlyArray<
    readonly [SaleStatus, SaleStatus, counts: boolean, ReadonlyArray<Movement>]
  > = [
    ["pending", "pending", true, []],
    ["pending", "validated", true, [validation]],
    ["pending", "cancelled", true, [reversal("pending")]],
    ["validated", "pending", false, []],
    ["validated", "validated", true, []],
    ["validated", "cancelled", true, [reversal("payable")]],
    ["cancelled", "pending", false, []],
    ["cancelled", "validated", false, []],
    ["cancelled", "cancelled", false, []],
  ]

  it.each(moves)("of the same amount, %s to %s", (from, status, counts, movements) => {
    const sale = held(from)
    assert.deepStrictEqual(reportSale(sale, report({ status }), houseRates), {
      sale: counts ? held(status) : sale,
      movements,
      created: false,
      updated: movements.length > 0,
      counts,
      countsByAge: false,
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
        sale: { ...held(status), amountMinor, commissionMinor: earnedMinor },
        movements,
        created: false,
        updated: true,
        counts: true,
        countsByAge: false,
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

  it("earns less from the report on that declares a cap, more from one that raises it", () => {
    const low = reportSale(held("pending"), report({ commissionMinor: 5 }), houseRates)
    assert.deepStrictEqual(low.movements, [adjustment("pending", -995)])
    assert.strictEqual(low.sale.commissionMinor, 5)
    assert.isTrue(low.updated)
    const raised = reportSale(low.sale, report({ commissionMinor: 1200 }), houseRates)
    assert.deepStrictEqual(raised.movements, [adjustment("pending", 995)])
    assert.deepStrictEqual(raised.sale.caps, { ...noCaps, commissionMinor: 1200 })
  })

  it("keeps a cap that was declared, whatever the reports after it leave out", () => {
    const uplifted = { feeBps: 1500, baseRateBps: 1000, upliftBps: 500 }
    const first = report({ amountMinor: 11_500, uplift: { _tag: "AtMost", amountMinor: 200 } })
    const { sale } = reportSale(undefined, first, uplifted)
    assert.strictEqual(sale.commissionMinor, 1200)
    for (const _tag of ["LeftOut", "Unknown"] as const) {
      const doubled = report({ amountMinor: 23_000, uplift: { _tag } })
      // 200.00 premium: 20.00 of base rate, and of 10.00 of uplift the 2.00 that were declared.
      assert.strictEqual(reportSale(sale, doubled, uplifted).sale.commissionMinor, 2200)
    }
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
    const free: Sale = { ...held("pending"), amountMinor: 4, commissionMinor: 0 }
    assert.deepStrictEqual(validateSale(free), {
      sale: { ...free, status: "validated" },
      movements: [],
    })
  })
})

describe("a report that was signed before the one that stands", () => {
  const at = (signedAtSeconds: number, changes: Partial<SignedReport> = {}) =>
    report({ signedAtSeconds, ...changes })

  const after = (...reports: ReadonlyArray<SignedReport>): Sale => {
    const [first, ...others] = reports
    if (first === undefined) throw new Error("no report")
    return others.reduce(
      (sale, next) => reportSale(sale, next, houseRates).sale,
      reportSale(undefined, first, houseRates).sale,
    )
  }

  it("changes nothing and declares nothing, whatever it says", () => {
    for (const status of saleStatuses) {
      const sale = after(at(20))
      const early = at(19, { status, amountMinor: 9_091, commissionMinor: 1 })
      assert.deepStrictEqual(reportSale(sale, early, houseRates), {
        sale,
        movements: [],
        created: false,
        updated: false,
        counts: false,
        countsByAge: false,
      })
    }
  })

  it("is outrun in any order of three: the last one signed stands", () => {
    const [a, b, c] = [
      at(10, { amountMinor: 9_091 }),
      at(20, { amountMinor: 10_000 }),
      at(30, { amountMinor: 11_000 }),
    ] as const
    for (const order of [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ]) {
      const { amountMinor, signedAtSeconds } = after(...order)
      assert.deepStrictEqual([amountMinor, signedAtSeconds], [11_000, 30])
    }
  })

  it("is outrun by one that merely confirmed what stood", () => {
    const sale = after(at(10), at(30), at(20, { amountMinor: 9_091 }))
    assert.deepStrictEqual(sale, { ...held("pending"), signedAtSeconds: 30 })
  })

  it("is outrun by a later one of a status ahead, and does not take that back", () => {
    const sale = after(at(20, { status: "validated" }), at(10, { status: "pending" }))
    assert.strictEqual(sale.status, "validated")
    const late = after(at(20, { status: "validated" }), at(10, { status: "cancelled" }))
    assert.strictEqual(late.status, "validated")
  })

  it("is not outrun by one that came to nothing itself, as its status was behind", () => {
    const sale = after(
      at(10, { status: "validated" }),
      at(30, { status: "pending", amountMinor: 5 }),
      at(20, { status: "validated", amountMinor: 22_000 }),
    )
    assert.deepStrictEqual([sale.amountMinor, sale.signedAtSeconds], [22_000, 20])
  })

  it("leaves a cancelled sale as it is, and so does one that was signed later", () => {
    const cancelled = after(at(20, { status: "cancelled" }))
    for (const signedAtSeconds of [19, 20, 21]) {
      const sale = reportSale(cancelled, at(signedAtSeconds, { status: "pending" }), houseRates)
      assert.strictEqual(sale.sale, cancelled)
    }
  })

  it("is told from one of the same second, which stands as it arrives later", () => {
    const sale = after(at(20), at(20, { amountMinor: 22_000 }), at(20, { amountMinor: 5_500 }))
    assert.strictEqual(sale.amountMinor, 5_500)
  })

  it("is none where nobody knows any more when the one that stands was signed", () => {
    const unknown: Sale = { ...held("pending"), signedAtSeconds: null }
    const { sale } = reportSale(unknown, at(1, { amountMinor: 22_000 }), houseRates)
    assert.deepStrictEqual([sale.amountMinor, sale.signedAtSeconds], [22_000, 1])
  })
})

describe("a pending report of a sale that is of age", () => {
  const validated = held("validated")

  const late = (changes: Partial<SignedReport> = {}) =>
    report({ status: "pending", signedAtSeconds: sampleReport.signedAtSeconds + 10, ...changes })

  const reportLate = (sale: Sale, next: SignedReport) => reportSale(sale, next, houseRates, true)

  // 55.00: 5.00 commission, 5.00 less. 220.00: 20.00, 10.00 more. A cap of 4.00: 6.00 less.
  it.each([
    [{ amountMinor: 5_500 }, 500, -500],
    [{ amountMinor: 22_000 }, 2_000, 1_000],
    [{ amountMinor: 0 }, 0, -1_000],
    [{ commissionMinor: 400 }, 400, -600],
  ] as const)("with %o earns %d and stays validated", (changes, earnedMinor, byMinor) => {
    const { countsByAge, movements, sale, updated } = reportLate(validated, late(changes))
    assert.deepStrictEqual([sale.status, sale.commissionMinor], ["validated", earnedMinor])
    assert.deepStrictEqual(movements, [adjustment("payable", byMinor)])
    assert.deepStrictEqual([updated, countsByAge], [true, true])
  })

  it("with the same amount changes nothing but which report stands", () => {
    const { movements, sale, updated } = reportLate(validated, late())
    assert.deepStrictEqual(movements, [])
    assert.isFalse(updated)
    assert.deepStrictEqual(sale, { ...validated, signedAtSeconds: late().signedAtSeconds })
  })

  it("counts where it was signed before the sale validated itself and arrives after that", () => {
    const before = held("pending")
    const signed = report({ amountMinor: 5_500, signedAtSeconds: 1_800_000_001 })
    const inTime = validateSale(reportSale(before, signed, houseRates).sale).sale
    assert.deepStrictEqual(reportLate(validateSale(before).sale, signed).sale, inTime)
  })

  it("stands as the last one signed, in whatever order two arrive", () => {
    const [first, last] = [
      late({ amountMinor: 22_000 }),
      late({ amountMinor: 5_500, signedAtSeconds: sampleReport.signedAtSeconds + 20 }),
    ]
    for (const order of [
      [first, last],
      [last, first],
    ]) {
      const sale = order.reduce((standing, next) => reportLate(standing, next).sale, validated)
      assert.deepStrictEqual([sale.amountMinor, sale.commissionMinor], [5_500, 500])
    }
  })

  it("changes nothing of a cancelled one, whose age has no say", () => {
    const cancelled = held("cancelled")
    const done = reportLate(cancelled, late({ amountMinor: 5_500 }))
    assert.strictEqual(done.sale, cancelled)
    assert.deepStrictEqual([done.updated, done.countsByAge], [false, false])
  })
})

describe("the age of a sale", () => {
  it("has a say exactly where a report says that it counts by age", () => {
    const fields = fc.record({ first: arbitraryReport, second: arbitraryReport })
    fc.assert(
      fc.property(fields, arbitraryRates, fc.boolean(), ({ first, second }, rates, isValidated) => {
        const booked = reportSale(undefined, first, rates).sale
        const before = isValidated ? validateSale(booked).sale : booked
        const [young, old] = [false, true].map((isOfAge) =>
          reportSale(before, second, rates, isOfAge),
        )
        assert.isFalse(young?.countsByAge)
        if (old?.countsByAge === true) assert.isFalse(young?.counts)
        else assert.deepStrictEqual(old, young)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("any report", () => {
  it("changes nothing when it comes again", () => {
    fc.assert(
      fc.property(arbitraryReport, arbitraryReport, arbitraryRates, (first, second, rates) => {
        const before = reportSale(undefined, first, rates).sale
        const once = reportSale(before, second, rates).sale
        const again = reportSale(once, second, rates)
        assert.deepStrictEqual(again.sale, once)
        assert.deepStrictEqual(again.movements, [])
        assert.isFalse(again.updated)
      }),
      { numRuns: 1_000 },
    )
  })

  it("says updated exactly where what a known sale shows has changed, at the rates it was frozen at", () => {
    const shown = ({ amountMinor, commissionMinor, status }: Sale) =>
      [status, amountMinor, commissionMinor].join(" ")
    fc.assert(
      fc.property(arbitraryReport, arbitraryReport, arbitraryRates, (first, second, rates) => {
        const before = reportSale(undefined, first, rates).sale
        const { counts, created, sale, updated } = reportSale(before, second, rates)
        assert.isFalse(created)
        assert.strictEqual(updated, shown(sale) !== shown(before))
        assert.deepStrictEqual(sale.caps, counts ? capsAfter(before.caps, second) : before.caps)
        for (const { amountMinor, caps, commissionMinor: earned } of [before, sale]) {
          assert.strictEqual(earned, commissionMinor(amountMinor, caps, rates))
        }
        const order = [before.status, sale.status].map((status) => saleStatuses.indexOf(status))
        assert.isAtLeast(order[1] ?? -1, order[0] ?? 0)
      }),
      { numRuns: 1_000 },
    )
  })
})
