import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareWarnings, type TravelAdvice } from "../../../../rules/coach/travel-warning.ts"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf, liveContext } from "../support.ts"
import { pieces } from "../situations.ts"
import { adviceScopes } from "../../../../rules/coach/coach-vocabulary.ts"

const warningOf = prepareWarnings(shippedTables)

const advice = (change: Partial<TravelAdvice> = {}): TravelAdvice => ({
  country: "UA",
  government: "CA",
  issuer: "Canada",
  level: 4,
  scope: "whole",
  asOf: "2026-08-22",
  certainty: "high",
  ...change,
})

/** The warning for a resident of France to where some advice is about. */
const warned = (given: ReadonlyArray<TravelAdvice>, residence = "FR", today = "2026-09-01") =>
  warningOf(
    { residence, destinations: [...new Set(given.map(({ country }) => country))] },
    (destination) => given.filter(({ country }) => country === destination),
    today,
  )?.warning ?? null

describe("a warning against a trip", () => {
  it("begins at level 3", () => {
    expect(warned([advice({ level: 2 })])).toBeNull()
    expect(warned([advice({ level: 3 })])).toMatchObject({ level: 3, country: "UA" })
    expect(warned([advice()])).toEqual({
      level: 4,
      country: "UA",
      issuer: "Canada",
      own: false,
      scope: "whole",
      asOf: "2026-08-22",
      stale: false,
    })
  })

  it("is the gravest, then the newest, of several governments", () => {
    const graver = advice({ government: "US", issuer: "US", asOf: "2024-01-01" })
    expect(warned([advice({ level: 3 }), graver])?.issuer).toBe("US")
    expect(warned([advice(), graver])?.issuer).toBe("Canada")
  })

  it("is that of the residence's own government where there is one, whatever it says", () => {
    const own = advice({ government: "US", issuer: "US", level: 2 })
    expect(warned([advice(), own], "US")).toBeNull()
    expect(warned([advice(), own], "FR")?.level).toBe(4)
    expect(warned([advice({ level: 3 }), { ...own, level: 4 }], "CA")?.level).toBe(3)
  })

  it("is not told of what is uncertain, or of a part of a country", () => {
    expect(warned([advice({ certainty: "low" })])).toBeNull()
    expect(warned([advice({ scope: "parts" })])).toBeNull()
    expect(warned([advice({ scope: "not_stated" })])).toBeNull()
    expect(warned([advice({ scope: "most" })])).toBeNull()
    expect(warned([advice({ scope: "whole_and_worse_parts" })])?.level).toBe(4)
    const most = advice({ government: "GB", scope: "most" })
    expect(warned([most, advice({ issuer: "other" })])?.issuer).toBe("other")
  })

  it("comes from the traveller's own government for most of a country", () => {
    const most = advice({ government: "GB", issuer: "FCDO", scope: "most" })
    const other = advice({ issuer: "other" })
    expect(warned([most, other], "GB")).toMatchObject({ issuer: "FCDO", own: true, scope: "most" })
  })

  it("is of the government that advises the residents of a territory", () => {
    const own = advice({ government: "FR", issuer: "France", level: 3 })
    expect(warned([own, advice()], "RE")).toMatchObject({ issuer: "France", own: true, level: 3 })
    expect(warned([own, advice()], "DE")).toMatchObject({ issuer: "Canada", own: false })
  })

  it("is none against the country where one lives", () => {
    expect(warned([advice()], "UA")).toBeNull()
  })

  it("is stale from the day after the last of its days on, and where no day is known", () => {
    expect(warned([advice()], "FR", "2026-11-20")?.stale).toBe(false)
    expect(warned([advice()], "FR", "2026-11-21")?.stale).toBe(true)
    const trip = { residence: "FR", destinations: ["UA"] }
    expect(warningOf(trip, () => [advice()], undefined)?.warning.stale).toBe(true)
  })

  it("is the same whatever the order of advice and destinations, and never less for more of it", () => {
    const some = fc.array(
      fc.record({
        country: fc.constantFrom("UA", "RU", "TR"),
        government: fc.constantFrom("CA", "US", "GB"),
        issuer: fc.constant("x"),
        level: fc.constantFrom(1, 2, 3, 4),
        scope: fc.constantFrom(...adviceScopes),
        asOf: fc.constantFrom("2026-01-01", "2026-08-22"),
        certainty: fc.constantFrom("high" as const, "low" as const),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(some, (given) => {
        const once = [...new Map(given.map((each) => [`${each.country} ${each.government}`, each]))]
        const each = once.map(([, one]) => one)
        expect(warned(each.toReversed())).toEqual(warned(each))
        const ofOne = each.filter(({ country }) => country === "UA")
        expect(warned(each)?.level ?? 0).toBeGreaterThanOrEqual(warned(ofOne)?.level ?? 0)
      }),
    )
  })
})

describe("a bilan under a warning", () => {
  const trip = { residence: "DE", destinations: ["UA"] }
  const stale = (today?: string) =>
    bilanOf(trip, { ...liveContext, ...(today === undefined ? {} : { today }) }).meta.warnings

  it("says that it may be out of date, by the day of the call", () => {
    expect(stale("2026-11-20")).toEqual([])
    expect(stale("2026-11-21")).toEqual(["TRAVEL_WARNINGS_STALE"])
    expect(stale()).toEqual(["TRAVEL_WARNINGS_STALE"])
  })

  it("follows the source where it tells advice, and the tables where it does not", () => {
    const { rulesOf, visaFor } = pieces.tableRules
    const under = (adviceOf?: () => ReadonlyArray<TravelAdvice> | undefined) =>
      bilanOf(trip, {
        ...liveContext,
        destinationRules: { rulesOf, visaFor, ...(adviceOf === undefined ? {} : { adviceOf }) },
      }).meta.warnings
    expect(under(() => [])).toEqual([])
    expect(under(() => undefined)).toEqual(["TRAVEL_WARNINGS_STALE"])
    expect(under()).toEqual(["TRAVEL_WARNINGS_STALE"])
  })
})
