import type { FieldImpact } from "../impact/impact.ts"
import type { ImpactReport } from "./diff-report.ts"
import { offerTitle } from "./diff-summary.ts"

/** Fields that the summary tells: prices, their order, and arguments. */
const told =
  /^(?:(?:quote|live)\.offers(?:\.\d+\.(?:price\..*|position))?|bilan\.bilan\.(?:arguments(?:\..*)?|argumentCount))$/

const offerField = /^(?:quote|live)\.offers\.(\d+)\.(.+)$/

const spaced = (path: string): string =>
  path
    .split(".")
    .map((part) =>
      part.replaceAll(
        /([a-z])([A-Z])/g,
        (_, left, right) => `${left} ${String(right).toLowerCase()}`,
      ),
    )
    .join(", ")

const guaranteeWords = (impact: ImpactReport, path: string): string => {
  const [slug = "", ...rest] = path.split(".")
  return [impact.titles.guarantees[slug] ?? spaced(slug), ...rest.map(spaced)].join(", ")
}

/**
 * What a field of an outcome is called: `Escapade Essentielle (Brindelune Assurances): baggage, value`.
 */
export const fieldWords = (impact: ImpactReport, field: string): string => {
  const [, id, rest = ""] = offerField.exec(field) ?? []
  if (id !== undefined) {
    const words = rest.startsWith("guarantees.")
      ? guaranteeWords(impact, rest.slice("guarantees.".length))
      : spaced(rest)
    return `${offerTitle(impact, id)}: ${words}`
  }
  if (field.startsWith("bilan.card.guarantees.")) {
    return `gap of the card: ${guaranteeWords(impact, field.slice("bilan.card.guarantees.".length))}`
  }
  if (field.startsWith("live.")) return `live quote: ${spaced(field.slice("live.".length))}`
  if (field.startsWith("quote.")) return `sandbox quote: ${spaced(field.slice("quote.".length))}`
  return `bilan: ${spaced(field.replace(/^bilan\.(?:bilan\.)?/, ""))}`
}

/** The fields that change and that the summary does not tell; not those of offers that come or go as a whole. */
export const otherFields = (impact: ImpactReport): ReadonlyArray<FieldImpact> => {
  const whole = new Map(
    impact.offers.map(({ come, gone, offerId }) => [String(offerId), come + gone]),
  )
  return impact.fields.filter(({ field, situations }) => {
    if (told.test(field)) return false
    const id = offerField.exec(field)?.[1]
    return id === undefined || situations > (whole.get(id) ?? 0)
  })
}
