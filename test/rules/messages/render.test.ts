import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { compileText } from "../../../http/messages/icu.ts"
import type { Argument, BilanResponse, Gap } from "../../../rules/coach/response.ts"
import type { FillText } from "../../../rules/messages/read-text.ts"
import {
  makeBilanRenderer,
  type RenderedArgument,
  type RenderOptions,
} from "../../../rules/messages/render.ts"
import type { SourcedReason } from "../../../rules/messages/source-lines.ts"
import { shippedTables } from "../../support/tables.ts"

/** A format that shows the text with its values behind it; values in `<>` are needed. */
const plain = (text: string): FillText => {
  const needed = [...text.matchAll(/\{(\w+)[,}]/g)].map((found) => found[1] ?? "")
  return (values) =>
    needed.some((name) => values[name] === undefined)
      ? undefined
      : `${text} | ${JSON.stringify(values)}`
}

const [{ answer }] = JSON.parse(
  readFileSync(new URL("../../vectors/sentences/bilans.json", import.meta.url), "utf8"),
) as readonly [{ readonly answer: BilanResponse }]

const noCover: Gap = {
  state: "not_available",
  covered: false,
  value: null,
  recommendedValue: 30000,
  badge: "missing",
  key: "missing_recommended",
  vars: {},
  values: {},
}

/** Values for texts that tell nothing. */
const noTelling = { vars: {}, values: {} }

const response: BilanResponse = {
  ...answer,
  card: { ...answer.card, guarantees: { cancelTrip: noCover } },
}

const withBilan = (bilan: Partial<BilanResponse["bilan"]>): BilanResponse => ({
  ...response,
  bilan: { ...response.bilan, ...bilan },
})

const render = makeBilanRenderer({ texts: shippedTables, format: plain })

/** The same with the sentences that people read. */
const words = makeBilanRenderer({ texts: shippedTables, format: compileText })

const [first, ...others] = response.bilan.arguments
assert.isDefined(first)

