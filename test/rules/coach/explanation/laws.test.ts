import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import type { BilanResponse } from "../../../../rules/coach/response.ts"
import type { Explained, Explanation } from "../../../../rules/explanation/explanation.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import {
  editedTables,
  type EditRow,
  textTable,
  type TextRow,
} from "../../../support/edited-tables.ts"
import {
  assertCitesRows,
  assertNamesEveryFigure,
  citedIn,
} from "../../../support/explanation-laws.ts"
import { times } from "../../../support/long.ts"
import { testSeed } from "../../../support/random.ts"
import { bilanOf, coach, liveContext, request } from "../support.ts"

const seed = testSeed("explanations of bilans")

const echoes = ["ok", "destinations", "offer.quoteUrl", "meta.engineVersion"]

const explain = (asked: unknown): Explained<BilanResponse> =>
  Result.getOrThrow(coach.explainBilan(asked, liveContext))

const answerWith = (asked: unknown, edit: EditRow): BilanResponse => {
  const { bilan } = prepareCoach(editedTables(offlineDefinitions, edit))
  return Result.getOrThrow(bilan(asked, liveContext))
}

const numbers: Readonly<Record<string, ReadonlyArray<string>>> = {
  "coach/medical_steps.csv": ["amount"],
  "coach/benefits.csv": ["value"],
  "coach/recommended.csv": ["amount"],
  "coach/arguments.csv": ["rank"],
  "coach/cover_terms.csv": ["amount"],
  "coach/usual_terms.csv": ["amount"],
  "coach/strengths.csv": ["weight"],
  "reference/limits.csv": ["value"],
}

const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  "reference/places.csv": ["in_en", "in_fr", "name_en", "name_fr"],
  "coach/arguments.csv": ["id", "hook", "fact", "pitch"],
  "coach/headlines.csv": ["key"],
  "coach/social.csv": ["subject_key"],
  "coach/bins.csv": ["issuer"],
  "coach/bin_kinds.csv": ["level"],
  "coach/cards.csv": ["card_name"],
}

/** A row with other figures and words in its value columns. */
const disturbed = ({ cells, file, line }: TextRow): TextRow["cells"] => {
  const changed: Record<string, string> = { ...cells }
  for (const name of numbers[file] ?? []) {
    if (changed[name] !== "") changed[name] = String(Number(changed[name]) + 1)
  }
  for (const name of words[file] ?? []) {
    // Names that are cut off to fit stay apart by a mark of each line's own.
    if (changed[name] !== "") changed[name] = `${changed[name]?.slice(0, 14)}_${line}`
  }
  return changed
}

/**
 * Cited rows, the products that cited cards refer to (without its product there is no card), and the
 * limit that lets requests in: it decides no figure.
 */
const neededRows = (explanation: Explanation): ((row: TextRow) => boolean) => {
  const isCited = citedIn(explanation)
  const productOf = ({ cells }: TextRow): string =>
    `${cells["country"]} ${cells["benefit_product"] ?? cells["product"]}`
  const products = new Set(textTable("coach/cards.csv").rows.filter(isCited).map(productOf))
  return (row) =>
    isCited(row) ||
    // How things are called, and whose a page is, are said of figures and decide none.
    row.file.startsWith("messages/") ||
    row.file === "coach/source_hosts.csv" ||
    row.cells["name"] === "coach_destinations_max" ||
    (row.file === "coach/products.csv" && products.has(productOf(row)))
}

/** A card that was taken before another of its bank, which holds less than it. */
const withRival: Parameters<typeof bilanOf>[0] = {
  residence: "MY",
  destinations: ["FR"],
  card: { bank: "Maybank", network: "visa", tier: "premium" },
}

/** Cards that the trip leaves a cover whole of, whose term or source is told beside those that it breaks. */
const onLongTrips = [87, 79].map((catalogueId): [typeof withRival] => [
  {
    residence: "FR",
    destinations: ["FR"],
    card: { catalogueId },
    trip: { friends: false, longTrip: true, riskyActivity: false },
  },
])

/** A bilan without its share of cards: that is counted over whole tables, which its reasons name. */
const withoutShare = ({ bilan, ...rest }: BilanResponse): unknown => {
  const { social: _, ...others } = bilan
  return { ...rest, bilan: others }
}

describe("explanations of bilans", () => {
  it("come with exactly the bilan that is made without them", () => {
    fc.assert(
      fc.property(request, (asked) => {
        assert.deepStrictEqual(explain(asked).answer, bilanOf(asked))
      }),
      { seed, numRuns: times(300, 5_000) },
    )
  })

  it("name every figure that a table decides, with its value, and cite rows that exist", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { answer, explanation } = explain(asked)
        assertNamesEveryFigure(answer, explanation, echoes)
        assertCitesRows(explanation)
      }),
      { seed, numRuns: times(300, 5_000), examples: onLongTrips },
    )
  })

  it("cite enough: the cited rows alone make the same bilan", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { answer, explanation } = explain(asked)
        const isNeeded = neededRows(explanation)
        const sliced = answerWith(asked, (row) => (isNeeded(row) ? row.cells : undefined))
        assert.deepStrictEqual(withoutShare(sliced), withoutShare(answer))
      }),
      { seed, numRuns: times(150, 1_500), examples: [[withRival], ...onLongTrips] },
    )
  })

  it("cite what counts: other figures in all rows that are not cited change nothing", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { answer, explanation } = explain(asked)
        const isCited = citedIn(explanation)
        const other = answerWith(asked, (row) => (isCited(row) ? row.cells : disturbed(row)))
        assert.deepStrictEqual(withoutShare(other), withoutShare(answer))
      }),
      { seed, numRuns: times(12, 120) },
    )
  })

  it("are refused like the bilan itself", () => {
    for (const asked of [null, {}, { residence: "FR", destinations: [] }]) {
      const refused = Result.getFailure(coach.explainBilan(asked, liveContext))
      assert.deepStrictEqual(refused, Result.getFailure(coach.bilan(asked, liveContext)))
    }
  })
})
