import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareFocus } from "../../../../rules/coach/arguments/arguments.ts"
import { categories, strengths } from "../../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf, plainSpaces, request } from "../support.ts"

const focusOf = prepareFocus(shippedTables)

/** The arguments about terms, which say nothing of where the card falls short. */
const terms = new Set(
  shippedTables.coachArguments.rows.flatMap(({ id }) =>
    /^(condition|exclusion)|^cancellation_conditional$|^domestic_card_/.test(id) ? id : [],
  ),
)

const ids = (body: unknown) => bilanOf(body).bilan.arguments.map((each) => each.id)

const found = (body: unknown, id: string) => {
  const argument = bilanOf(body).bilan.arguments.find((each) => each.id === id)
  if (argument === undefined) throw new Error(`No ${id}`)
  return argument
}

describe("arguments", () => {
  it("lead with the medical shortfall when the card misses the target", () => {
    const { bilan } = bilanOf({ residence: "FR", destinations: ["US"], card: { catalogueId: 3 } })
    const [first] = bilan.arguments
    expect(first).toMatchObject({
      id: "medical_shortfall_top",
      category: "sante",
      strength: "decisive",
      messageKeys: {
        hook: "coach.argument.medical_shortfall_top.hook",
        fact: "coach.argument.medical_shortfall_top.fact",
        pitch: "coach.argument.medical_shortfall_top.pitch",
      },
      vars: { inPlace: "aux États-Unis", costs: "known", converted: "false" },
      values: {
        inPlace: "US",
        shortfall: { value: 345000, currency: "EUR" },
        figure: { value: 345000, currency: "EUR" },
      },
    })
    expect(plainSpaces(first?.figure ?? "")).toBe("345 000 €")
    expect(plainSpaces(String(first?.vars["quote"]))).toBe("155 000 € / 500 000 €")
    expect(bilan.headline.key).toBe("coach.headline.medical_shortfall")
    expect(bilan.medical.ceilingOk).toBe(false)
  })

  it("do not claim that care is dear where nothing is known of its cost", () => {
    const toBouvet = { residence: "FR", destinations: ["BV"], card: { catalogueId: 3 } }
    expect(found(toBouvet, "medical_shortfall_top").vars["costs"]).toBe("unknown")
  })

  it("tell what a destination demands, but not of those who live there", () => {
    expect(ids({ residence: "FR", destinations: ["CU"] })).toContain("insurance_mandatory")
    expect(ids({ residence: "FR", destinations: ["MA"] })).not.toContain("insurance_mandatory")
    expect(ids({ residence: "CU", destinations: ["CU"] })).not.toContain("insurance_mandatory")
  })

  it("follow the trip's flags, and list the covers of each once", () => {
    const body = { residence: "FR", destinations: ["TH"], card: { network: "visa", tier: "mid" } }
    expect(ids(body)).not.toContain("friends_not_insured")
    const friends = found({ ...body, trip: { friends: true } }, "friends_not_insured")
    expect(friends.values["covers"]).toEqual(
      expect.arrayContaining(["hospitalFeesAbroad", "rapatriationAssistance"]),
    )
    expect(friends.vars["coverCount"]).toBe(
      (friends.values["covers"] as ReadonlyArray<string>).length,
    )
    const long = found({ ...body, trip: { longTrip: true } }, "trip_outlasts_card")
    expect(plainSpaces(long.figure)).toBe("90 jours")
    expect(long.values).toMatchObject({ limit: { value: 90, unit: "day" } })
    const risky = found({ ...body, trip: { riskyActivity: true } }, "sports_missing")
    expect(risky.values["covers"]).not.toContain("extremeSports")
  })

  it("lead a list of terms with an amount, and name the cover of a term of another", () => {
    const body = {
      residence: "FR",
      destinations: ["CH"],
      card: { network: "visa", tier: "mid" },
      trip: { riskyActivity: true },
    }
    const goods = found(body, "conditions_biens")
    expect(goods.values).toMatchObject({
      cover: "skiInsurance",
      lead: [{ term: "deductible_share", limit: { value: 20, unit: "percent" } }],
      terms: [{ term: "deductible_share" }, { term: "carrier_first", cover: "suitcaseInsurance" }],
    })
    expect(plainSpaces(goods.figure)).toBe("20 %")
    expect(found(body, "conditions_sante").values["lead"]).toEqual([
      { term: "day_limit", limit: { value: 90, unit: "day" } },
      { term: "emergency_only" },
    ])
  })

  it("come by strength, then category, each id once, and are counted", () => {
    fc.assert(
      fc.property(request, (body) => {
        const { bilan } = bilanOf(body)
        const order = bilan.arguments.map(
          ({ category, strength }) =>
            strengths.indexOf(strength) * 10 + categories.indexOf(category),
        )
        expect(order).toEqual([...order].sort((left, right) => left - right))
        expect(new Set(bilan.arguments.map((each) => each.id)).size).toBe(bilan.argumentCount)
        expect(bilan.argumentCount).toBe(bilan.arguments.length)
        const weighing = bilan.arguments.filter(({ id }) => !terms.has(id))
        expect(bilan.focusCategories).toEqual(
          focusOf(weighing.length === 0 ? bilan.arguments : weighing),
        )
      }),
    )
  })
})

describe("the argument table", () => {
  const { rows } = shippedTables.coachArguments
  const now = new Set(rows.map(({ id }) => id))

  it("makes sixty-four arguments, of every category, and names three keys for each", () => {
    expect(now.size).toBe(64)
    expect(new Set(rows.map((row) => row.category))).toEqual(new Set(categories))
    for (const { fact, hook, id, pitch } of rows) {
      expect([hook, fact, pitch]).toEqual(
        ["hook", "fact", "pitch"].map((part) => `coach.argument.${id}.${part}`),
      )
    }
  })

  it("is where every old id has its successor, and no old id is made", () => {
    const successors = shippedTables.argumentSuccessors.rows
    expect(successors.length).toBeGreaterThan(50)
    const { messageHeadlines, messageSocial } = shippedTables
    const told = new Set([
      ...now,
      ...[...messageHeadlines.rows, ...messageSocial.rows].map(({ key }) => key),
    ])
    for (const { newId, oldId } of successors) {
      expect(told.has(newId), newId).toBe(true)
      expect(told.has(oldId), oldId).toBe(false)
    }
  })

  it("is named rightly by what arguments do to each other", () => {
    for (const { argument, told } of shippedTables.argumentRelations.rows) {
      for (const id of [argument, told]) if (id !== null) expect(now.has(id), id).toBe(true)
    }
  })
})
