import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type Demand,
  type DestinationRule,
  type DestinationRules,
  type FormalityRequest,
  prepareDemands,
  prepareTableRules,
} from "../../../../rules/coach/formalities.ts"
import {
  certainties,
  requirements,
  type VisaNeed,
  visaNeeds,
} from "../../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"

const tableRules = prepareTableRules(shippedTables)
const demandsOf = prepareDemands(shippedTables)

const usualTrip = { friends: false, longTrip: false, riskyActivity: false }

const ask = (
  residence: string,
  destinations: string,
  trip: Partial<FormalityRequest["trip"]> = {},
) =>
  demandsOf(
    { residence, destinations: destinations.split(" "), trip: { ...usualTrip, ...trip } },
    tableRules,
  )

/** A demand in a few words: `TZ 50000 USD local in part`. */
const words = (demand: Demand | null): string =>
  demand === null
    ? "nothing"
    : [
        demand.destination,
        ...(demand.amount === null ? [] : [demand.amount, demand.currency]),
        ...(demand.localPolicy ? ["local"] : []),
        ...(demand.partly ? ["in part"] : []),
      ].join(" ")

describe("insurance that visitors must have", () => {
  it.each([
    ["FR", "GE", "GE 30000 GEL", "every foreign visitor since 2026"],
    ["FR", "CU", "CU", "every foreign visitor, and no amount is named"],
    ["US", "AR", "AR", "foreign non-residents, in law since 2025"],
    ["FR", "BY", "BY 10000 EUR", "foreigners"],
    ["AM", "BY", "nothing", "nationals of CIS states are exempt, the first of them"],
    ["UZ", "BY", "nothing", "nationals of CIS states are exempt, the last of them"],
    ["UA", "BY", "BY 10000 EUR", "a neighbour that is no member"],
    ["FR", "FK", "FK", "visitors whom the British health service does not treat"],
    ["GB", "FK", "nothing", "residents of the United Kingdom are treated"],
    ["FR", "SA", "SA 100000 SAR local", "the policy comes with the visa"],
    ["KW", "SA", "nothing", "no visa, so no policy"],
    ["FR", "TZ", "TZ 50000 USD local in part", "Zanzibar, not the mainland"],
    ["FR", "EC", "EC in part", "Galapagos, not the mainland"],
    ["FR", "SH", "SH 175000 GBP in part", "St Helena, not Ascension or Tristan da Cunha"],
    ["FR", "IR", "IR", "asked at the border of who got no visa beforehand"],
    ["FR", "TH", "nothing", "tourists are asked nothing"],
    ["FR", "BT", "nothing", "the fact is not sure enough"],
    ["FR", "UA", "nothing", "the fact is not sure enough"],
    ["FR", "KH", "nothing", "a rule of the pandemic that has lapsed"],
    ["FR", "AQ", "AQ in part", "no law, but most operators ask their passengers"],
    ["FR", "NP", "nothing", "a permit for trekkers, and the fact is not sure enough"],
    ["FR", "JP", "nothing", "no rule is known"],
    ["FR", "ZZ", "nothing", "no country of this code"],
    ["GE", "GE", "nothing", "a country asks nothing of its own residents"],
    ["EC", "EC", "nothing", "a country asks nothing of its own residents"],
  ])("from %s to %s is %s: %s", (residence, destination, expected) => {
    const { local, mandatory } = ask(residence, destination)
    expect(words(mandatory ?? local)).toBe(expected)
    expect(local?.localPolicy ?? true).toBe(true)
  })

  it("in Qatar is for stays of over 30 days, which only a long trip is known to be", () => {
    expect(words(ask("FR", "QA").local)).toBe("nothing")
    expect(words(ask("FR", "QA", { longTrip: true }).local)).toBe("QA 150000 QAR local")
  })
})

