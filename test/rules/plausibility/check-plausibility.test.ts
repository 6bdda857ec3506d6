import { describe, expect, it } from "vitest"
import type { Finding } from "../../../core/check/finding.ts"
import { checkPlausibility } from "../../../rules/plausibility/check-plausibility.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { type EditRow, withEditedFile } from "../../support/edited-tables.ts"
import { shippedTables } from "../../support/tables.ts"
import { describeFinding, findingHints } from "../../../core/check/tell/english.ts"

type Implausible = Extract<Finding, { readonly _tag: "ImplausiblePrice" }>

const pricesWith = (file: string, edit: EditRow): ReadonlyArray<Implausible> =>
  checkPlausibility(withEditedFile(definitions, shippedTables, file, edit)).findings.flatMap(
    (finding) => (finding._tag === "ImplausiblePrice" ? finding : []),
  )

const ofLaw = (found: ReadonlyArray<Implausible>, law: string) =>
  found.filter((finding) => finding.law === law)

describe("checkPlausibility()", () => {
  it("finds nothing in the shipped tables, and meets every offer that tariffs rate", () => {
    const { catalogue, findings, sandbox } = checkPlausibility(shippedTables)
    expect(findings.map(describeFinding)).toEqual([])
    expect(sandbox.met).toBe(sandbox.offers)
    expect(catalogue.met).toBe(catalogue.offers)
    expect(sandbox.trips).toBeGreaterThan(500)
  })

  it("finds a higher plan that costs less, once, with the trip and the rows", () => {
    const found = pricesWith("sandbox/offers.csv", ({ cells }) =>
      cells["offer_id"] === "103"
        ? { ...cells, cancellation: "never", cancellation_scale: "" }
        : cells,
    )
    const [plan, ...others] = ofLaw(found, "plan")
    expect(others).toEqual([])
    expect(plan?.offers).toEqual(["Leisure Premium (103)", "Leisure Comfort (102)"])
    expect(plan && describeFinding(plan)).toMatch(
      /^Lindengrove .*: Leisure Premium \(103\) costs [\d.]+ EUR, less than Leisure Comfort \(102\), a plan below it, at [\d.]+ EUR; the share of the trip price for cancellation does it$/,
    )
    const hints = plan ? findingHints(plan) : []
    expect(hints[0]).toMatch(/^for example: .* trip price \d+ [A-Z]{3}, with cancellation/)
    expect(hints.join("\n")).toMatch(
      /made of 103: sandbox\/offers\.csv:\d+ charges cancellation never/,
    )
    expect(hints.join("\n")).toMatch(/made of 102: sandbox\/cancellation_rates\.csv:\d+ /)
    expect(hints.at(-1)).toMatch(/^and so for \d+ more of the trips that were tried$/)
    expect(plan?.file).toBe("sandbox/offers.csv")
  })

  it("finds a group that pays less than its travellers would alone", () => {
    const found = pricesWith("catalogue/tariffs.csv", ({ cells }) =>
      cells["tariff"] === "br_groupe_1"
        ? { ...cells, per_person: "1", per_person_per_day: "0.01" }
        : cells,
    )
    const [group] = ofLaw(found, "group")
    expect(group && describeFinding(group)).toMatch(
      /Groupe Essentiel \(1009\) costs [\d.]+ EUR for 11 travellers, less than 90% of .* at [\d.]+ EUR for 10 of them; the tariff does it$/,
    )
  })

  it("finds an older adult who pays less", () => {
    const found = pricesWith("sandbox/age_factors.csv", ({ cells }) =>
      cells["age_scale"] === "leisure" && /^\[(?:6[5-9]|7)/.test(cells["age"] ?? "")
        ? { ...cells, factor_percent: "60" }
        : cells,
    )
    expect(ofLaw(found, "age").map(describeFinding).join("\n")).toMatch(
      /costs [\d.]+ [A-Z]{3} where the oldest is [67]\d, less than/,
    )
  })

  it("finds a longer trip that costs less", () => {
    const found = pricesWith("sandbox/tariffs.csv", ({ cells }) =>
      cells["tariff"] === "leisure_comfort" && cells["days"]?.startsWith(">") === true
        ? { ...cells, per_person: "1", per_person_per_day: "0.01" }
        : cells,
    )
    expect(ofLaw(found, "length").map(describeFinding).join("\n")).toMatch(
      /Leisure Comfort \(102\) costs [\d.]+ EUR for \d+ days, less than [\d.]+ EUR for \d+; the tariff does it/,
    )
  })

  it("finds a wider zone that costs less", () => {
    const found = pricesWith("sandbox/tariffs.csv", ({ cells }) =>
      cells["tariff"] === "leisure_comfort" && cells["zone"] === "north_america"
        ? { ...cells, per_person: "1", per_person_per_day: "0.01" }
        : cells,
    )
    expect(ofLaw(found, "zone").map(describeFinding).join("\n")).toMatch(
      /Leisure Comfort \(102\) costs [\d.]+ EUR in the zone north_america, less than [\d.]+ EUR in (europe|world); the tariff does it/,
    )
  })

  it("finds prices ten times too high by what they cost a head", () => {
    const found = pricesWith("catalogue/tariffs.csv", ({ cells }) =>
      cells["tariff"] === "br_escapade_1" && cells["zone"] === "europe"
        ? {
            ...cells,
            per_person: String(Number(cells["per_person"]) * 10),
            per_person_per_day: String(Number(cells["per_person_per_day"]) * 10),
          }
        : cells,
    )
    expect(ofLaw(found, "head").map(describeFinding).join("\n")).toMatch(
      /Escapade Essentielle \(1001\) costs [\d.]+ EUR, [\d.]+ EUR a head, more than the [\d.]+ EUR that reference\/price_bounds\.csv allows for it/,
    )
  })

  it("says nothing of insurers that rate themselves", () => {
    const found = pricesWith("catalogue/offers.csv", ({ cells }) =>
      cells["insurer"] === "kestrelgate" ? { ...cells, minimum_premium: "99999" } : cells,
    )
    expect(found).toEqual([])
  })

  it("holds prices to the declared bounds, and not to others", () => {
    const found = pricesWith("reference/price_bounds.csv", ({ cells }) =>
      cells["name"] === "group_share_min_bps" ? { ...cells, value: "20000" } : cells,
    )
    expect(ofLaw(found, "group").length).toBeGreaterThan(0)
    expect(found.every(({ law }) => law === "group")).toBe(true)
  })
})
