import { readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { startStagedCheck } from "../../../http/tables/check-report.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { countFindings, type FoundInTables } from "../../../rules/check/check-report.ts"
import { weighDraft } from "../../../rules/additions/missing-facts.ts"
import { type AdditionKind, additionKinds } from "../../../rules/additions/kinds.ts"
import { type Answers, type Draft, draftTables } from "../../../rules/additions/recipe.ts"
import { recipes } from "../../../rules/additions/recipes.ts"
import { times } from "../../support/long.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const sources = shippedSources()
const tables = draftTables(sources)
const icons = new Set(readdirSync(join(shippedTablesFolder, "icons")))
const check = startStagedCheck(shippedTablesFolder, { icons, today: "2026-11-30" })
const found = check.whole({ sources, errors: [] })

const errorsOf = ({ findings, mistakes }: FoundInTables): number =>
  mistakes.length + countFindings(findings).error

/** What a draft comes to, and how many errors are in the tables with it. */
const weigh = (draft: Draft) => {
  let errors = 0
  const find = (each: ReadonlyMap<string, string>): FoundInTables => {
    const after = check.triedWhole({ sources: each, errors: [] })
    errors = errorsOf(after)
    return after
  }
  return { ...weighDraft(recipes[draft.kind], draft, { find, found, sources }), errors }
}

/** Drafts with nothing missing, and facts of each without which something is. */
const finished: Readonly<
  Record<
    AdditionKind,
    {
      readonly like: fc.Arbitrary<string>
      readonly answers: (like: string) => Answers
      readonly needed: ReadonlyArray<string>
    }
  >
> = {
  argument: {
    like: fc.constantFrom(...tables.wordsIn("coach/arguments.csv", "id")),
    answers: () => ({
      id: "pets_left",
      joins: "false",
      hook_en: "Your dog stays behind?",
      hook_fr: "Votre chien reste : l'avez-vous prévu ?",
      fact_en: "Cover of pets is seldom part of a card.",
      fact_fr: "Les cartes couvrent rarement les animaux.",
      pitch_en: "Travel insurance can help.",
      pitch_fr: "Une assurance voyage peut aider.",
      facts_hook: "coach.argument.pets_left.hook",
      facts_fact: "coach.argument.pets_left.fact",
      source: "judgement (unsourced)",
    }),
    needed: [
      "id",
      "strength",
      "figure",
      "scope",
      "hook_en",
      "hook_fr",
      "fact_fr",
      "pitch_en",
      "facts_hook",
      "facts_pitch",
      "source",
    ],
  },
  card: {
    like: fc.constantFrom("", ...recipes.card.model.names(tables)),
    answers: (like) => ({
      ...(like === "" ? { country: "FR", network: "visa", level: "mid" } : {}),
      bank: "Banque d’essai",
      card_name: "Carte d’essai",
      "cover.cancelTrip": "4321",
      source: "unsourced",
      covers_source: "https://banque.example/notice",
    }),
    needed: ["bank", "card_name", "country", "network", "level", "product", "source"],
  },
  insurer: {
    like: fc.constantFrom(...recipes.insurer.model.names(tables)),
    answers: () => ({
      insurer: "lunelac",
      name: "Lunelac (fictional)",
      code: "LU-1",
      logo_file: "globe.svg",
      change_percent: "0",
      source: "fictional",
    }),
    needed: ["insurer", "name", "code", "logo_file", "language", "source"],
  },
  destination: {
    like: fc.constantFrom(...recipes.destination.model.names(tables)),
    answers: () => ({ destination: "JP", source: "https://rules.example" }),
    needed: ["destination", "requirement", "applies_to", "certainty", "source"],
  },
  market: {
    like: fc.constantFrom(...recipes.market.model.names(tables)),
    answers: () => ({
      market: "au",
      residences: "AU",
      currency: "AUD",
      language: "en",
      name_en: "Australia",
      name_fr: "Australie",
      locale: "en-AU",
      law_text: "disclosures.unpaid",
      law_place: "section",
      law_topic: "pay",
      law_position: "33",
      law: "a law of the market",
      law_address: "https://law.example",
      law_read: "2026-11-30",
    }),
    needed: [
      "market",
      "currency",
      "name_fr",
      "locale_en",
      "english",
      "step_mid",
      "law_text",
      "law",
    ],
  },
}

describe("what analysts add by a guided form", () => {
  for (const kind of additionKinds) {
    const { answers, like, needed } = finished[kind]

    it(
      `finds no new error in the tables with ${recipes[kind].name.en} of which nothing is missing`,
      () => {
        fc.assert(
          fc.property(like, (model) => {
            const { errors, missing, texts } = weigh({ kind, like: model, answers: answers(model) })
            assert.deepStrictEqual(missing, [])
            assert.isAbove(texts.size, 0)
            assert.strictEqual(errors, errorsOf(found))
          }),
          { numRuns: times(1, 60) },
        )
      },
      times(120_000, 1_800_000),
    )

    it(
      `names a place for whatever ${recipes[kind].name.en} lacks`,
      () => {
        fc.assert(
          fc.property(like, fc.constantFrom(...needed), (model, lacking) => {
            const given = { ...answers(model), [lacking]: "" }
            const { missing } = weigh({ kind, like: model, answers: given })
            assert.include(
              missing.map(({ fact }) => fact),
              lacking,
            )
            for (const { file, line } of missing) {
              assert.isTrue(sources.has(file), file)
              assert.isAtLeast(line, 1)
            }
          }),
          { numRuns: times(2, 100) },
        )
      },
      times(120_000, 1_800_000),
    )

    it(`asks for everything that ${recipes[kind].name.en} of which nothing is known needs`, () => {
      const { missing } = weigh({ kind, like: "", answers: {} })
      assert.isAbove(missing.length, 2)
    }, 60_000)
  }

  it("asks what stands for unknown cards where a card is the first of its country", () => {
    const answers = {
      country: "BE",
      bank: "Banque d’essai",
      card_name: "Carte Gold d’essai",
      network: "visa",
      level: "mid",
      source: "unsourced",
    }
    const first = weigh({ kind: "card", like: "", answers })
    assert.deepStrictEqual(
      first.missing.map(({ fact }) => fact),
      ["baseline_source"],
    )
    const told = { ...answers, baseline_source: "judgement: what is least" }
    const { errors, missing, tables: made } = weigh({ kind: "card", like: "", answers: told })
    assert.deepStrictEqual(missing, [])
    assert.strictEqual(errors, errorsOf(found))
    const rows = made.find(({ file }) => file === "coach/baselines.csv")?.rows
    assert.deepStrictEqual(
      rows?.map(({ cells }) => cells["network"]),
      ["any", "visa"],
    )
    const amount = { ...told, "cover.cancelTrip": "5000" }
    assert.deepStrictEqual(
      weigh({ kind: "card", like: "", answers: amount }).missing.map(({ fact }) => fact),
      ["cover.cancelTrip"],
    )
  })
})