describe("insurance that goes with a visa", () => {
  it.each([
    ["MA", "FR", "FR 30000 EUR", "a Moroccan passport needs a Schengen visa"],
    ["MA", "SE", "SE 30000 EUR", "one list of passports for the whole area"],
    ["IN", "IS", "IS 30000 EUR", "a country of the area outside of the Union"],
    ["US", "FR", "nothing", "no visa for 90 days"],
    ["RO", "FR", "nothing", "free movement"],
    ["FR", "FR", "nothing", "at home"],
    ["GP", "FR", "nothing", "a territory's passport is not in the data, so not known to need one"],
    ["ZZ", "FR", "nothing", "no country of this code"],
    ["MA", "IE", "nothing", "in the Union and not in the Schengen area: no rule is known"],
    ["MA", "MC", "MC 30000 EUR", "by way of France"],
    ["FR", "RU", "RU 30000 EUR", "an electronic visa is one"],
    ["US", "RU", "RU 30000 EUR", "a visa"],
    ["CN", "DE RU", "DE 30000 EUR", "the first of two by code"],
    ["RS", "RU", "nothing", "no visa"],
    ["FR", "DZ", "DZ 30000 EUR", "an applicant who lives in the Schengen area"],
    ["US", "DZ", "nothing", "an applicant who does not"],
    ["IN", "TR", "TR 30000 EUR", "a consular visa"],
    ["CN", "TR", "nothing", "an electronic visa, whose travellers are not asked"],
    ["FR", "TR", "nothing", "no visa"],
    ["MA", "AE", "AE", "a visa applied for beforehand, and no amount is named"],
    ["US", "AE", "nothing", "a visa on arrival is not applied for"],
    ["US", "IR", "IR", "a visa"],
    ["MA", "US", "nothing", "the rule binds exchange visitors"],
    ["MA", "CA", "nothing", "the rule binds parents on a super visa"],
    ["IN", "TH", "nothing", "the rule binds long stays"],
    ["MA", "RS", "nothing", "the fact is not sure enough"],
    ["MA", "RE", "nothing", "the fact is not sure enough"],
  ])("from %s to %s is %s: %s", (residence, destinations, expected) => {
    expect(words(ask(residence, destinations).visa)).toBe(expected)
  })

  it("comes beside what visitors must have", () => {
    const demands = ask("MA", "DE GE")
    expect([words(demands.mandatory), words(demands.visa)]).toEqual([
      "GE 30000 GEL",
      "DE 30000 EUR",
    ])
  })
})

describe("the demand that is told of several", () => {
  it.each([
    ["EC CU", "CU", "what binds every visitor before what binds some"],
    ["AR GE", "GE 30000 GEL", "what names an amount before what names none"],
    ["GE BY", "BY 10000 EUR", "of equals the first by code"],
    ["TZ EC", "EC in part", "the same among those that bind some"],
  ])("of %s is %s: %s", (destinations, expected) => {
    const backwards = destinations.split(" ").toReversed().join(" ")
    expect(words(ask("FR", destinations).mandatory)).toBe(expected)
    expect(words(ask("FR", backwards).mandatory)).toBe(expected)
  })

  it("hides no demand that a policy from home does not answer", () => {
    const demands = ask("FR", "QA EC", { longTrip: true })
    expect([words(demands.mandatory), words(demands.local)]).toEqual([
      "EC in part",
      "QA 150000 QAR local",
    ])
    expect(words(ask("FR", "CU SA").mandatory)).toBe("CU")
    const inPart = ask("FR", "TZ QA", { longTrip: true })
    expect([inPart.mandatory?.destination, inPart.local?.destination]).toEqual(["TZ", "QA"])
  })

  it("is the first of a destination's own rules where nothing else decides", () => {
    const rule = (certainty: DestinationRule["certainty"]): DestinationRule => ({
      destination: "JP",
      requirement: "mandatory_medical",
      amount: null,
      currency: null,
      certainty,
    })
    const rules = [rule("medium"), rule("high")]
    const source: DestinationRules = { rulesOf: () => rules, visaFor: () => null }
    const traveller = { residence: "FR", destinations: ["JP"], trip: usualTrip }
    expect(demandsOf(traveller, source).mandatory?.rule).toBe(rules[0])
  })
})

/** A source that says one thing of every destination, as no table does. */
const saying = (
  requirement: DestinationRule["requirement"],
  visa: VisaNeed | null = null,
): DestinationRules => ({
  rulesOf: (destination) => [
    { destination, requirement, amount: null, currency: null, certainty: "medium" },
  ],
  visaFor: () => visa,
})

