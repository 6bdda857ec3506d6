import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import {
  describeReportRefusal,
  type ReportRefusalCode,
  reportRefusalCodes,
} from "../../../rules/sales/read-report.ts"
import { arbitraryBody } from "../../support/arbitrary-calls.ts"
import { correct, correctWith, read, refusal } from "./report-bodies.ts"
import { sampleReport } from "./reports.ts"

const saidOf = (body: unknown): string => refusal(body).split(":")[0] ?? ""

/** One thing that is wrong with a report, and what is said of it. */
interface Fault {
  readonly code: ReportRefusalCode
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

const conversion = (path: string, value: unknown, more: object = {}): Fault => ({
  code: "BAD_CONVERSION",
  path,
  fields: { [path]: value, ...more },
})

/** Faults in the order in which they are reported when several apply. */
const faults: ReadonlyArray<Fault> = [
  {
    code: "UNKNOWN_CONTRACT_VERSION",
    path: "contractVersion",
    fields: { contractVersion: "3.3" },
  },
  conversion("ref", ""),
  conversion("externalOrderId", 7),
  conversion("amount", -1),
  conversion("commission", "9"),
  conversion("currency", "eur"),
  conversion("status", "paid"),
  conversion("partnerFeeAmount", -1, { contractVersion: "3.2" }),
  conversion("amount", 1.001),
  conversion("commission", 1.001),
  conversion("partnerFeeAmount", 1.001, { contractVersion: "3.2" }),
]

describe("readConversionReport()", () => {
  it("reads a report with nothing but what is required", () => {
    const { signedAtSeconds: _, ...sample } = sampleReport
    assert.deepStrictEqual(Result.getOrThrow(read(correct)), sample)
  })

  it("reads everything that a report may say", () => {
    const body = {
      ref: "acme-SPRING27",
      externalOrderId: "Ω/1",
      amount: 1234.5,
      commission: 0.07,
      currency: "USD",
      status: "validated",
      partnerFeeAmount: 12.3,
      contractVersion: "3.2",
    }
    assert.deepStrictEqual(Result.getOrThrow(read(body)), {
      ref: "acme-SPRING27",
      externalOrderId: "Ω/1",
      amountMinor: 123_450,
      currency: "USD",
      minorUnits: 2,
      status: "validated",
      commissionMinor: 7,
      uplift: { _tag: "AtMost", amountMinor: 1230 },
    })
  })

  it("takes null for absent and ignores what it does not know", () => {
    const nulls = { commission: null, currency: null, partnerFeeAmount: null }
    assert.deepStrictEqual(read(correctWith({ ...nulls, customer: "x" })), read(correct))
  })

  it.each(["pending", "validated", "cancelled"])("takes the status %s", (status) => {
    assert.strictEqual(Result.getOrThrow(read(correctWith({ status }))).status, status)
  })

  it("reports the first of two faults, whichever they are", () => {
    let pairs = 0
    for (const [index, first] of faults.entries()) {
      assert.strictEqual(saidOf(correctWith(first.fields)), `${first.code} ${first.path}`)
      for (const second of faults.slice(index + 1)) {
        if (Object.keys(second.fields).some((name) => name in first.fields)) continue
        const both = correctWith({ ...first.fields, ...second.fields })
        assert.strictEqual(saidOf(both), `${first.code} ${first.path}`, second.path)
        pairs += 1
      }
    }
    assert.isAtLeast(pairs, 45)
  })

  it.each([null, 3.1, 3.2, "3.0", "3.10", "3", " 3.1", "", "v3.1", true, ["3.1"], {}])(
    "does not know the contract version %j, and looks at nothing else",
    (contractVersion) => {
      assert.strictEqual(
        refusal({ contractVersion }),
        'UNKNOWN_CONTRACT_VERSION contractVersion: the text "3.1" or "3.2"',
      )
    },
  )

  it.each([null, undefined, 7, "x", [], [correct], {}])("misses the ref in the body %j", (body) => {
    assert.strictEqual(
      refusal(body),
      "BAD_CONVERSION ref: text of 1 to 255 characters, without U+0000 and lone surrogates",
    )
  })

  it.each(["ref", "externalOrderId"])(
    "takes %s of 1 to 255 characters, counted as a reader does",
    (name) => {
      for (const text of [
        "x",
        " ",
        "x".repeat(255),
        "\u{1F600}".repeat(255),
        "a-\u0001",
        "O'Neil",
      ]) {
        assert.strictEqual(refusal(correctWith({ [name]: text })), "read", text)
      }
      const wrong = [
        "",
        "x".repeat(256),
        "\u{1F600}".repeat(256),
        "a\u0000b",
        "\ud800",
        "\udc00a",
        7,
        true,
        ["x"],
        {},
        null,
      ]
      for (const text of wrong) {
        assert.strictEqual(saidOf(correctWith({ [name]: text })), `BAD_CONVERSION ${name}`)
      }
    },
  )

  it.each([undefined, null, "PENDING", "", "paid", 0, ["pending"], "toString"])(
    "refuses the status %j",
    (status) => {
      assert.strictEqual(
        refusal(correctWith({ status })),
        "BAD_CONVERSION status: one of pending, validated, cancelled",
      )
    },
  )

  it.each(["eur", "EURO", "EU", "", 978, ["EUR"], "EUR\n"])(
    "refuses the currency %j",
    (currency) => {
      assert.strictEqual(
        refusal(correctWith({ currency })),
        "BAD_CONVERSION currency: three capital letters (ISO 4217)",
      )
    },
  )

  it.each(["XXX", "XTS", "XAU", "XDR", "BTC", "ZZZ", "ZWL", "HRK"])(
    "refuses the currency %s, which ISO 4217 has not, no longer or without a minor unit",
    (currency) => {
      assert.strictEqual(
        refusal(correctWith({ currency })),
        "BAD_CONVERSION currency: an active currency of ISO 4217 that has a minor unit",
      )
    },
  )

  it.each(["BGN", "XAF", "XCG", "VED", "THB", "CLF"])("takes the currency %s", (currency) => {
    assert.strictEqual(Result.getOrThrow(read(correctWith({ currency }))).currency, currency)
  })

  it("does not look at the uplift under contract 3.1", () => {
    for (const version of [{}, { contractVersion: "3.1" }]) {
      for (const partnerFeeAmount of [-1, "x", 1.001, {}, 5]) {
        const report = Result.getOrThrow(read(correctWith({ ...version, partnerFeeAmount })))
        assert.deepStrictEqual(report.uplift, { _tag: "Unknown" })
      }
    }
  })

  it("tells an uplift of nothing under contract 3.2 from one that is left out", () => {
    const under = (fields: object) =>
      Result.getOrThrow(read(correctWith({ contractVersion: "3.2", ...fields }))).uplift
    assert.deepStrictEqual(under({ partnerFeeAmount: 0 }), { _tag: "AtMost", amountMinor: 0 })
    for (const fields of [{}, { partnerFeeAmount: null }]) {
      assert.deepStrictEqual(under(fields), { _tag: "LeftOut" })
    }
  })

  it("reads own members only", () => {
    assert.strictEqual(saidOf(Object.create(correct)), "BAD_CONVERSION ref")
  })

  it("reads or refuses with a listed code, and never throws, whatever it is sent", () => {
    const bodies = fc.oneof(
      arbitraryBody,
      fc.record(
        {
          ref: fc.oneof(fc.constant("acme-SPRING27"), fc.anything()),
          externalOrderId: fc.oneof(fc.constant("1"), fc.anything()),
          amount: fc.oneof(fc.double(), fc.nat(), fc.anything()),
          commission: fc.oneof(fc.double(), fc.anything()),
          currency: fc.constantFrom("EUR", "JPY", "XAF", "KWD", "ZZZ", "eur"),
          status: fc.constantFrom("pending", "cancelled", "x"),
          partnerFeeAmount: fc.anything(),
          contractVersion: fc.constantFrom("3.1", "3.2", 3.1),
        },
        { requiredKeys: ["ref", "externalOrderId", "amount", "status"] },
      ),
    )
    fc.assert(
      fc.property(bodies, (body) => {
        const outcome = read(body)
        if (Result.isSuccess(outcome)) {
          const { amountMinor, commissionMinor } = outcome.success
          for (const minor of [amountMinor, commissionMinor ?? 0]) {
            assert.isTrue(Number.isSafeInteger(minor) && minor >= 0)
          }
          return
        }
        assert.include(reportRefusalCodes, outcome.failure.code)
        assert.match(describeReportRefusal(outcome.failure), /^\w+: \S/)
      }),
      { numRuns: 2_000 },
    )
  })
})
