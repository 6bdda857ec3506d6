import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import {
  dueMovement,
  type PayoutAccount,
  type PayoutState,
  type PayoutStep,
  stepPayout,
} from "../../../rules/payouts/payout.ts"
import { payoutPolicy } from "../../../rules/payouts/payout-tables.ts"
import {
  closesAtMs,
  closeStatement,
  type MovedTotal,
  monthsToClose,
  monthStartMs,
  nextMonth,
  type StatementFigures,
  statementNumber,
} from "../../../rules/payouts/statement.ts"
import { times } from "../../support/long.ts"
import { shippedTables } from "../../support/tables.ts"

const none = { amountMinor: 0n, sales: 0 }

const opening = { pendingMinor: 0n, carriedMinor: 0n }

const movement = (
  kind: MovedTotal["kind"],
  from: MovedTotal["from"],
  to: MovedTotal["to"],
  amountMinor: bigint,
): MovedTotal => ({ kind, from, to, amountMinor, sales: 1 })

const minimumMinor = 5_000n

/** The month of the mockups: what is owed, and what waits. */
const november = closeStatement({
  opening: { pendingMinor: 21_240n, carriedMinor: 3_815n },
  moved: [
    {
      kind: "booking",
      from: "commission_expense",
      to: "pending",
      amountMinor: 117_685n,
      sales: 61,
    },
    { kind: "validation", from: "pending", to: "payable", amountMinor: 108_320n, sales: 58 },
    { kind: "reversal", from: "pending", to: "commission_expense", amountMinor: 7_125n, sales: 4 },
    { kind: "reversal", from: "payable", to: "commission_expense", amountMinor: 3_105n, sales: 2 },
  ],
  returned: none,
  heldMinor: 0n,
  minimumMinor,
})

describe("a statement of a month", () => {
  it("has two accounts that add up, and pays what is owed", () => {
    assert.strictEqual(november.owed.closingMinor, 109_030n)
    assert.strictEqual(november.pending.closingMinor, 23_480n)
    assert.strictEqual(november.dueMinor, 109_030n)
    assert.strictEqual(november.carriedMinor, 0n)
    assert.deepStrictEqual(november.owed.reversed, { amountMinor: -3_105n, sales: 2 })
    assert.deepStrictEqual(november.pending.validated, { amountMinor: -108_320n, sales: 58 })
  })

  it("carries over what is below the minimum, and pays what reaches it", () => {
    const owing = (amountMinor: bigint) =>
      closeStatement({
        opening,
        moved: [movement("validation", "pending", "payable", amountMinor)],
        returned: none,
        heldMinor: 0n,
        minimumMinor,
      })
    assert.strictEqual(owing(4_999n).dueMinor, 0n)
    assert.strictEqual(owing(4_999n).carriedMinor, 4_999n)
    assert.strictEqual(owing(5_000n).dueMinor, 5_000n)
  })

  it("holds back what is too young, and carries over what was reversed after its payout", () => {
    const books = { opening, moved: [], returned: none, minimumMinor: 0n }
    const held = closeStatement({
      ...books,
      moved: [movement("validation", "pending", "payable", 9_000n)],
      heldMinor: 2_000n,
    })
    assert.deepStrictEqual([held.dueMinor, held.carriedMinor], [7_000n, 2_000n])
    const reversed = closeStatement({
      ...books,
      moved: [movement("reversal", "payable", "commission_expense", 700n)],
      heldMinor: 0n,
    })
    assert.deepStrictEqual([reversed.dueMinor, reversed.carriedMinor], [0n, -700n])
  })

  it("takes back what the bank returned", () => {
    const again = closeStatement({
      opening,
      moved: [],
      returned: { amountMinor: 6_000n, sales: 1 },
      heldMinor: 0n,
      minimumMinor,
    })
    assert.strictEqual(again.dueMinor, 6_000n)
  })

  it("has the number of its account, month and currency", () => {
    assert.strictEqual(statementNumber("gt", "2026-11", "EUR", null), "GT-2026-11-EUR")
    assert.strictEqual(statementNumber("gt", "2026-11", "ISK", 2), "GT-2026-11-ISK-2")
  })
})

/** What may be booked for sales in a month, and what becomes of payouts of before. */
const arbitraryMonth = fc.record({
  moved: fc.array(
    fc
      .tuple(
        fc.constantFrom<readonly [MovedTotal["kind"], MovedTotal["from"], MovedTotal["to"]]>(
          ["booking", "commission_expense", "pending"],
          ["adjustment", "commission_expense", "pending"],
          ["adjustment", "pending", "commission_expense"],
          ["adjustment", "commission_expense", "payable"],
          ["adjustment", "payable", "commission_expense"],
          ["validation", "pending", "payable"],
          ["reversal", "pending", "commission_expense"],
          ["reversal", "payable", "commission_expense"],
          ["correction", "commission_expense", "payable"],
          ["correction", "payable", "pending"],
        ),
        fc.bigInt(1n, 20_000n),
      )
      .map(([[kind, from, to], amountMinor]) => movement(kind, from, to, amountMinor)),
    { maxLength: 12 },
  ),
  heldMinor: fc.bigInt(0n, 10_000n),
  minimumMinor: fc.constantFrom(0n, 1n, 5_000n, 30_000n),
  steps: fc.array(fc.tuple(fc.nat(5), fc.constantFrom<PayoutStep>("send", "return", "withdraw")), {
    maxLength: 6,
  }),
})