describe("rendering a bilan", () => {
  it("speaks the language of the bilan unless another is asked for", () => {
    const { key } = response.bilan.headline
    const text = shippedTables.messageHeadlines.get(key)
    assert.strictEqual(response.meta.lang, "fr")
    assert.strictEqual(render(response).lang, "fr")
    assert.isTrue(render(response).headline?.startsWith(text?.fr.slice(0, 10) ?? "none"))
    assert.strictEqual(render(response, { lang: "en" }).lang, "en")
    assert.isTrue(
      render(response, { lang: "en" }).headline?.startsWith(text?.en.slice(0, 10) ?? "none"),
    )
  })

  it("speaks English where there are no texts in the language of a newer server", () => {
    const meta = { ...response.meta, lang: "es" as "en" }
    assert.strictEqual(render({ ...response, meta }).lang, "en")
  })

  it("compiles each text once for each language", () => {
    const compiled: Array<string> = []
    const counting = makeBilanRenderer({
      texts: shippedTables,
      format: (text, language) => {
        compiled.push(`${language} ${text}`)
        return plain(text)
      },
    })
    const [one, two, english] = [
      counting(response),
      counting(response),
      counting(response, { lang: "en" }),
    ]
    assert.deepStrictEqual(one, two)
    assert.strictEqual(english.arguments.length, one.arguments.length)
    const languages = new Set(compiled.map((each) => each.slice(0, 2)))
    assert.deepStrictEqual([...languages], ["fr", "en"])
    const half = compiled.filter((each) => each.startsWith("fr"))
    counting(response)
    assert.deepStrictEqual(
      compiled.filter((each) => each.startsWith("fr")),
      half,
    )
  })

  it("leaves out an argument of a newer server, by id, and keeps the others in order", () => {
    const keys = { ...first.messageKeys, pitch: "coach.argument.of_tomorrow.pitch" }
    const newer = { ...first, id: "of_tomorrow", messageKeys: keys }
    const rendered = render(withBilan({ arguments: [newer, ...others] }))
    assert.deepStrictEqual(rendered.unknown, ["of_tomorrow"])
    assert.deepStrictEqual(
      rendered.arguments.map(({ id }) => id),
      others.map(({ id }) => id),
    )
  })

  it("leaves out an argument whose value is missing", () => {
    const shown = response.bilan.arguments.find(({ vars }) => vars["basis"] !== undefined)
    assert.isDefined(shown)
    const { basis: _, ...vars } = shown.vars
    const rendered = render(withBilan({ arguments: [{ ...shown, vars }] }))
    assert.deepStrictEqual(rendered.unknown, [shown.id])
    assert.deepStrictEqual(rendered.arguments, [])
  })

  it("gives null for a headline and social proof that it does not know", () => {
    const rendered = render(
      withBilan({
        headline: { key: "coach.headline.of_tomorrow", ...noTelling },
        social: { pct: 1, subjectKey: "coach.social.of_tomorrow", ...noTelling },
      }),
    )
    assert.isNull(rendered.headline)
    assert.isNull(rendered.social)
    assert.deepStrictEqual(rendered.unknown, [
      "coach.headline.of_tomorrow",
      "coach.social.of_tomorrow",
    ])
  })

  it("leaves out a gap in a guarantee or with a badge that it does not know", () => {
    const gap = response.card.guarantees["cancelTrip"]
    assert.isDefined(gap)
    const odd = { ...gap, badge: "odd", key: "odd" } as unknown as typeof gap
    const guarantees = { cancelTrip: gap, teleportation: gap, privateRc: odd }
    const rendered = render({ ...response, card: { ...response.card, guarantees } })
    assert.deepStrictEqual(
      rendered.gaps.map(({ slug }) => slug),
      ["cancelTrip"],
    )
    assert.deepStrictEqual(rendered.unknown, ["teleportation", "privateRc"])
  })

  it("leaves out what has the name of something that every object has", () => {
    const gap = response.card.guarantees["cancelTrip"]
    assert.isDefined(gap)
    const rendered = render({
      ...withBilan({ headline: { key: "constructor", ...noTelling } }),
      card: { ...response.card, guarantees: { toString: gap } },
    })
    assert.deepStrictEqual([...rendered.unknown].sort(), ["constructor", "toString"])
  })

  const argument = (id: string, told: object): Argument => ({
    ...first,
    id,
    messageKeys: {
      hook: `coach.argument.${id}.hook`,
      fact: `coach.argument.${id}.fact`,
      pitch: `coach.argument.${id}.pitch`,
    },
    ...noTelling,
    ...told,
  })

  const rendered = (id: string, told: object, options: RenderOptions = {}): RenderedArgument => {
    const [only] = words(withBilan({ arguments: [argument(id, told)] }), options).arguments
    assert.isDefined(only, id)
    return only
  }

  it("prints amounts, measures and places from raw values in the language asked", () => {
    const told = {
      figure: "345 000 €",
      vars: {
        basis: "range",
        converted: "false",
        costs: "known",
        cardValue: "155 000 €",
        recommended: "500 000 €",
        shortfall: "345 000 €",
        inPlace: "aux États-Unis",
      },
      values: {
        cardValue: { value: 155000, currency: "EUR" },
        recommended: { value: 500000, currency: "EUR" },
        shortfall: { value: 345000, currency: "EUR" },
        inPlace: "US",
      },
    }
    const english = rendered("medical_shortfall_top", told, { lang: "en" })
    assert.strictEqual(english.figure, "€345,000")
    assert.strictEqual(
      english.fact,
      "Cards of this kind usually cover €155,000 of care abroad; our benchmark in the United States is €500,000: a possible gap of €345,000.",
    )
  })

  it("shows the values of an older answer as they are", () => {
    const vars = { basis: "card", converted: "false", inPlace: "at sea", target: "5 €" }
    const { fact, figure } = rendered("medical_missing", { figure: "5 €", vars }, { lang: "en" })
    assert.strictEqual(figure, "5 €")
    assert.match(fact, /Our benchmark at sea: 5 €\.$/)
  })

  it("says that a place is there where it has no name for it", () => {
    const told = { vars: { basis: "card", target: "5 €" }, values: { inPlace: "ZZ" } }
    assert.match(rendered("medical_missing", told, { lang: "en" }).fact, /benchmark there: 5 €/)
    assert.match(rendered("medical_missing", told, { lang: "fr" }).fact, /repère sur place\s: 5 €/)
  })

  it("speaks the English of North America in the markets us and ca", () => {
    const told = { vars: { basis: "card" } }
    const hookIn = (market: "us" | "ca" | "sg" | "fr"): string => {
      const answer = withBilan({ arguments: [argument("repatriation_unverified", told)] })
      const spoken = words({ ...answer, meta: { ...answer.meta, market } }, { lang: "en" })
      return spoken.arguments[0]?.hook ?? "none"
    }
    assert.strictEqual(hookIn("us"), "Medical evacuation: to be confirmed in the guide")
    assert.strictEqual(hookIn("ca"), hookIn("us"))
    assert.strictEqual(hookIn("sg"), "Repatriation: to be confirmed in the booklet")
    assert.strictEqual(hookIn("fr"), hookIn("sg"))
  })

  it("opens with one term where two would be longer than 60 characters", () => {
    const hookOf = (...terms: ReadonlyArray<object>): string =>
      rendered("conditions_voyage", {
        vars: { basis: "country", cover: "stayInterruption", terms },
      }).hook
    assert.strictEqual(
      hookOf({ term: "listed_causes" }, { term: "paid_with_card" }).length,
      "Interruption de séjour : motifs limités".length,
    )
    assert.match(
      hookOf({ term: "listed_causes" }, { term: "day_limit" }),
      /limités, durée limitée$/,
    )
  })

  it("leaves a term out that it does not know, and one that lacks its amount", () => {
    const vars = {
      basis: "card",
      cover: "hospitalFeesAbroad",
      terms: [{ term: "of_tomorrow" }, { term: "deductible" }, { term: "emergency_only" }, 7],
    }
    const { fact } = rendered("conditions_sante", { vars }, { lang: "en" })
    assert.match(fact, /: urgent care only\.$/)
    const nothing = withBilan({
      arguments: [argument("conditions_sante", { vars: { ...vars, terms: [] } })],
    })
    assert.deepStrictEqual(words(nothing).unknown, ["conditions_sante"])
  })

  it("counts the covers that a list leaves out", () => {
    const covers = ["directBilling", "privateRc", "stayInterruption"]
    const told = { vars: { basis: "card", covers, coverCount: 3 } }
    assert.match(
      rendered("friends_not_insured", told, { lang: "fr" }).fact,
      /: paiement direct de l’hôpital, responsabilité civile et\s1\sautre\.$/,
    )
    const one = { vars: { basis: "card", covers: ["cancelTrip"], coverCount: 1 } }
    assert.match(
      rendered("friends_not_insured", one, { lang: "en" }).fact,
      /Cover concerned: cancellation\.$/,
    )
  })

  it("says that a headline's place is there where its name makes it longer than 70", () => {
    const headline = (target: number): BilanResponse =>
      withBilan({
        headline: {
          key: "coach.headline.target_met_unverified",
          vars: {},
          values: { inPlace: "NZ", target: { value: target, currency: "EUR" } },
        } as BilanResponse["bilan"]["headline"],
      })
    const short = words(headline(100), { lang: "fr" }).headline ?? ""
    assert.include(short, "en Nouvelle-Zélande")
    assert.isAtMost(short.length, 70)
    const long = words(headline(30000000000), { lang: "fr" }).headline ?? ""
    assert.include(long, "sur place")
  })

  it("tells the medical ceiling by how the card stands to it", () => {
    const told = (
      origin: "none" | "exact",
      ceilingOk: boolean,
      gap?: Partial<Gap>,
      key?: string,
    ): string | null => {
      const medical = {
        ...response.bilan.medical,
        ceilingOk,
        vars: { basis: "card", cardValue: "7 €", inPlace: "there" },
        values: {},
        key,
      } as BilanResponse["bilan"]["medical"]
      const guarantees: Readonly<Record<string, Gap>> =
        gap === undefined ? {} : { hospitalFeesAbroad: { ...noCover, ...gap } }
      const headline = { ...response.bilan.headline, key: "coach.headline.enough" }
      const answer = withBilan({ medical, headline })
      return words({ ...answer, card: { ...response.card, origin, guarantees } }, { lang: "en" })
        .medical
    }
    assert.match(told("none", false) ?? "", /yours to plan for/)
    assert.match(told("exact", false) ?? "", /Ceiling we found for your card: 7 €/)
    assert.match(told("exact", true) ?? "", /^Ceiling we found for your card: 7 €/)
    assert.match(told("exact", false, { badge: "missing" }) ?? "", /your card covers none/)
    assert.match(told("exact", false, { badge: "unverified" }) ?? "", /unverified/)
    assert.match(told("exact", false, { badge: "insufficient" }) ?? "", /unverified/)
    assert.match(told("exact", true, undefined, "domestic") ?? "", /^No benchmark “abroad”/)
  })

  it("says nothing of other cards beside a warning against the trip", () => {
    const vars = { destinationName: "Ukraine" }
    const warned = words(
      withBilan({
        headline: { ...response.bilan.headline, key: "coach.headline.travel_warning", vars },
      }),
    )
    assert.isNull(warned.social)
    assert.notInclude(warned.unknown, response.bilan.social.subjectKey)
  })

  it("names the pages behind an argument, of when they are and how sure", () => {
    const told = { vars: { basis: "card" } }
    const because: ReadonlyArray<SourcedReason> = [
      { file: "coach/arguments.csv", line: 2, says: "a rule", source: "https://a.example/" },
      {
        file: "coach/benefits.csv",
        line: 3,
        says: "a cover",
        source: "https://www.b.example/x?y",
        asOf: "2018",
        confidence: "medium",
      },
    ]
    const sources = (today: string, reasons = because): ReadonlyArray<string> | undefined =>
      rendered(
        "cancellation_conditional",
        { ...told, vars: { ...told.vars, terms: [{ term: "listed_causes" }] } },
        {
          lang: "en",
          today,
          explanation: [{ figure: "bilan.arguments[0].figure", value: null, because: reasons }],
        },
      ).sources
    const line = "Read for this card: b.example, 2018 (press or comparison site)."
    assert.deepStrictEqual(sources("2021-12-31"), [line])
    assert.deepStrictEqual(sources("2022-01-01"), [
      `${line} Old source (2018): cover may have changed since.`,
    ])
    assert.deepStrictEqual(
      sources("2026-01-01", [
        { file: "coach/benefits.csv", line: 3, says: "unknown", source: "unsourced" },
      ]),
      ["No source found. No proof of cover is not proof of no cover."],
    )
  })
})
