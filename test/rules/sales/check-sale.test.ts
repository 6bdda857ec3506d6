import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  checkedSale,
  checkJournal,
  checkRecord,
  missJournals,
  newSaleCheck,
  type SaleCheck,
  type StoredSale,
} from "../../../rules/sales/check-sale.ts"
import type { SignedReport } from "../../../rules/sales/read-report.ts"
import { reportSale, validateSale } from "../../../rules/sales/report-sale.ts"
import {
  type FrozenRates,
  type Movement,
  readRecord,
  recordText,
  type Sale,
  type SaleRecord,
} from "../../../rules/sales/sale-record.ts"
import type { Journal } from "../../../rules/sales/sale-fault.ts"
import { arbitraryRates, arbitraryReport, houseRates, sampleReport } from "./reports.ts"

const names = {
  partnerId: "p1",
  externalOrderId: "A-1",
  linkId: "7",
  currency: "EUR",
  minorUnits: 2,
}

/** A report, and whether its sale is of age; to code from before none is. */
interface Booking {
  readonly report: SignedReport
  readonly isOfAge: boolean
}

/** What a service that books as it should leaves behind of a sale. */
interface Books {
  readonly records: ReadonlyArray<string>
  readonly journals: ReadonlyArray<Journal>
  readonly stored: StoredSale
}

const journalOf = ({ amountMinor, from, kind, to }: Movement, atMs: number): Journal => ({
  kind,
  atMs,
  entries: [
    { account: from, partnerId: "p1", currency: "EUR", amountMinor: String(-amountMinor) },
    { account: to, partnerId: "p1", currency: "EUR", amountMinor: String(amountMinor) },
  ],
})

const declaredOf = ({
  amountMinor,
  commissionMinor,
  signedAtSeconds,
  status,
  uplift,
}: SignedReport) => ({
  status,
  amountMinor,
  commissionMinor,
  uplift,
  signedAtSeconds,
})

const keepBooks = (
  first: SignedReport,
  others: ReadonlyArray<Booking | "validation">,
  rates: FrozenRates,
): Books => {
  const version = 1
  const facts = { ...names, ...rates }
  const begun = reportSale(undefined, first, rates)
  let sale: Sale = begun.sale
  let changedAtMs = 1
  const journals = begun.movements.map((movement) => journalOf(movement, 1))
  const records: Array<SaleRecord> = [
    { _tag: "Booked", version, atMs: 1, facts, declared: declaredOf(first) },
  ]
  for (const [index, next] of others.entries()) {
    const atMs = index + 2
    if (next === "validation") {
      // Only what is pending is ever validated.
      if (sale.status !== "pending") continue
      const done = validateSale(sale)
      records.push({ _tag: "Validated", version, atMs })
      journals.push(...done.movements.map((movement) => journalOf(movement, atMs)))
      sale = done.sale
      changedAtMs = atMs
      continue
    }
    const done = reportSale(sale, next.report, rates, next.isOfAge)
    const declared = declaredOf(next.report)
    records.push({ _tag: "Reported", version: done.countsByAge ? 2 : 1, atMs, declared })
    journals.push(...done.movements.map((movement) => journalOf(movement, atMs)))
    sale = done.sale
    if (done.updated) changedAtMs = atMs
  }
  return {
    records: records.map(recordText),
    journals,
    stored: { ...facts, ...sale, bookedAtMs: 1, changedAtMs, correctedAtMs: null },
  }
}

const faultsOf = (
  records: ReadonlyArray<string>,
  journals: ReadonlyArray<Journal>,
  stored: StoredSale | undefined,
) => {
  const waiting = [...journals]
  let check: SaleCheck = newSaleCheck
  for (const text of records) {
    check = checkRecord(check, readRecord(text))
    for (let held = waiting[0]; check.due.length > 0 && held !== undefined; held = waiting[0]) {
      check = checkJournal(check, held)
      waiting.shift()
    }
    check = missJournals(check)
  }
  for (const held of waiting) check = checkJournal(check, held)
  return checkedSale(check, stored)
}

const books = fc
  .tuple(
    arbitraryReport,
    fc.array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({
            report: arbitraryReport,
            isOfAge: fc.boolean(),
          }),
        },
        { weight: 1, arbitrary: fc.constant("validation" as const) },
      ),
      { maxLength: 8 },
    ),
    arbitraryRates,
  )
  .map(([first, others, rates]) => keepBooks(first, others, rates))

