import * as Result from "effect/Result"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { medicalSlug } from "../../coach/card/products.ts"
import type { CoachRefusal } from "../../coach/coach-refusal.ts"
import type { BilanResponse, RawMoney, RawValue } from "../../coach/response.ts"
import type { Explained, Explanation } from "../../explanation/explanation.ts"
import type { WorkbenchSituation } from "./situation.ts"
import type { AmountView, BilanView, MedicalView, RowCited } from "./traveller-view.ts"
import type { PreparedVersion } from "./compared-offers.ts"
import type { Sentence } from "../../../core/sentence.ts"
import type { RenderedBilan } from "../../messages/render.ts"

/** A bilan in finished sentences of both languages. */
interface Rendered {
  readonly en: RenderedBilan
  readonly fr: RenderedBilan
}

const inBoth = ({ en, fr }: { en: string | null; fr: string | null }): Sentence | null =>
  en === null || fr === null ? null : { en, fr }

/** The rows behind the figures that begin with one of some paths, each once, in their order. */
const rowsBehind = (
  explanation: Explanation,
  paths: ReadonlyArray<string>,
): ReadonlyArray<RowCited> => {
  const found = new Map<string, RowCited>()
  for (const path of paths) {
    for (const { because, figure } of explanation) {
      const isIn = figure === path || figure.startsWith(`${path}.`)
      if (!isIn) continue
      for (const row of because) {
        const key = `${row.file}:${row.line}`
        if (!found.has(key)) found.set(key, row)
      }
    }
  }
  return [...found.values()]
}

const isMoney = (value: RawValue | undefined): value is RawMoney =>
  typeof value === "object" && "currency" in value

/** What the card pays for care at most, in the currency of the target; null where nobody knows. */
const ceilingOf = ({ bilan, card }: BilanResponse, currency: CurrencyCode): AmountView | null => {
  const told = bilan.medical.values["cardValue"]
  if (isMoney(told)) return told
  const gap = card.guarantees[medicalSlug]
  if (gap?.badge === "missing") return { value: 0, currency }
  const value = gap?.value ?? null
  return value === null || card.currency !== currency ? null : { value, currency }
}

const medicalView = (
  { answer, explanation }: Explained<BilanResponse>,
  { en, fr }: Rendered,
  currency: CurrencyCode,
): MedicalView => {
  const { medical } = answer.bilan
  const ceiling = ceilingOf(answer, currency)
  const gap = answer.card.guarantees[medicalSlug]
  const short = ceiling === null ? "unverified" : "insufficient"
  return {
    sentence: inBoth({ en: en.medical, fr: fr.medical }),
    badge: gap?.badge ?? (medical.ceilingOk ? "held" : short),
    target: { value: medical.targetValue, currency },
    ceiling,
    because: rowsBehind(explanation, [
      "bilan.medical.targetValue",
      "bilan.medical.ceilingOk",
      "bilan.medical.key",
    ]),
  }
}

const gapViews = (explanation: Explanation, { en, fr }: Rendered): BilanView["gaps"] =>
  en.gaps.flatMap((gap) => {
    const french = fr.gaps.find(({ slug }) => slug === gap.slug)
    if (french === undefined) return []
    return {
      slug: gap.slug,
      badge: gap.badge,
      label: { en: gap.label, fr: french.label },
      sentence: { en: gap.sentence, fr: french.sentence },
      because: rowsBehind(explanation, [`card.guarantees.${gap.slug}`]),
    }
  })

const argumentViews = (
  { answer, explanation }: Explained<BilanResponse>,
  { en, fr }: Rendered,
): BilanView["arguments"] =>
  en.arguments.flatMap((argument) => {
    const french = fr.arguments.find(({ id }) => id === argument.id)
    const place = answer.bilan.arguments.findIndex(({ id }) => id === argument.id)
    if (french === undefined) return []
    const both = (part: "fact" | "figure" | "hook" | "pitch"): Sentence => ({
      en: argument[part],
      fr: french[part],
    })
    return {
      id: argument.id,
      strength: argument.strength,
      figure: both("figure"),
      hook: both("hook"),
      fact: both("fact"),
      pitch: both("pitch"),
      because: rowsBehind(explanation, [`bilan.arguments[${place}]`]),
    }
  })

/** The reading of a card by one version of the tables, in both languages, with the rows behind it. */
export const bilanView = (
  version: PreparedVersion,
  request: WorkbenchSituation["bilan"],
): Result.Result<BilanView, CoachRefusal> =>
  Result.map(version.coach().explainBilan(request), (explained): BilanView => {
    const { answer, explanation } = explained
    const render = version.render()
    const rendered: Rendered = {
      en: render(answer, { lang: "en" }),
      fr: render(answer, { lang: "fr" }),
    }
    const { en, fr } = rendered
    const currency = version.tables.coachMarkets.get(answer.meta.market)?.currency ?? "EUR"
    return {
      headlineKey: answer.bilan.headline.key,
      headline: inBoth({ en: en.headline, fr: fr.headline }),
      headlineBecause: rowsBehind(explanation, ["bilan.headline"]),
      shouldSell: answer.bilan.shouldSell,
      medical: medicalView(explained, rendered, currency),
      gaps: gapViews(explanation, rendered),
      arguments: argumentViews(explained, rendered),
      social: inBoth({ en: en.social, fr: fr.social }),
      warnings: answer.meta.warnings,
      unknown: [...new Set([...en.unknown, ...fr.unknown])],
    }
  })
