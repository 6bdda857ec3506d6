import { assert, describe, it } from "@effect/vitest"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import type { FillText } from "../../../rules/messages/read-text.ts"
import { makeBilanRenderer } from "../../../rules/messages/render.ts"
import { shippedTables } from "../../support/tables.ts"
import { bilanOf } from "../coach/support.ts"

/** A format that shows the text with its values behind it; values in `<>` are needed. */
const plain = (text: string): FillText => {
  const needed = [...text.matchAll(/\{(\w+)[,}]/g)].map((found) => found[1] ?? "")
  return (values) =>
    needed.some((name) => values[name] === undefined)
      ? undefined
      : `${text} | ${JSON.stringify(values)}`
}

const response = bilanOf({ residence: "FR", destinations: ["US"], card: { none: true } })

const withBilan = (bilan: Partial<BilanResponse["bilan"]>): BilanResponse => ({
  ...response,
  bilan: { ...response.bilan, ...bilan },
})

const render = makeBilanRenderer({ texts: shippedTables, format: plain })

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
        headline: { key: "coach.headline.of_tomorrow", vars: {}, values: {} },
        social: { pct: 1, subjectKey: "coach.social.of_tomorrow", vars: {}, values: {} },
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
    const odd = { ...gap, badge: "odd" } as unknown as typeof gap
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
      ...withBilan({ headline: { key: "constructor", vars: {}, values: {} } }),
      card: { ...response.card, guarantees: { toString: gap } },
    })
    assert.deepStrictEqual([...rendered.unknown].sort(), ["constructor", "toString"])
  })

  it("shows a guarantee by its name, and one that it does not know by its slug", () => {
    const messageKeys = {
      hook: "coach.argument.condition_day_limit.hook",
      fact: "coach.argument.condition_day_limit.fact",
      pitch: "coach.argument.condition_day_limit.pitch",
    }
    const vars = { basis: "card", guarantee: "cancelTrip", limit: "90 jours" }
    const named = { ...first, id: "named", messageKeys, vars }
    const unnamed = { ...named, vars: { ...vars, guarantee: "teleportation" } }
    const facts = render(withBilan({ arguments: [named, unnamed] })).arguments.map(
      ({ fact }) => fact,
    )
    const name = shippedTables.messageGuarantees.get("cancelTrip")?.fr ?? "none"
    assert.include(facts[0] ?? "", `"guarantee":${JSON.stringify(`${name} | {}`)}`)
    assert.include(facts[1] ?? "", `"guarantee":"teleportation"`)
  })

  it("tells the medical ceiling by whether there is a card and whether it is met", () => {
    const told = (origin: "none" | "exact", ceilingOk: boolean): string | null => {
      const medical = { ...response.bilan.medical, ceilingOk }
      const card = { ...response.card, origin }
      return render({ ...withBilan({ medical }), card }, { lang: "en" }).medical
    }
    const start = (key: string): string => shippedTables.messageMedical.get(key)?.en ?? "none"
    assert.isTrue(told("none", false)?.startsWith(start("no_card")))
    assert.isTrue(told("exact", false)?.startsWith(start("not_met")))
    assert.isTrue(told("exact", true)?.startsWith(start("met")))
  })
})
