import { assert, describe, it } from "@effect/vitest"
import type { Finding, FindingFacts } from "../../../../../core/check/finding.ts"
import { tableError } from "../../../../../core/table/error.ts"
import { makeCheckedTexts } from "../../../../../http/workbench/server/check/checked-texts.ts"
import {
  findingWords,
  mistakeWords,
} from "../../../../../http/workbench/server/check/finding-words.ts"
import { dataTexts } from "../../../../support/checked-desk.ts"

const texts = makeCheckedTexts()(dataTexts)
const file = "catalogue/tariffs.csv"
const region = { tariff: "br_retour", zone: "europe", age: "[65..69]" }
const witness = { tariff: "br_retour", zone: "europe", days: 9, age: 65 }
const doubtful = { column: "eur_rate", cell: "2.5", directive: "# meant column=eur_rate : " }
const at = (value: string, place: string, line: number) => ({ value, at: place, line })
const error = tableError(
  { file, line: 2, character: 1, column: "zone", cell: "europa" },
  { expected: { _tag: "OneOf", words: ["europe", "world"] } },
)

/** One finding of every kind. */
const examples: { readonly [Tag in FindingFacts["_tag"]]: Extract<FindingFacts, { _tag: Tag }> } = {
  BadDirective: { _tag: "BadDirective", error },
  Gap: { _tag: "Gap", region, witness, row: "br_retour,europe,,[65..69],?,?,?", directive: null },
  StaleGap: { _tag: "StaleGap", why: "nobody over 64" },
  Conflict: {
    _tag: "Conflict",
    region,
    witness,
    otherLine: 20,
    differences: [{ column: "per_person", here: "48.07", there: "30.05" }],
  },
  Overlap: { _tag: "Overlap", region, witness, otherLine: 20 },
  ImpossibleRow: {
    _tag: "ImpossibleRow",
    conditions: [{ column: "age", cell: ">120", allowed: "whole numbers 0..120" }],
  },
  ShadowedRow: { _tag: "ShadowedRow", lines: [20, 21] },
  RepeatedRow: { _tag: "RepeatedRow", otherLine: 20 },
  RedundantColumn: { _tag: "RedundantColumn", column: "zone", empty: false },
  RedundantRow: { _tag: "RedundantRow" },
  MissingRow: {
    _tag: "MissingRow",
    values: { tariff: "br_retour" },
    otherwise: "it has no price",
    row: "br_retour,,,,?,?,?",
    directive: "# gap tariff=br_retour : ",
  },
  UnnamedRow: {
    _tag: "UnnamedRow",
    values: { tariff: "br_retour" },
    by: ["catalogue/offers.csv"],
    otherwise: "it sells nothing",
  },
  UnevenTexts: { _tag: "UnevenTexts", lacking: [{ column: "fr", values: ["target"] }] },
  BrokenPromise: {
    _tag: "BrokenPromise",
    sum: "per_person + per_person_per_day x days",
    never: "falls",
    over: "days",
    from: at("86.76", "31", 20),
    to: at("82.02", "32", 21),
    witness,
    otherLine: 21,
    lines: [21],
  },
  Outlier: {
    _tag: "Outlier",
    is: "above",
    times: 4,
    median: "1.2",
    others: 3,
    group: {},
    ...doubtful,
  },
  Jump: {
    _tag: "Jump",
    row: { code: "USD" },
    before: "1.13",
    base: "main",
    movedBps: 12_000,
    boundBps: 500,
    days: 3,
    limit: "rate_jump_max_bps",
    ...doubtful,
  },
  OldDay: {
    _tag: "OldDay",
    row: { code: "USD" },
    ageDays: 400,
    daysMax: 90,
    limit: "table_rates_days_max",
    others: 2,
    ...doubtful,
    cell: "2025-01-01",
  },
  StaleMeant: { _tag: "StaleMeant", why: "devalued" },
  MissingFile: {
    _tag: "MissingFile",
    column: "icon_file",
    cell: "sea.svg",
    folder: "icons",
    nearest: "seas.svg",
  },
  UntoldTerms: {
    _tag: "UntoldTerms",
    terms: ["day_limit"],
    table: "coach/cover_terms.csv",
    rows: [],
    ...doubtful,
  },
  UnreadCondition: {
    _tag: "UnreadCondition",
    column: "condition",
    cell: "on weekdays",
    clauses: ["on weekdays"],
  },
  MisreadLine: { _tag: "MisreadLine", printed: "Jusqu’à 5", expected: "5 EUR", read: "nothing" },
  UnmappedLine: { _tag: "UnmappedLine", printed: "Selon devis", language: "fr", currency: "EUR" },
  RicherChoice: { _tag: "RicherChoice", chosen: "Gold", held: 9, other: "Silver", otherHeld: 7 },
  LowerCover: {
    _tag: "LowerCover",
    guarantee: "baggage",
    insurer: "Brindelune",
    offer: "Plus",
    covers: "500 €",
    lower: "Basic",
    lowerCovers: "800 €",
    when: "",
    otherLine: 20,
  },
  BrokenPriceLaw: {
    _tag: "BrokenPriceLaw",
    law: "traveller",
    catalogue: "live",
    offers: ["Plus", "Groupe"],
    says: "a traveller more makes it cheaper",
    cause: "the tariff",
    trip: "8 days to Spain, 10 travellers of 35",
    after: "8 days to Spain, 11 travellers of 35",
    requests: [],
    because: [],
    kinds: 3,
    intents: ["forTourism"],
  },
  NeedlessException: { _tag: "NeedlessException", law: "age", reason: "no children's price" },
  ImplausiblePrice: {
    _tag: "ImplausiblePrice",
    law: "longer",
    insurer: "Brindelune",
    offers: ["Plus"],
    says: "a longer trip costs less",
    cause: "the tariff",
    trip: "8 days to Spain",
    because: [],
    others: 2,
  },
  More: { _tag: "More", of: "Gap", others: 4 },
  Unknown: { _tag: "Unknown", question: "gaps", reason: { _tag: "Mistakes", files: [file] } },
}

