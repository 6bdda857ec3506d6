import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareFocus } from "../../../../rules/coach/arguments/focus.ts"
import { categories, strengths } from "../../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf, plainSpaces, request } from "../support.ts"

const focusOf = prepareFocus(shippedTables)

/** The arguments about terms, which say nothing of where the card falls short. */
const terms = new Set(
  shippedTables.coachArguments.rows.flatMap(({ id }) =>
    /^(condition|exclusion)_/.test(id) ? id : [],
  ),
)

const ids = (body: unknown) => bilanOf(body).bilan.arguments.map((each) => each.id)

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
      vars: { destination: "US", destinationName: "États-Unis" },
    })
    expect(plainSpaces(first?.figure ?? "")).toBe("345 000 €")
    expect(plainSpaces(first?.vars["quote"] ?? "")).toBe("155 000 € / 500 000 €")
    expect(bilan.headline.key).toBe("coach.headline.medical_shortfall")
    expect(bilan.medical.ceilingOk).toBe(false)
  })

  it("lead with the card's conditions when it meets the target, and the headline says so", () => {
    const meeting = shippedTables.coachCards.rows.flatMap(({ catalogueId, country }) => {
      const answer = bilanOf({
        residence: country,
        destinations: ["FR", "TH"],
        card: { catalogueId },
      })
      return answer.bilan.medical.ceilingOk ? [answer] : []
    })
    expect(meeting.length).toBeGreaterThan(60)
    for (const { bilan } of meeting) {
      expect(bilan.arguments[0]?.id).toMatch(/^(condition|exclusion)_/)
      expect(bilan.headline.key).toMatch(
        /^coach\.headline\.(covered|target_met|target_met_unverified)$/,
      )
    }
  })

  it("put what a destination demands first among the general ones", () => {
    expect(ids({ residence: "FR", destinations: ["CU"] })).toContain("insurance_mandatory")
    expect(ids({ residence: "FR", destinations: ["MA"] })).not.toContain("insurance_mandatory")
    expect(ids({ residence: "CU", destinations: ["CU"] })).not.toContain("insurance_mandatory")
  })

  it("follow the trip's flags", () => {
    const body = { residence: "FR", destinations: ["DE"], card: { catalogueId: 3 } }
    expect(ids(body)).not.toContain("friends_not_insured")
    expect(ids({ ...body, trip: { friends: true } })).toEqual(
      expect.arrayContaining(["medical_friends", "friends_not_insured"]),
    )
    expect(ids({ ...body, trip: { longTrip: true } })).toContain("medical_long_trip")
    expect(ids({ ...body, trip: { riskyActivity: true } })).toContain("medical_risky_activity")
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
        expect(bilan.shouldSell).toBe(bilan.argumentCount > 0)
        const weighing = bilan.arguments.filter(({ id }) => !terms.has(id))
        expect(bilan.focusCategories).toEqual(
          focusOf(weighing.length === 0 ? bilan.arguments : weighing),
        )
        for (const { figure, vars } of bilan.arguments) {
          expect(figure).not.toBe("")
          expect(Object.values(vars)).not.toContain("")
        }
      }),
    )
  })
})

describe("the argument table", () => {
  it("speaks of every category and names three keys per argument", () => {
    const { rows } = shippedTables.coachArguments
    expect(rows.length).toBeGreaterThanOrEqual(45)
    expect(new Set(rows.map((row) => row.category))).toEqual(new Set(categories))
    for (const { fact, hook, id, pitch } of rows) {
      expect([hook, fact, pitch]).toEqual(
        ["hook", "fact", "pitch"].map((part) => `coach.argument.${id}.${part}`),
      )
    }
  })
})
