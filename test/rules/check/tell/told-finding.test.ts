import { assert, describe, it } from "@effect/vitest"
import type { Finding, FindingFacts, ShownTrip } from "../../../../core/check/finding.ts"
import type { PriceRow } from "../../../../core/check/price-rows.ts"
import { tableError } from "../../../../core/table/error.ts"
import { describeFinding, findingHints } from "../../../../core/check/tell/english.ts"
import { frenchAsWritten, tellInFrench } from "../../../../core/check/tell/french.ts"
import { toldFinding, toldMistake } from "../../../../rules/check/tell/told-finding.ts"
import { definitions } from "../../../../rules/tables/index.ts"

const file = "catalogue/tariffs.csv"
const region = { tariff: "br_retour", zone: "europe", age: "[65..69]" }
const witness = { tariff: "br_retour", zone: "europe", days: 9, age: 65 }
const doubtful = { column: "eur_rate", cell: "2.5", directive: "# meant column=eur_rate : " }
const at = (value: string, place: string, line: number) => ({ value, at: place, line })
const error = tableError(
  { file, line: 2, character: 1, column: "zone", cell: "europa" },
  { expected: { _tag: "OneOf", words: ["europe", "world"] } },
)

const trip: ShownTrip = {
  intent: "forTourism",
  days: 8,
  from: "FR",
  to: ["ES"],
  zone: "europe",
  ages: [35, 35],
  price: "1200.5 EUR",
  asked: ["cancellation"],
}

const priceRows: ReadonlyArray<PriceRow> = [
  { _tag: "Row", offer: 101, file, line: 3, does: { _tag: "OneAge" } },
  { _tag: "Row", offer: 101, file, line: 4, does: { _tag: "Surcharge", percent: -12.5 } },
  { _tag: "MoreRows", offer: 101, rows: 2 },
]

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
    conditions: [
      {
        column: "age",
        cell: ">120",
        allowed: { kind: "number", isWhole: true, minimum: 0, maximum: 120, mayBeUnknown: false },
      },
    ],
  },
  ShadowedRow: { _tag: "ShadowedRow", lines: [20, 21] },
  RepeatedRow: { _tag: "RepeatedRow", otherLine: 20 },
  RedundantColumn: { _tag: "RedundantColumn", column: "zone", empty: false },
  RedundantRow: { _tag: "RedundantRow" },
  MissingRow: {
    _tag: "MissingRow",
    values: { tariff: "br_retour" },
    otherwise: "countsAsNone",
    row: "br_retour,,,,?,?,?",
    directive: "# gap tariff=br_retour : ",
  },
  UnnamedRow: {
    _tag: "UnnamedRow",
    values: { tariff: "br_retour" },
    by: ["catalogue/offers.csv"],
    otherwise: "sellsNothing",
  },
  UnevenTexts: { _tag: "UnevenTexts", lacking: [{ column: "fr", values: ["target"] }] },
  ToldInEnglish: {
    _tag: "ToldInEnglish",
    key: "medical.met",
    expected: { _tag: "ShownValue", name: "target" },
  },
  StrayText: { _tag: "StrayText", key: "medical.meet" },
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
  CaseDiffers: {
    _tag: "CaseDiffers",
    name: "A week in Spain",
    table: "sandbox/tariffs.csv",
    answering: [7],
    differences: [{ column: "per_person", expected: "10.70", found: "(none)" }],
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
  MisreadLine: {
    _tag: "MisreadLine",
    printed: "Jusqu’à 5",
    expected: { state: "value", value: "5", isMapped: true },
    read: { state: "not_available", value: null, isMapped: false },
  },
  UnmappedLine: { _tag: "UnmappedLine", printed: "Selon devis", language: "fr", currency: "EUR" },
  RicherChoice: { _tag: "RicherChoice", chosen: "Gold", held: 9, other: "Silver", otherHeld: 7 },
  UndatedPage: { _tag: "UndatedPage", page: "https://bank.example/covers", covers: 3 },
  LowerCover: {
    _tag: "LowerCover",
    guarantee: "baggage",
    insurer: "Brindelune",
    offer: "Plus",
    covers: { _tag: "Written", text: "500 €" },
    lower: "Basic",
    lowerCovers: { _tag: "OnlyWith", option: "cancellation" },
    when: [],
    otherLine: 20,
  },
  BrokenPriceLaw: {
    _tag: "BrokenPriceLaw",
    law: "traveller",
    catalogue: "live",
    offers: ["Plus", "Groupe"],
    low: { offer: "Groupe", price: "80.50 EUR" },
    high: { offer: "Plus", price: "90.00 EUR" },
    part: "tariff",
    trip,
    after: { ...trip, ages: [35, 35, 8] },
    requests: [],
    because: priceRows,
    kinds: 3,
    intents: ["forTourism"],
  },
  NeedlessException: { _tag: "NeedlessException", law: "age", reason: "no children's price" },
  ImplausiblePrice: {
    _tag: "ImplausiblePrice",
    law: "length",
    insurer: "Brindelune",
    offers: ["Plus"],
    breach: {
      law: "length",
      low: {
        offer: "Plus",
        price: "8.50 EUR",
        travellers: 2,
        oldestAge: 35,
        days: 9,
        zone: "europe",
      },
      high: {
        offer: "Plus",
        price: "9.00 EUR",
        travellers: 2,
        oldestAge: 35,
        days: 8,
        zone: "europe",
      },
      highBeside: null,
      shareBps: 10_000,
    },
    part: "tariff",
    trip,
    because: priceRows.slice(0, 2),
    others: 2,
  },
  More: { _tag: "More", of: "Gap", others: 4 },
  Unknown: { _tag: "Unknown", question: "gaps", reason: { _tag: "Mistakes", files: [file] } },
}