const said = (facts: FindingFacts) => {
  const finding: Finding = { ...facts, file, line: 25, character: 1, hitPolicy: "unique" }
  return findingWords(finding, texts)
}

/** French sets a space of its own before these, and inside of its quotes. */
const wrongSpaces = /[^\u00a0]:(?= )|[^\u202f];(?= )|[^\u202f][!?]|« | »/

describe("what is said of findings", () => {
  it.for(Object.entries(examples))("is written in both languages: %s", ([, facts]) => {
    const { detail, title } = said(facts)
    for (const { en, fr } of [title, detail]) {
      assert.notStrictEqual(en, fr)
      for (const sentence of [en, fr]) {
        assert.match(sentence, /^[\p{Lu}\p{N}“«a-z]/u)
        assert.notMatch(sentence, /undefined|null|NaN|\[object/)
      }
      assert.notMatch(fr, wrongSpaces)
    }
    assert.match(detail.en, /[.?]$/)
    assert.match(detail.fr, /[.?]$/)
    assert.notMatch(title.en, /\.$/)
  })

  it("tells the figure, the reason and what one can do", () => {
    assert.deepStrictEqual(said(examples.Conflict), {
      title: {
        en: "Overlap: rows 20 and 25",
        fr: "Chevauchement\u00a0: lignes 20 et 25",
      },
      detail: {
        en: "Both apply to age 65 to 69, and disagree: per person 30.05 or 48.07. Narrow one of them.",
        fr: "Les deux s’appliquent (âge 65 à 69 ans) et se contredisent\u00a0: par voyageur 30,05 ou 48,07. Limitez l’une des deux.",
      },
    })
    assert.strictEqual(
      said(examples.BrokenPromise).detail.fr,
      "Du jour 31 au jour 32, on passe de 86,76 à 82,02 (tarif br_retour, zone europe, âge 65 ans). La table promet que le chiffre ne baisse jamais.",
    )
  })

  it("says of a mistake what may stand there", () => {
    assert.deepStrictEqual(mistakeWords(error), {
      title: {
        en: "“europa” is no zone",
        fr: "«\u00a0europa\u00a0» ne va pas sous «\u00a0zone\u00a0»",
      },
      detail: {
        en: "What may stand there: one of europe, world.",
        fr: "Ce qui peut s’y trouver\u00a0: l’une de ces valeurs, europe, world.",
      },
    })
  })
})
