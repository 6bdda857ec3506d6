import * as Result from "effect/Result"
import { engineOf, type PreparedVersion } from "./compared-offers.ts"
import type { NotShown, TravellerAsked } from "./traveller-view.ts"
import { cardModes } from "../../coach/coach-vocabulary.ts"
import { offlineContext } from "../../coach/offline.ts"
import type { WhyNotAnswer, WhyNotReason } from "../../explanation/why-not.ts"
import type { CatalogueOffer } from "../../pricing/catalogue.ts"
import type { QuotePlan } from "../../pricing/plan.ts"
import { prepareWhyNoOffer } from "../../pricing/why-not.ts"
import { definitionsIn } from "../../tables/index.ts"
import { wordsOfSources } from "../../tables/compare-versions.ts"
import { readQuoteRequest } from "../../trip/request.ts"
import type { Sentence } from "../../../core/sentence.ts"
import { corpusLinks } from "../../impact/situation-answers.ts"
import { prepareBilanWhyNot } from "../../coach/why-not.ts"
import { standInValues } from "../../messages/read-text.ts"
import { tripRating } from "../../pricing/rating.ts"

type Sources = ReadonlyMap<string, string>

const changesOf = (reasons: ReadonlyArray<WhyNotReason>): NotShown["changes"] =>
  (reasons.find(({ changes }) => changes !== undefined)?.changes ?? []).map(
    ({ fact, now, would }) => ({ fact, now, would }),
  )

const rowsOf = ({ reasons }: WhyNotAnswer): NotShown["because"] =>
  reasons.map(({ file, line, says }) => ({ file, line, says }))

/** Why an offer has no price: the code of its rating, or what the reasons are about. */
const whyOfOffer = (
  version: PreparedVersion,
  { catalogue }: Pick<TravellerAsked, "catalogue">,
  { facts, guarded, rates, selection, trip }: QuotePlan,
  offer: CatalogueOffer,
  { reasons }: WhyNotAnswer,
): string => {
  if (reasons.some(({ file }) => file.endsWith("magic.csv"))) return "rehearsed"
  if (!selection.matched.includes(offer)) {
    return changesOf(reasons).length > 0 ? "change" : "never"
  }
  if (guarded?.refused.has(offer) === true) return "refused"
  if (offer.row.soldByRedirect) return "redirect"
  if (guarded?.referred.has(offer) === true) return "referred"
  const { pieces } = engineOf(version, catalogue)
  const rating = tripRating(pieces.tables, { trip, facts, rates })(offer)
  return typeof rating === "string" ? rating : "no_amount"
}

/** The offers of a catalogue that a trip is not shown, by the version after. */
const offersNotShown = (
  version: PreparedVersion,
  sources: Sources,
  asked: TravellerAsked,
): ReadonlyArray<NotShown> => {
  const read = readQuoteRequest(asked.situation.quote, version.vocabulary())
  if (Result.isFailure(read)) return []
  const engine = engineOf(version, asked.catalogue)
  const { trip } = read.success
  const plan = engine.plan(trip, version.rates())
  const priced = engine.price(trip, version.terms(), corpusLinks)
  const answer = Result.isSuccess(priced) ? priced.success : undefined
  const whyNot = prepareWhyNoOffer(
    engine,
    wordsOfSources(Object.values(definitionsIn(sources)), sources),
  )
  return [...engine.pieces.offers.values()].flatMap((offer): ReadonlyArray<NotShown> => {
    const found = whyNot(trip, plan, answer, offer)
    if (found.told) return []
    const name = `${offer.row.name} ${offer.row.plan}`
    return [
      {
        kind: "offer",
        id: found.id,
        name: { en: name, fr: name },
        why: whyOfOffer(version, asked, plan, offer, found),
        changes: changesOf(found.reasons),
        request: null,
        because: rowsOf(found),
      },
    ]
  })
}

/** What keeps an argument out, by the table that its first reason stands in. */
const whyOfArgument = ({ tables }: PreparedVersion, { reasons }: WhyNotAnswer): string => {
  const [first] = reasons
  if (first === undefined) return "never"
  if (first.changes !== undefined) return "change"
  if (first.file === tables.argumentRelations.file) return "gives_way"
  if (first.file === tables.limits.file) return "cut"
  return first.says.startsWith("applies") ? "no_value" : "never"
}

/** The arguments that a bilan does not tell, by the version after. */
const argumentsNotShown = (
  version: PreparedVersion,
  sources: Sources,
  { situation }: TravellerAsked,
  today: string,
): ReadonlyArray<NotShown> => {
  const wordsOf = wordsOfSources(Object.values(definitionsIn(sources)), sources)
  const { read, whyNotIn } = prepareBilanWhyNot(version.tables, wordsOf)
  const asked = read(situation.bilan, cardModes)
  if (Result.isFailure(asked)) return []
  const whyNot = whyNotIn(asked.success, offlineContext("", today))
  const ids = new Set(version.tables.coachArguments.rows.map(({ id }) => id))
  return [...ids].flatMap((id): ReadonlyArray<NotShown> => {
    const found = whyNot(id)
    if (found.told) return []
    return [
      {
        kind: "argument",
        id,
        name: argumentName(version, id),
        why: whyOfArgument(version, found),
        changes: changesOf(found.reasons),
        request: found.request ?? null,
        because: rowsOf(found),
      },
    ]
  })
}

/** Everything that a traveller is not shown, and why not: offers, then arguments. */
export const notShown = (
  version: PreparedVersion,
  sources: Sources,
  asked: TravellerAsked,
  today: string,
): ReadonlyArray<NotShown> => [
  ...offersNotShown(version, sources, asked),
  ...argumentsNotShown(version, sources, asked, today),
]

const hookIn = (
  { format }: PreparedVersion,
  text: string,
  language: "en" | "fr",
): string | undefined => {
  const hook = format(text, language)(standInValues(text))
  // A text of nothing but values names nothing.
  const says = hook?.replaceAll(/[\s:…]/g, "") ?? ""
  return says === "" ? undefined : hook
}

/** What an argument is called where no bilan tells it: its opening, else its id in words. */
const argumentName = (version: PreparedVersion, id: string): Sentence => {
  const { coachArguments, messageArguments } = version.tables
  const row = coachArguments.rows.find((each) => each.id === id)
  const text = row === undefined ? undefined : messageArguments.get(row.hook)
  const plain = id.replaceAll("_", " ")
  if (text === undefined) return { en: plain, fr: plain }
  const [en, fr] = [hookIn(version, text.en, "en"), hookIn(version, text.fr, "fr")]
  return en === undefined || fr === undefined ? { en: plain, fr: plain } : { en, fr }
}