const said = (facts: FindingFacts) => {
  const finding: Finding = { ...facts, file, line: 25, character: 1, hitPolicy: "unique" }
  return { ...toldFinding(finding, definitions.catalogueTariffs), finding }
}

/** French sets a space of its own before these, and inside of its quotes. */
const wrongSpaces = /[^\u00a0]:(?= )|[^\u202f];(?= )|[^\u202f][!?]|« | »/

describe("what is said of findings", () => {
  it.for(Object.entries(examples))("is written in both languages: %s", ([, facts]) => {
    const { detail, finding, title } = said(facts)
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
    const inFrench = tellInFrench(finding, frenchAsWritten)
    const files = [
      [describeFinding(finding), ...findingHints(finding)],
      [inFrench.says, ...inFrench.hints],
    ] as const
    assert.strictEqual(files[0].length, files[1].length)
    assert.notStrictEqual(files[0][0], files[1][0])
    for (const line of files.flat()) assert.notMatch(line, /undefined|null|NaN|\[object/)
  })

  it("tells the figure, the reason and what one can do", () => {
    const { detail, title } = said(examples.Conflict)
    assert.deepStrictEqual(
      { detail, title },
      {
        title: {
          en: "Rows 20 and 25 both apply, and disagree",
          fr: "Les lignes 20 et 25 s’appliquent, et se contredisent",
        },
        detail: {
          en: "Per person 30.05 or 48.07. Both apply to: age 65 to 69. Narrow one of them.",
          fr: "Par voyageur 30,05 ou 48,07. Les deux s’appliquent à\u00a0: âge 65 à 69 ans. Limitez l’une des deux.",
        },
      },
    )
    assert.strictEqual(
      said(examples.BrokenPromise).detail.fr,
      "Du jour 31 au jour 32, on passe de 86,76 à 82,02 (tarif br_retour, zone europe, âge 65 ans). La table promet que le chiffre ne baisse jamais.",
    )
  })

  it("counts in French as French does, and has percentages with a comma", () => {
    const jump = { ...examples.Jump, movedBps: 1_250, boundBps: 500 }
    const inFrench = (facts: FindingFacts) => said(facts).detail.fr
    assert.include(inFrench(jump), "12,5\u00a0%")
    assert.include(inFrench(jump), "5\u00a0% serait habituel")
    assert.include(inFrench({ ...jump, days: 1 }), "en 1 jour.")
    assert.include(inFrench({ ...jump, days: 2 }), "en 2 jours.")
    const covers = (count: number) => inFrench({ ...examples.UndatedPage, covers: count })
    assert.notStrictEqual(covers(1).replace("1", "2"), covers(2))
    // What declares a value as meant stands behind a colon with its own space.
    const [hint = ""] = tellInFrench(
      said(examples.MissingRow).finding,
      frenchAsWritten,
    ).hints.slice(-1)
    assert.strictEqual(hint, "ou, si c’est voulu\u00a0: # gap tariff=br_retour : raison")
    assert.include(inFrench(examples.MissingRow), "ou dites pourquoi c’est voulu.")
  })

  it("says of a mistake what may stand there", () => {
    assert.deepStrictEqual(toldMistake(error), {
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
