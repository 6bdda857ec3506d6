import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkLedger, type LedgerFindings } from "../../../../http/store/sales/ledger-check.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { soundLedger } from "../../../support/sound-ledger.ts"
import {
  asAdministrator,
  changedBooks,
  firstMs,
  keepBooks,
  makeBooks,
  restoreBooks,
} from "./changed-books.ts"
import { layerTestSales, makeReporter, reportSale } from "./layer.ts"

/** What is found, in a few words each. */
const words = ({ broken, misbooked, unbalanced }: LedgerFindings): ReadonlyArray<string> => [
  ...unbalanced.map(({ entries, totalMinor }) => `unbalanced ${entries} ${totalMinor}`),
  ...broken.map(({ fault }) => `records ${fault}`),
  ...misbooked.flatMap(({ externalOrderId, faults }) =>
    faults.map((fault) => {
      const elsewhere = "elsewhere" in fault ? fault.elsewhere.partnerId : ""
      const what = "field" in fault ? fault.field : "place" in fault ? fault.place : elsewhere
      return [externalOrderId, fault._tag, what].join(" ").trim()
    }),
  ),
]

layer(layerTestSales)("ledger check", (it) => {
  it.effect("finds nothing wrong with books that nobody has changed, and tells what it saw", () =>
    Effect.gen(function* () {
      yield* makeBooks
      expect(yield* checkLedger).toEqual({
        journals: 53,
        sales: 50,
        records: 54,
        chainedSince: new Date(firstMs).toISOString(),
        ...soundLedger,
        // Four reports repeated an order.
        unusedNumbers: 0,
      })
      yield* keepBooks
    }),
  )

  describe("of books that an administrator has changed", () => {
    for (const [what, statements, expected] of changedBooks) {
      it.effect(`finds ${what}`, () =>
        Effect.gen(function* () {
          yield* asAdministrator(statements)
          const findings = yield* checkLedger
          yield* restoreBooks
          expect(words(findings)).toEqual(expected)
          expect(findings.found).toBeGreaterThan(0)
          expect((yield* checkLedger).found).toBe(0)
        }),
      )
    }

    it.effect("lists the records of a strand in their order, also where numbers get longer", () =>
      Effect.gen(function* () {
        const account = yield* makeReporter
        const { partnerId } = account.reporter
        yield* reportSale(account, { externalOrderId: "told often" })
        yield* asAdministrator([
          `select keep_sale_record('${partnerId}', sale.id, 'no record') from sale, generate_series(2, 101)
            where partner_id = '${partnerId}'`,
          `update sale_record set record = 'changed' where partner_id = '${partnerId}' and number > 1`,
        ])
        const { broken } = yield* checkLedger
        const numbers = Array.from({ length: 100 }, (_, place) => String(place + 2))
        expect(broken.map(({ number }) => number)).toEqual(numbers)
      }),
    )

    it.effect("goes on with them as they were: a report books what is due", () =>
      Effect.gen(function* () {
        yield* restoreBooks
        const account = yield* makeReporter
        yield* reportSale(account, { externalOrderId: "after" })
        yield* (yield* Sales).validateDue
        expect(yield* checkLedger).toMatchObject({ found: 0, sales: 51 })
      }),
    )
  })
})
