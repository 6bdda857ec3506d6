import { readFileSync } from "node:fs"
import { join } from "node:path"
import { byText, type TableText } from "./table-text.ts"
import { cell, type FactRecord, readFacts, readTable } from "./fact-file.ts"

/** The set that tells who needs a visa where, as credited in the table. */
const source = "github.com/ilyankou/passport-index-dataset 2025-01-12"

const area = "schengen"

/** What the set calls a visa, in the words of the table; behind every other word there is none to apply for. */
const needs: Readonly<Record<string, string>> = {
  "visa required": "visa",
  "e-visa": "e_visa",
}

const words = (text: string): ReadonlyArray<string> => text.split("|").filter((word) => word !== "")

const aboutVisas = (fact: FactRecord): boolean =>
  words(cell(fact, "requirement")).includes("visa_condition")

/** The destinations whose visa asks a kind of visitor for insurance who is no tourist. */
const outOfReach = (rules: ReadonlyArray<FactRecord>): ReadonlySet<string> =>
  new Set(
    rules
      .filter(
        (rule) =>
          aboutVisas(rule) &&
          cell(rule, "demand") === "nothing" &&
          cell(rule, "visa") === "" &&
          cell(rule, "schengen_resident") === "",
      )
      .flatMap((rule) => words(cell(rule, "destination"))),
  )

/** Reads a fact file of the folder that is imported, by its name. */
type FactsOf = (name: string) => ReadonlyArray<FactRecord>

/** The area of each destination whose visa may ask a tourist for insurance. */
const areasOf = (facts: FactsOf, rules: ReadonlyArray<FactRecord>): ReadonlyMap<string, string> => {
  const schengen = new Set(
    facts("countries.csv")
      .filter((country) => cell(country, "schengen") === "true")
      .map((country) => cell(country, "code")),
  )
  const left = outOfReach(rules)
  const destinations = facts("formalities.csv")
    .filter(aboutVisas)
    .map((formality) => cell(formality, "destination"))
    .filter((destination) => !left.has(destination))
  return new Map(
    destinations.map((destination) => [
      destination,
      schengen.has(destination) ? area : destination,
    ]),
  )
}

/**
 * The table of visa obligations from the file `passport-index-tidy-iso2.csv`, for the destinations
 * of the facts as the formality rules in `into` read them. All countries of the Schengen area must
 * agree on every passport but their own.
 */
export const visaTable = (file: string, facts: FactsOf, into: string): TableText => {
  const rules = join(into, "coach/formality_rules.csv")
  const areas = areasOf(facts, readTable(rules, readFileSync(rules, "utf8")))
  const found = new Map<string, string>()
  for (const fact of readFacts(file, readFileSync(file, "utf8"))) {
    const areaOf = areas.get(cell(fact, "Destination"))
    if (areaOf === undefined || cell(fact, "Requirement") === "-1") continue
    const key = `${cell(fact, "Passport")},${areaOf}`
    const need = needs[cell(fact, "Requirement")] ?? ""
    const before = found.get(key)
    if (before !== undefined && before !== need) {
      throw new Error(`Cannot read ${file}: ${key} is both "${before}" and "${need}"`)
    }
    found.set(key, need)
  }
  return {
    file: "coach/visa_obligations.csv",
    columns: ["passport", "destination_area", "requirement", "source"],
    comments: [
      "Passport Index Dataset, (c) 2019 Ilya Ilyankou, MIT; from passportindex.org.",
      "Visas on arrival and travel authorisations are no visa here.",
    ],
    rows: [...found]
      .filter(([, need]) => need !== "")
      .sort(([left], [right]) => byText(left, right))
      .map(([key, need]) => [...key.split(","), need, source]),
  }
}
