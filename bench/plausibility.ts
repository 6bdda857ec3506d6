import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Result from "effect/Result"
import { plausibilityText } from "../http/cli/tables/plausibility.ts"
import { prepareReadPrinted } from "../rules/guarantees/printed/prepare.ts"
import { comparePublished } from "../rules/plausibility/compare-published.ts"
import { livePricingTables } from "../rules/pricing/live.ts"
import { loadAllTables, tableFiles } from "../rules/tables/index.ts"
import { prepareTripVocabulary } from "../rules/trip/trip-vocabulary.ts"
import type { Part } from "./part.ts"
import { preparePricedCatalogue } from "../rules/plausibility/priced-catalogue.ts"

const folder = fileURLToPath(new URL("../data/", import.meta.url))

/** What `viatica tables plausibility` prints of the live catalogue; it times nothing. */
const report = (): string => {
  const sources = new Map(
    tableFiles.map((file) => [file, readFileSync(`${folder}${file}`, "utf8")]),
  )
  const tables = Result.getOrThrow(loadAllTables(sources))
  const live = livePricingTables(tables, prepareReadPrinted(tables))
  return plausibilityText(
    comparePublished(preparePricedCatalogue(live), tables, prepareTripVocabulary(tables)),
  )
}

/** Published premiums and ratios beside ours. */
export const plausibilityPart: Part = {
  name: "plausibility",
  about: "Published premiums and how they change, with our prices for the same trips beside them.",
  run: async function* () {
    const lines = report().split("\n")
    yield { figures: [], notes: [...lines.slice(-2), "viatica tables plausibility shows all."] }
  },
}
