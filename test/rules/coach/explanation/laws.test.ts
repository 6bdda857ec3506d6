import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import type { CoachTables } from "../../../../rules/coach/coach-tables.ts"
import type { BilanResponse } from "../../../../rules/coach/response.ts"
import type { Explained, Explanation } from "../../../../rules/explanation/explanation.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import {
  type KeptLines,
  prepareEditedBut,
  textTable,
  type TextRow,
} from "../../../support/edited-tables.ts"
import {
  assertCitesRows,
  assertNamesEveryFigure,
  linesCited,
} from "../../../support/explanation-laws.ts"
import { shippedTables } from "../../../support/tables.ts"
import { times } from "../../../support/long.ts"
import { testSeed } from "../../../support/random.ts"
import { bilanOf, coach, liveContext, request } from "../support.ts"

const seed = testSeed("explanations of bilans")

const echoes = ["ok", "destinations", "offer.quoteUrl", "meta.engineVersion"]

const explain = (asked: unknown): Explained<BilanResponse> =>
  Result.getOrThrow(coach.explainBilan(asked, liveContext))

const answerOver = (asked: unknown, tables: CoachTables): BilanResponse =>
  Result.getOrThrow(prepareCoach(tables).bilan(asked, liveContext))

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

/** Tables without any row but some, and with other figures and words in all rows but some. */
const tablesWithout = prepareEditedBut(offlineDefinitions, shippedTables, () => undefined)
const tablesDisturbed = prepareEditedBut(offlineDefinitions, shippedTables, disturbed)

const products = textTable("coach/products.csv").rows
const cards = textTable("coach/cards.csv").rows
const destinationsMax = textTable("reference/limits.csv").rows.filter(
  ({ cells }) => cells["name"] === "coach_destinations_max",
)

/**
 * Cited rows, the products that cited cards refer to (without its product there is no card), and the
 * limit that lets requests in: it decides no figure.
 */
const neededLines = (explanation: Explanation): ((file: string) => KeptLines) => {
  const cited = linesCited(explanation)
  const citedIn = (file: string): ReadonlySet<number> => cited.get(file) ?? new Set()
  const productOf = ({ cells }: TextRow): string =>
    `${cells["country"]} ${cells["benefit_product"] ?? cells["product"]}`
  const ofCards = new Set(
    cards.filter(({ line }) => citedIn("coach/cards.csv").has(line)).map(productOf),
  )
  return (file) => {
    // How things are called, and whose a page is, are said of figures and decide none.
    if (file.startsWith("messages/") || file === "coach/source_hosts.csv") return "all"
    const needed =
      file === "coach/products.csv"
        ? products.filter((row) => ofCards.has(productOf(row)))
        : destinationsMax.filter((row) => row.file === file)
    return new Set([...citedIn(file), ...needed.map(({ line }) => line)])
  }
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

/** A card of which nothing was read, taken before one of which less than half is known. */
const beforeLittleKnown: typeof withRival = {
  residence: "MY",
  destinations: ["FR"],
  card: { bank: "Maybank", network: "amex", tier: "premium" },
}

/** A card that insures companions in some covers, and in others not; a long trip breaks some of them besides. */
const withCompanions = [false, true].map((longTrip): [typeof withRival] => [
  {
    residence: "FR",
    destinations: ["FR"],
    card: { catalogueId: 87 },
    trip: { friends: true, longTrip, riskyActivity: false },
  },
])

/** A card with covers to confirm, beside an argument whose terms another says. */
const withUnverified: typeof withRival = {
  residence: "FR",
  destinations: ["US"],
  card: { catalogueId: 270 },
  market: "my",
}

/** A card whose one term of care is its own, beside usual ones of its country that no list tells. */
const ofOneTerm: typeof withRival = {
  residence: "FR",
  destinations: ["CA", "FR"],
  card: { catalogueId: 4 },
  trip: { friends: false, longTrip: false, riskyActivity: true },
}

/** A bilan without its share of cards: that is counted over whole tables, which its reasons name. */
const withoutShare = ({ bilan, ...rest }: BilanResponse): unknown => {
  const { social: _, ...others } = bilan
  return { ...rest, bilan: others }
}

describe("explanations of bilans", { timeout: times(180_000, 3 * 3_600_000) }, () => {
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
        const sliced = answerOver(asked, tablesWithout(neededLines(explanation)))
        assert.deepStrictEqual(withoutShare(sliced), withoutShare(answer))
      }),
      {
        seed,
        numRuns: times(150, 5_000),
        examples: [
          [withRival],
          [beforeLittleKnown],
          ...withCompanions,
          [withUnverified],
          [ofOneTerm],
          ...onLongTrips,
        ],
      },
    )
  })

  it("cite what counts: other figures in all rows that are not cited change nothing", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { answer, explanation } = explain(asked)
        const cited = linesCited(explanation)
        const other = answerOver(
          asked,
          tablesDisturbed((file) => cited.get(file) ?? new Set()),
        )
        assert.deepStrictEqual(withoutShare(other), withoutShare(answer))
      }),
      { seed, numRuns: times(60, 5_000) },
    )
  })

  it("are refused like the bilan itself", () => {
    for (const asked of [null, {}, { residence: "FR", destinations: [] }]) {
      const refused = Result.getFailure(coach.explainBilan(asked, liveContext))
      assert.deepStrictEqual(refused, Result.getFailure(coach.bilan(asked, liveContext)))
    }
  })
})
