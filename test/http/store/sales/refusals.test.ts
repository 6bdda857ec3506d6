import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { checkLedger } from "../../../../http/store/sales/ledger-check.ts"
import { saleStatuses } from "../../../../rules/sales/sale-record.ts"
import { outcomeOf, send } from "../../../support/http-call.ts"
import { paths } from "../../../support/sample-trips.ts"
import { signedHeaders, useOwnService } from "../../../support/service.ts"
import { ledgerOf, makeSeller, report, saleBody, type Seller } from "./sellers.ts"

const service = useOwnService()
let acme: Seller
let rival: Seller

beforeAll(async () => {
  acme = await makeSeller(service())
  rival = await makeSeller(service())
})

const post = (changes: Readonly<Record<string, unknown>>) => report(service(), acme, changes)

const detailOf = (answer: { readonly body: unknown }) =>
  (answer.body as { readonly detail: string }).detail

describe("a report is refused", () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["a version that is unknown", { contractVersion: "3.0" }, "contractVersion"],
    ["a version that is a number", { contractVersion: 3.1 }, "contractVersion"],
    ["a version in other words", { contractVersion: " 3.1" }, "contractVersion"],
    ["a version that is null", { contractVersion: null }, "contractVersion"],
  ])("UNKNOWN_CONTRACT_VERSION for %s, whatever else is wrong", async (_, changes, path) => {
    const answers = [await post(changes), await post({ ...changes, ref: 7, status: "lost" })]
    for (const answer of answers) {
      expect(outcomeOf(answer)).toBe("400 UNKNOWN_CONTRACT_VERSION")
      expect(detailOf(answer)).toMatch(new RegExp(`^${path}: `))
    }
  })

  it.each<[string, unknown]>([
    ["ref", undefined],
    ["ref", 7],
    ["ref", ""],
    ["externalOrderId", undefined],
    ["externalOrderId", 12],
    ["externalOrderId", ""],
    ["externalOrderId", "x".repeat(256)],
    ["externalOrderId", "a\u0000b"],
    ["externalOrderId", "\ud800"],
    ["amount", undefined],
    ["amount", "110"],
    ["amount", -0.01],
    ["amount", 1.234],
    ["amount", 1e300],
    ["commission", "1"],
    ["commission", -1],
    ["commission", 0.001],
    ["currency", "eur"],
    ["currency", 978],
    ["currency", "XXX"],
    ["currency", "BTC"],
    ["currency", "XAU"],
    ["amount", 1e13],
    ["status", undefined],
    ["status", "Pending"],
    ["status", ["pending"]],
  ])("BAD_CONVERSION for %s %j, before its ref is looked up", async (field, value) => {
    const answer = await post({ ref: "nobody-AAAA", [field]: value })
    expect(outcomeOf(answer)).toBe("400 BAD_CONVERSION")
    expect(detailOf(answer)).toMatch(new RegExp(`^${field}: `))
  })

  it("INVALID_JSON before anything is read, and BAD_CONVERSION for JSON that is no object", async () => {
    const raw = (body: string) => service().call("POST", paths.conversion, body, { key: acme.key })
    expect(outcomeOf(await raw("{"))).toBe("400 INVALID_JSON")
    expect(outcomeOf(await raw("[]"))).toBe("400 BAD_CONVERSION")
    expect(outcomeOf(await raw("null"))).toBe("400 BAD_CONVERSION")
  })

  it("SCOPE_FORBIDDEN for a suspended account, before its JSON is read", async () => {
    const gone = await makeSeller(service())
    await service().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update partner set status = 'suspended' where code = ${gone.partnerCode}`,
      ),
    )
    const answer = await service().call("POST", paths.conversion, "{", { key: gone.key })
    expect(outcomeOf(answer)).toBe("403 SCOPE_FORBIDDEN")
  })

  it("INVALID_SIGNATURE when its body was changed on the way", async () => {
    const signedBody = JSON.stringify(saleBody(acme))
    const answer = await report(service(), acme, { amount: 1_000 }, { signedBody })
    expect(outcomeOf(answer)).toBe("401 INVALID_SIGNATURE")
  })

  it("405 for another method and 404 for another path", async () => {
    const answers = await Promise.all([
      service().call("GET", paths.conversion, undefined, { key: acme.key }),
      service().call("POST", `${paths.conversion}/`, saleBody(acme), { key: acme.key }),
      service().call("POST", "/api/v1/postback/conversion", saleBody(acme), { key: acme.key }),
    ])
    expect(answers.map(outcomeOf)).toEqual([
      "405 METHOD_NOT_ALLOWED",
      "404 NOT_FOUND",
      "404 NOT_FOUND",
    ])
  })
})

describe("LINK_NOT_FOUND", () => {
  it("answers a foreign ref and an unknown one with the same bytes", async () => {
    const refs = [
      rival.ref,
      `${rival.partnerCode}-NOSUCHLINK`,
      `${acme.partnerCode}-NOSUCHLINK`,
      `${acme.partnerCode}-${rival.linkCode}`,
      acme.linkCode,
      `${acme.partnerCode}-`,
      `${acme.partnerCode}-${acme.linkCode.toLowerCase()}`,
      `${acme.partnerCode.toUpperCase()}-${acme.linkCode}`,
      `${acme.ref} `,
      "'; drop table sale; --",
    ]
    const answers = await Promise.all(refs.map((ref) => post({ ref, externalOrderId: "none" })))
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(["404 LINK_NOT_FOUND"]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({
      detail: `ref: a tracked ref of this account, whole: ${acme.partnerCode}-CODE`,
    })
    const names = answers.map(({ headers }) => Object.keys(headers).toSorted().join())
    expect(new Set(names).size).toBe(1)
  })

  it("comes before what contradicts a known sale, and books nothing", async () => {
    const order = { externalOrderId: "known" }
    await post(order)
    const before = await ledgerOf(service(), acme)
    const answer = await post({ ...order, ref: rival.ref, currency: "USD", status: "cancelled" })
    expect(outcomeOf(answer)).toBe("404 LINK_NOT_FOUND")
    expect(await ledgerOf(service(), acme)).toEqual(before)
    expect(await ledgerOf(service(), rival)).toEqual([])
  })
})

describe("whatever is reported", () => {
  const awkward = fc.oneof(
    fc.constantFrom<unknown>(null, true, "", " ", "\ud800", "\u0000", [], {}, -0, 5e-324, 2 ** 53),
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.double(),
  )
  const amounts = fc.oneof(
    { weight: 4, arbitrary: fc.nat(10 ** 6).map((cents) => cents / 100) },
    awkward,
  )
  const bodies = fc.record(
    {
      ref: fc.oneof({ weight: 8, arbitrary: fc.constant("own") }, awkward),
      externalOrderId: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom("a", "b", "c") },
        { weight: 4, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 260 }) },
        awkward,
      ),
      amount: amounts,
      commission: amounts,
      partnerFeeAmount: amounts,
      currency: fc.oneof({ weight: 4, arbitrary: fc.constantFrom("EUR", "JPY", "QQQ") }, awkward),
      status: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...saleStatuses) }, awkward),
      contractVersion: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom("3.1", "3.2") },
        fc.constantFrom<unknown>(3.1, "3.10", null, ["3.1"]),
      ),
    },
    { requiredKeys: ["ref", "externalOrderId", "amount", "status"] },
  )

  it("is booked or refused as documented, and leaves a ledger that holds", async () => {
    const seller = await makeSeller(service())
    const outcomes = new Set<string>()
    const property = fc.asyncProperty(bodies, async (body) => {
      const ref = body.ref === "own" ? seller.ref : body.ref
      const answer = await report(service(), seller, { ...body, ref })
      outcomes.add(outcomeOf(answer))
      if (answer.status === 200) expect(answer.body).toMatchObject({ ref })
    })
    await fc.assert(property, { numRuns: 400 })
    expect(outcomes).toContain("200")
    expect([...outcomes].filter((outcome) => outcome.startsWith("5"))).toEqual([])
    expect(await service().run(checkLedger)).toMatchObject({ found: 0 })
  })
})

describe("a store that fails", () => {
  const inStore = (statement: string) =>
    service().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)))

  const reportAgain = () => {
    const body = JSON.stringify(saleBody(acme, { externalOrderId: "outage" }))
    const headers = signedHeaders(acme.key, "POST", paths.conversion, body)
    return send({ port: service().port, method: "POST", path: paths.conversion, headers, body })
  }

  it("is answered 503 with Retry-After, books nothing, and is forgotten once it is back", async () => {
    const before = await ledgerOf(service(), acme)
    await inStore("alter table ledger_entry rename column account to account_gone")
    const refused = await reportAgain()
    await inStore("alter table ledger_entry rename column account_gone to account")
    expect(outcomeOf(refused)).toBe("503 SERVICE_UNAVAILABLE")
    expect(refused.headers["retry-after"]).toMatch(/^[1-9]\d*$/)
    expect(refused.headers["x-ratelimit-limit"]).toMatch(/^\d+$/)
    expect(refused.text).not.toMatch(/account|ledger/)
    expect(await ledgerOf(service(), acme)).toEqual(before)
    const answer = await reportAgain()
    expect(answer.body).toMatchObject({ created: true })
  })
})
