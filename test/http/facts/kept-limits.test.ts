import { describe, expect, it } from "vitest"
import { sourceText } from "../../../http/facts/fact-file.ts"
import { keepDayLimit } from "../../../http/facts/newer-facts.ts"

const fact = (condition: string, as_of: string, state = "value") => ({
  slug: "cancelTrip",
  state,
  condition,
  as_of,
})

const conditionOf = (older: string, asOf: string, newer: ReturnType<typeof fact>) =>
  keepDayLimit(fact(older, asOf), newer)["condition"]

describe("a newer page that is silent on a day limit", () => {
  it("keeps the limit of a page of the same year, and nothing else of it", () => {
    const newer = fact("per traveller; part of fare on card", "2026-10")
    expect(conditionOf("per person; trip max 60 days", "2026-02", newer)).toBe(
      "per traveller; part of fare on card; trip max 60 days",
    )
    expect(conditionOf("trip max 60 days", "2026", fact("", "2026"))).toBe("trip max 60 days")
  })

  it("loses the limit of a page of another year, or of an unknown one", () => {
    const newer = fact("per traveller", "2026")
    expect(conditionOf("trip max 60 days", "2025-12", newer)).toBe("per traveller")
    expect(conditionOf("trip max 60 days", "", fact("per traveller", ""))).toBe("per traveller")
  })

  it("gives its own limit where it has one", () => {
    const newer = fact("trip max 31 days", "2026")
    expect(conditionOf("trip max 60 days", "2026", newer)).toBe("trip max 31 days")
  })

  it.each(["unknown", "not_available"])("keeps none for a cover that is %s", (state) => {
    const newer = fact("no page found", "2026", state)
    expect(conditionOf("trip max 60 days", "2026", newer)).toBe("no page found")
  })

  it("keeps none where nothing older is told", () => {
    const newer = fact("per traveller", "2026")
    expect(keepDayLimit(undefined, newer)).toBe(newer)
  })
})

describe("the source of a fact", () => {
  it("is unsourced where it is recalled, whatever is said beside it", () => {
    expect(sourceText("recalled")).toBe("unsourced")
    expect(sourceText("recalled (Nordic convention)")).toBe(
      "unsourced: recalled (Nordic convention)",
    )
    expect(sourceText("rappel.fr/recalled")).toBe("rappel.fr/recalled")
  })
})