/** Sums of which no two are equal, so that a change is one. */
const otherMinor = 987_654_321

describe("the books of a sale", () => {
  it("hold whatever happens to it, in whatever order", () => {
    fc.assert(
      fc.property(books, ({ journals, records, stored }) => {
        assert.deepStrictEqual(faultsOf(records, journals, stored), [])
      }),
      { numRuns: 1_000 },
    )
  })

  it("hold with what code from before made of a correction and what this code does", () => {
    const first: SignedReport = { ...sampleReport, status: "pending" }
    const corrected = { ...first, amountMinor: 5_500 }
    for (const isOfAge of [false, true]) {
      const { journals, records, stored } = keepBooks(
        first,
        ["validation", { report: corrected, isOfAge }],
        houseRates,
      )
      assert.deepStrictEqual(faultsOf(records, journals, stored), [])
      assert.strictEqual(stored.amountMinor, isOfAge ? 5_500 : 11_000)
      assert.include(records.at(-1), `"version":${isOfAge ? 2 : 1}`)
    }
  })

  it("do not once any field of the sale is another", () => {
    const changes: ReadonlyArray<Partial<StoredSale>> = [
      { amountMinor: otherMinor },
      { commissionMinor: otherMinor },
      { feeBps: 9_999 },
      { baseRateBps: 9_999 },
      { upliftBps: 9_999 },
      { partnerId: "p2" },
      { linkId: "8" },
      { externalOrderId: "A-2" },
      { currency: "USD" },
      { minorUnits: 3 },
      { bookedAtMs: 0 },
      { changedAtMs: 0.001 },
      { signedAtSeconds: null },
      { caps: { commissionMinor: otherMinor, upliftMinor: otherMinor } },
    ]
    fc.assert(
      fc.property(books, fc.constantFrom(...changes), ({ journals, records, stored }, change) => {
        const faults = faultsOf(records, journals, { ...stored, ...change })
        assert.isAbove(faults.length, 0)
        for (const { _tag } of faults) assert.strictEqual(_tag, "FieldDiffers")
      }),
      { numRuns: 1_000 },
    )
  })

  it("do not without the sale, without its records, or with a record or journal less, more or elsewhere", () => {
    fc.assert(
      fc.property(books, fc.nat(), ({ journals, records, stored }, draw) => {
        const tags = (...found: Parameters<typeof faultsOf>) =>
          faultsOf(...found).map(({ _tag }) => _tag)
        assert.include(tags(records, journals, undefined), "SaleMissing")
        assert.include(tags([], journals, stored), "RecordsMissing")
        assert.include(tags(records.slice(1).concat("{}"), journals, stored), "RecordMisplaced")
        assert.include(tags([...records, ...records], journals, stored), "RecordMisplaced")
        const [journal] = journals
        if (journal === undefined) return
        const place = draw % journals.length
        assert.include(tags(records, journals.toSpliced(place, 1), stored), "JournalDiffers")
        assert.include(tags(records, [...journals, journal], stored), "JournalDiffers")
        const later = { ...journal, atMs: journal.atMs + 0.001 }
        assert.include(tags(records, journals.with(0, later), stored), "JournalDiffers")
        const elsewhere = journal.entries.map((entry) => ({ ...entry, partnerId: "p2" }))
        const moved = { ...journal, entries: elsewhere }
        assert.include(tags(records, journals.with(0, moved), stored), "JournalDiffers")
      }),
      { numRuns: 500 },
    )
  })
})

describe("a record", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(books, ({ records }) => {
        for (const text of records) {
          const record = readRecord(text)
          assert.isDefined(record)
          assert.strictEqual(recordText(record), text)
        }
      }),
    )
  })

  it("is none where anything is missing or of another version", () => {
    for (const text of [
      "",
      "{}",
      '{"_tag":"Validated","atMs":1}',
      '{"_tag":"Validated","version":2,"atMs":1}',
      '{"_tag":"Reported","version":3,"atMs":1,"declared":{"status":"pending","amountMinor":1,"commissionMinor":null,"uplift":{"_tag":"Unknown"},"signedAtSeconds":1}}',
    ]) {
      assert.isUndefined(readRecord(text), text)
    }
  })
})
