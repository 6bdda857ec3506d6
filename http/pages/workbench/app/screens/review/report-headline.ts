import type { ReviewReport } from "../../../protocol/review.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { sizeText } from "../../panels/day-words.ts"
import { figuresWords } from "./figures-words.ts"

const moneyLine = ({ cheaper, dearer, moves }: ReviewReport): string => {
  const words = inWords(figuresWords).headline
  const most = sizeText(moves?.most ?? 0)
  const least = sizeText(moves?.least ?? 0)
  if (dearer === 0) return words.cheaperAlone(numberText(cheaper), least)
  const up = words.dearer(numberText(dearer), most)
  return cheaper === 0 ? up : `${up}; ${words.cheaper(numberText(cheaper), least)}`
}

/** The change in one line: what it does to prices, else what else it does. */
export const headlineOf = (report: ReviewReport): string => {
  const words = inWords(figuresWords).headline
  if (report.tables.length === 0) return words.nothing
  if (report.dearer + report.cheaper > 0) return moneyLine(report)
  const [offer] = report.offers
  if (offer !== undefined && offer.gone > 0) return words.gone(offer.title)
  if (offer !== undefined && offer.come > 0) return words.come(offer.title)
  if (report.arguments.length > 0) return words.arguments(numberText(report.arguments.length))
  if (report.changed > 0) return words.situations(numberText(report.changed))
  if (report.texts.length > 0) return words.texts(numberText(report.texts.length))
  return words.tables(report.tables.length)
}

/** The sentences below the line: in how many situations, and what becomes of first places and arguments. */
export const ledeOf = (report: ReviewReport): string => {
  const words = inWords(figuresWords).lede
  if (report.tables.length === 0 || report.unavailable !== null) return ""
  const standings = report.standings.slice(0, 2).map(({ gained, lost, title }) => {
    if (lost === 0) return words.gains(title, numberText(gained))
    if (gained === 0) return words.loses(title, numberText(lost))
    return words.both(title, numberText(lost), numberText(gained))
  })
  return [
    ...(report.releases.length === 0 ? [] : [words.released(report.releases.join(", "))]),
    words.share(numberText(report.changed), numberText(report.situations)),
    ...(standings.length === 0 ? [words.noPlaces] : standings),
    ...(report.arguments.length === 0 ? [words.noArguments] : []),
  ].join(" ")
}