interface Payout {
  readonly amountMinor: bigint
  readonly state: PayoutState
}

/** The books of one account and currency, beside its statements. */
interface Books {
  readonly balances: ReadonlyMap<string, bigint>
  readonly payouts: ReadonlyArray<Payout>
  readonly statements: ReadonlyArray<StatementFigures>
}

const move = (
  balances: ReadonlyMap<string, bigint>,
  { from, to }: { readonly from: string; readonly to: string },
  amountMinor: bigint,
): ReadonlyMap<string, bigint> =>
  new Map([
    ...balances,
    [from, (balances.get(from) ?? 0n) - amountMinor],
    [to, (balances.get(to) ?? 0n) + amountMinor],
  ])

const closeMonth = (
  books: Books,
  {
    heldMinor,
    minimumMinor,
    moved,
    steps,
  }: typeof arbitraryMonth extends fc.Arbitrary<infer One> ? One : never,
): Books => {
  let { balances, payouts } = books
  let returned = none
  for (const [index, step] of steps) {
    const payout = payouts[index]
    const stepped = payout === undefined ? undefined : stepPayout(payout.state, step)
    if (payout === undefined || stepped === undefined || Result.isFailure(stepped)) continue
    const { movement: booked, state } = stepped.success
    balances = move(balances, booked, payout.amountMinor)
    payouts = payouts.with(index, { ...payout, state })
    if (booked.to === "payable") {
      returned = {
        amountMinor: returned.amountMinor + payout.amountMinor,
        sales: returned.sales + 1,
      }
    }
  }
  for (const one of moved) balances = move(balances, one, one.amountMinor)
  const last = books.statements.at(-1)
  const figures = closeStatement({
    opening: {
      pendingMinor: last?.pending.closingMinor ?? 0n,
      carriedMinor: last?.carriedMinor ?? 0n,
    },
    moved,
    returned,
    heldMinor,
    minimumMinor,
  })
  if (figures.dueMinor > 0n) {
    balances = move(balances, dueMovement, figures.dueMinor)
    payouts = [...payouts, { amountMinor: figures.dueMinor, state: "due" }]
  }
  return { balances, payouts, statements: [...books.statements, figures] }
}

describe("statements after statements", () => {
  it("equal the ledger at every cut, and nothing is paid twice", () => {
    fc.assert(
      fc.property(fc.array(arbitraryMonth, { maxLength: 8 }), (months) => {
        let books: Books = { balances: new Map(), payouts: [], statements: [] }
        for (const month of months) {
          books = closeMonth(books, month)
          const balance = (account: PayoutAccount | "pending"): bigint =>
            books.balances.get(account) ?? 0n
          const last = books.statements.at(-1)
          assert.strictEqual(balance("pending"), last?.pending.closingMinor)
          assert.strictEqual(balance("payable"), last?.carriedMinor)
          const inState = (state: PayoutState): bigint =>
            books.payouts
              .filter((payout) => payout.state === state)
              .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
          assert.strictEqual(balance("on_its_way"), inState("due"))
          assert.strictEqual(balance("bank"), inState("sent"))
          assert.isAtLeast(Number(last?.dueMinor ?? 0n), 0)
          // What was earned for certain is paid, on its way, or carried over: each cent of it once.
          const earned = books.statements.reduce(
            (sum, { owed: { changed, corrected, reversed, validated } }) =>
              sum +
              validated.amountMinor +
              changed.amountMinor +
              reversed.amountMinor +
              corrected.amountMinor,
            0n,
          )
          assert.strictEqual(earned, balance("payable") + balance("on_its_way") + balance("bank"))
        }
      }),
      { numRuns: times(500, 20_000) },
    )
  })

  it("close month after month, once each is over for some hours", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 48 }),
        (count, hours) => {
          let last = "2024-11"
          for (let passed = 0; passed < count; passed += 1) last = nextMonth(last)
          const closed = monthsToClose("2024-11", closesAtMs(last, hours), hours)
          assert.strictEqual(closed.length, count + 1)
          assert.strictEqual(closed.at(-1), last)
          assert.deepStrictEqual(
            monthsToClose("2024-11", closesAtMs(last, hours) - 1, hours),
            closed.slice(0, -1),
          )
          assert.isTrue(closed.every((month) => !Number.isNaN(monthStartMs(month))))
        },
      ),
      { numRuns: times(50, 500) },
    )
  })
})

describe("the terms of payouts", () => {
  const policy = payoutPolicy(shippedTables)

  it("hold sales for as long as they take to validate, unless a market asks for more", () => {
    assert.strictEqual(policy.holdDays(null), 14)
    assert.strictEqual(policy.holdDays("FR"), 14)
    const france = payoutPolicy({
      ...shippedTables,
      payoutHolds: {
        ...shippedTables.payoutHolds,
        get: (market: string) => (market === "FR" ? { market, days: 30, source: "" } : undefined),
      },
    } as typeof shippedTables)
    assert.strictEqual(france.holdDays("FR"), 30)
    assert.strictEqual(france.holdDays("BE"), 14)
  })

  it("have a minimum in the minor units of each currency, and none where no row says one", () => {
    assert.strictEqual(policy.minimumMinor("EUR", 2), 5_000n)
    assert.strictEqual(policy.minimumMinor("JPY", 0), 6_000n)
    assert.strictEqual(policy.minimumMinor("CHF", 2), 0n)
  })
})