describe("rules that are sure enough, of any source", () => {
  const demand = (rules: DestinationRules, trip: Partial<FormalityRequest["trip"]> = {}) =>
    demandsOf({ residence: "FR", destinations: ["NP"], trip: { ...usualTrip, ...trip } }, rules)

  it("bind a trekker by the permit that a trekker needs, and nobody else", () => {
    const rules = saying("permit_condition")
    expect(words(demand(rules).mandatory)).toBe("nothing")
    expect(words(demand(rules, { longTrip: true, friends: true }).mandatory)).toBe("nothing")
    expect(words(demand(rules, { riskyActivity: true }).mandatory)).toBe("NP in part")
  })

  it("bind some visitors where operators ask and no law does", () => {
    expect(words(demand(saying("operator_condition")).mandatory)).toBe("NP in part")
  })

  it.each([
    ["visa", "NP"],
    ["e_visa", "NP"],
    ["none", "nothing"],
    [null, "nothing"],
  ] as const)("bind who needs a visa, and %s is read as %s", (visa, expected) => {
    const demands = demand(saying("visa_condition", visa))
    expect(words(demands.visa)).toBe(expected)
    expect(demands.mandatory).toBeNull()
  })
})

const country = fc.constantFrom(
  ...new Set(shippedTables.formalities.rows.map(({ destination }) => destination)),
  "FR",
  "MA",
  "KW",
  "JP",
  "ZZ",
)

const anyTrip = fc.record({
  friends: fc.boolean(),
  longTrip: fc.boolean(),
  riskyActivity: fc.boolean(),
})

/** Rules that no table has: every kind, certainty and visa, drawn by destination. */
const anySource: fc.Arbitrary<DestinationRules> = fc
  .record({
    kinds: fc.array(
      fc.record({
        requirement: fc.constantFrom(...requirements),
        certainty: fc.constantFrom(...certainties),
        amount: fc.constantFrom(null, 0, 30_000),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    visas: fc.array(fc.constantFrom(null, ...visaNeeds), { minLength: 1, maxLength: 5 }),
  })
  .map(({ kinds, visas }) => {
    const number = (destination: string) =>
      destination.charCodeAt(0) * 7 + destination.charCodeAt(1)
    const rules = new Map<string, ReadonlyArray<DestinationRule>>()
    const rulesOf = (destination: string) => {
      const known = rules.get(destination)
      if (known !== undefined) return known
      const made = [0, 1].flatMap((step) => {
        const kind = kinds[(number(destination) + step) % kinds.length]
        return kind === undefined
          ? []
          : [{ destination, currency: kind.amount === null ? null : "EUR", ...kind }]
      })
      rules.set(destination, made)
      return made
    }
    return {
      rulesOf,
      visaFor: (_, destination) => visas[number(destination) % visas.length] ?? null,
    }
  })

const source = fc.oneof(fc.constant(tableRules), anySource)

describe("formalities in general", () => {
  it("lose no demand, and get no weaker one, by another destination", () => {
    fc.assert(
      fc.property(
        source,
        country,
        fc.array(country, { maxLength: 6 }),
        country,
        anyTrip,
        (rules, residence, destinations, other, trip) => {
          const before = demandsOf({ residence, destinations, trip }, rules)
          const after = demandsOf(
            { residence, destinations: [...destinations, other], trip },
            rules,
          )
          for (const kind of ["mandatory", "visa"] as const) {
            if (before[kind] === null) continue
            expect(after[kind]).not.toBeNull()
            if (!before[kind].partly) expect(after[kind]?.partly).toBe(false)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it("are the same in whatever order the destinations come", () => {
    fc.assert(
      fc.property(
        source,
        country,
        fc.uniqueArray(country, { maxLength: 6 }),
        anyTrip,
        (rules, residence, destinations, trip) => {
          const asked = demandsOf({ residence, destinations, trip }, rules)
          const backwards = { residence, destinations: destinations.toReversed(), trip }
          expect(demandsOf(backwards, rules)).toEqual(asked)
        },
      ),
      { numRuns: 500 },
    )
  })

  it("ask nothing of anybody at home", () => {
    fc.assert(
      fc.property(source, country, anyTrip, (rules, residence, trip) => {
        const demands = demandsOf({ residence, destinations: [residence], trip }, rules)
        expect(demands).toEqual({ mandatory: null, local: null, visa: null })
      }),
      { numRuns: 500 },
    )
  })

  it("tell no fact of low certainty and nothing of a rule that is none", () => {
    fc.assert(
      fc.property(source, country, country, anyTrip, (rules, residence, destination, trip) => {
        const demands = demandsOf({ residence, destinations: [destination], trip }, rules)
        for (const demand of Object.values(demands) as ReadonlyArray<Demand | null>) {
          expect(demand?.rule.certainty).not.toBe("low")
          expect(["none", "lapsed_covid"]).not.toContain(demand?.rule.requirement)
        }
      }),
      { numRuns: 500 },
    )
  })
})
