import { afterAll, assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { vi } from "vitest"
import { type Deprecation, deprecations, earliestSunset } from "../../../http/api/deprecations.ts"
import type * as Deprecations from "../../../http/api/deprecations.ts"
import { makeApiDocument } from "../../../http/pages/api-document.ts"
import { withDeprecations } from "../../../http/pages/api-document/deprecated.ts"
import { send } from "../../support/http-call.ts"
import { times } from "../../support/long.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { useOwnService } from "../../support/service.ts"

/** A table of its own, as none of the shipped one ends. */
const own = vi.hoisted(() => {
  vi.resetModules()
  const instead = { en: "Use `/next`.", fr: "Utilisez `/next`." }
  return [
    { operation: "meta", announced: "2027-01-01", sunset: "2027-07-01", instead },
    {
      operation: "quotes",
      field: "trip.travellers.age",
      announced: "2027-02-01",
      sunset: "2027-08-01",
      instead,
    },
    { operation: "sales", field: "by", announced: "2027-02-01", sunset: "2027-08-01", instead },
  ] as const
})

vi.mock("../../../http/api/deprecations.ts", async (original) => ({
  ...(await original<typeof Deprecations>()),
  deprecations: own,
}))

afterAll(() => {
  vi.doUnmock("../../../http/api/deprecations.ts")
  vi.resetModules()
})

/** Whether a document marks what a row speaks of: a field of another name would be marked nowhere. */
const marksIn = (document: string, { announced, instead, sunset }: Deprecation): boolean =>
  document.includes(`Deprecated since ${announced}; may be gone from ${sunset} on. ${instead.en}"`)

const keepsItsHalfYear = ({ announced, sunset }: Deprecation): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(sunset) && sunset >= earliestSunset(announced)

describe("what is deprecated", () => {
  it("may be gone half a year after it was announced, and no sooner", async () => {
    const shipped = await vi.importActual<typeof Deprecations>("../../../http/api/deprecations.ts")
    assert.deepStrictEqual(
      shipped.deprecations.filter((row) => !keepsItsHalfYear(row)),
      [],
    )
    const late = { ...own[0], sunset: "2027-06-30" }
    assert.deepStrictEqual(
      [...deprecations, late].filter((row) => !keepsItsHalfYear(row)),
      [late],
    )
  })

  it("is found in the API document, each row that is shipped", async () => {
    const shipped = await vi.importActual<typeof Deprecations>("../../../http/api/deprecations.ts")
    const plain = makeApiDocument(
      { baseUrl: "https://viatica.example", headerPrefix: "acme" },
      () => 9,
    )
    const document = JSON.stringify(withDeprecations({ ...plain }, shipped.deprecations))
    assert.deepStrictEqual(
      shipped.deprecations.filter((row) => !marksIn(document, row)),
      [],
    )
  })

  it("has six whole months, whatever the day", () => {
    const day = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, (at) => {
        const announced = at.toISOString().slice(0, 10)
        const [, month = 0, date = 0] = announced.split("-").map(Number)
        const [, endMonth = 0, endDate = 0] = earliestSunset(announced).split("-").map(Number)
        const months = (endMonth - month + 12) % 12
        if (months === 6) assert.strictEqual(endDate, date)
        else assert.deepStrictEqual([months, endDate], [7, 1])
      }),
      { numRuns: times(200, 5_000) },
    )
  })
})

interface Documented {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly deprecated?: boolean
            readonly parameters: ReadonlyArray<{ name: string; deprecated?: boolean }>
            readonly responses: Readonly<Record<string, { readonly headers?: object }>>
          }
        >
      >
    >
  >
}

describe("an operation that ends", () => {
  const service = useOwnService()
  const get = (path: string) => send({ port: service().port, method: "GET", path })

  it("says so in every answer, refusals too, and no other one does", async () => {
    const meta = await service().call("GET", paths.meta)
    assert.strictEqual(meta.status, 200)
    assert.strictEqual(meta.headers["deprecation"], "@1798761600")
    assert.strictEqual(meta.headers["sunset"], "Thu, 01 Jul 2027 00:00:00 GMT")
    assert.include(meta.headers["link"], '</docs/guides/deprecation#meta>; rel="deprecation"')
    const unsigned = await get(paths.meta)
    assert.deepStrictEqual([unsigned.status, unsigned.headers["deprecation"]], [401, "@1798761600"])
    const priced = await service().call("POST", paths.quotes, quoteBody())
    assert.strictEqual(priced.headers["sunset"], "Sun, 01 Aug 2027 00:00:00 GMT")
    const cards = await service().call("GET", `${paths.cards}?country=FR`)
    assert.deepStrictEqual(
      ["deprecation", "sunset", "link"].filter((name) => name in cards.headers),
      [],
    )
  })

  it("is marked in the API document, as are fields and parameters", async () => {
    const { body, text } = await get("/openapi.json")
    const { paths: documented } = body as Documented
    assert.strictEqual(documented[paths.meta]?.["get"]?.deprecated, true)
    assert.property(documented[paths.meta]?.["get"]?.responses["200"]?.headers, "Sunset")
    assert.isUndefined(documented[paths.quotes]?.["post"]?.deprecated)
    const by = documented["/api/v1/sales"]?.["get"]?.parameters.find(({ name }) => name === "by")
    assert.strictEqual(by?.deprecated, true)
    assert.isAtLeast((text.match(/"deprecated":true/g) ?? []).length, own.length)
    for (const row of own) assert.isTrue(marksIn(text, row), row.operation)
    assert.isFalse(marksIn(text, { ...own[1], announced: "2027-02-02" }))
  })

  it("is marked in the documentation, and leads to its place in the guide", async () => {
    const { text: page } = await get("/docs/reference/meta")
    assert.include(page, "Deprecated since 2027-01-01; may be gone from 2027-07-01 on.")
    const { text: guide } = await get("/docs/guides/deprecation")
    for (const operation of ["meta", "quotes", "sales"]) {
      assert.include(guide, `id="${operation}"`)
    }
    assert.include((await get("/docs/guides/deprecation?lang=fr")).text, "Utilisez")
  })
})
