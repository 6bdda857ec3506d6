import type { Badge, Category, Strength } from "../coach/coach-vocabulary.ts"
import type { Argument, BilanResponse, Gap } from "../coach/response.ts"
import type { Explanation } from "../explanation/explanation.ts"
import { languageOf, type MessageLanguage } from "./languages.ts"
import { gapKeys } from "../coach/coach-vocabulary.ts"
import { gapKeyOf } from "../coach/arguments/told-gaps.ts"
import { headlineLength } from "../coach/wording.ts"
import { type MedicalKey, medicalKeys } from "./message-keys.ts"
import {
  makeMessageWriters,
  type MessageValues,
  type MessageWriter,
  type RendererParts,
  type TextTable,
} from "./message-writer.ts"
import {
  type AnswerVariables,
  makeSentenceWriter,
  type SentenceWriter,
  textsOf,
  variablesOf,
} from "./sentence-writer.ts"
import type { MessageValue } from "./read-text.ts"
import { sourceLines } from "./source-lines.ts"

export type { RendererParts } from "./message-writer.ts"

/** How a bilan is rendered. */
export interface RenderOptions {
  /** The language of the sentences; that of the bilan, `meta.lang`, unless another is asked for. */
  readonly lang?: MessageLanguage
  /** Why the bilan is as it is: with it, arguments name the pages behind their figures. */
  readonly explanation?: Explanation
  /** The day of the rendering, `YYYY-MM-DD`: with it, sources that are old say so. */
  readonly today?: string
}

/** Renders bilans into finished sentences. */
export type RenderBilan = (response: BilanResponse, options?: RenderOptions) => RenderedBilan

/**
 * Prepares the rendering of bilans: wholly in one language, from the raw values of answers; what an
 * older server only prints stands as it does. Arguments, gaps and messages that no text is known for
 * are left out and listed in `unknown`, so that answers of a newer server still render.
 */
export const makeBilanRenderer = (parts: RendererParts): RenderBilan => {
  const { texts } = parts
  const writerFor = makeMessageWriters(parts)
  const sentenceWriters = new Map<MessageWriter, SentenceWriter>()
  const sentencesOf = (writer: MessageWriter): SentenceWriter => {
    const sentences = sentenceWriters.get(writer) ?? makeSentenceWriter(writer)
    sentenceWriters.set(writer, sentences)
    return sentences
  }
  return (response, options = {}) => {
    const { bilan, meta } = response
    const lang = languageOf(options.lang ?? meta.lang)
    const writer = writerFor(lang, meta.market)
    const unknown: Array<string> = []
    const leaveOut = (name: string): void => void unknown.push(name)
    const rendering = { writer, sentences: sentencesOf(writer), response, options, leaveOut }
    return {
      lang,
      headline: renderHeadline(rendering),
      medical: renderMedical(rendering, (market) => texts.coachMarkets.get(market)?.currency),
      gaps: renderGaps(rendering),
      arguments: bilan.arguments.flatMap((argument, index) => {
        const rendered = renderArgument(rendering, argument, index)
        if (rendered === undefined) leaveOut(argument.id)
        return rendered ?? []
      }),
      social: renderSocial(rendering),
      ...sourcesOf(rendering, "bilan.headline", variablesOf(bilan.headline)),
      ...renderReading(rendering),
      disclosures: renderDisclosures(rendering),
      gapsNote: response.card.origin === "none" ? writer.word("no_card_no_cover") : null,
      unknown,
    }
  }
}

/** An argument in finished sentences: its opening, its fact and what insurance brings. */
export interface RenderedArgument {
  readonly id: string
  readonly category: Category
  readonly strength: Strength
  /** A printed amount or measure, or a dash. */
  readonly figure: string
  readonly hook: string
  readonly fact: string
  readonly pitch: string
  /** Where its figures come from; left out without an explanation. */
  readonly sources?: ReadonlyArray<string>
}

/** A gap of the card in a finished sentence, under the name of the guarantee. */
export interface RenderedGap {
  readonly slug: string
  readonly label: string
  readonly badge: Badge
  /** What the badge is called. */
  readonly badgeLabel: string
  readonly sentence: string
}

/** A bilan in finished sentences, in one language. */
export interface RenderedBilan {
  readonly lang: MessageLanguage
  /** Null where its key is not known. */
  readonly headline: string | null
  /** The medical benchmark, and how the card stands to it; null where its values are not known. */
  readonly medical: string | null
  readonly gaps: ReadonlyArray<RenderedGap>
  readonly arguments: ReadonlyArray<RenderedArgument>
  /** Null where its key is not known, and beside a warning against the trip. */
  readonly social: string | null
  /** Where the headline's figures come from; left out without an explanation. */
  readonly sources?: ReadonlyArray<string>
  /** That the reading is indicative, and of which day; left out where the answer says nothing of it. */
  readonly reading?: string
  /** What a traveller has to be told beside a bilan. */
  readonly disclosures: ReadonlyArray<string>
  /** What holds for all gaps at once, to stand above them; null where nothing does. */
  readonly gapsNote: string | null
  /**
   * What was left out because no text is known for it, or a value for its text is missing, as in
   * answers of a newer server: ids of arguments, slugs of gaps, keys of other messages.
   */
  readonly unknown: ReadonlyArray<string>
}

/** A sentence, or null where there is no text for its key or a value is missing, which is noted. */
const sentence = (
  { leaveOut, writer }: Rendering,
  table: TextTable,
  key: string,
  values: MessageValues,
): string | null => {
  const said = writer.say(table, key, values)
  if (said === undefined) leaveOut(key)
  return said ?? null
}

/** One rendering: who speaks, of which answer, and what it leaves out. */
interface Rendering {
  readonly writer: MessageWriter
  readonly sentences: SentenceWriter
  readonly response: BilanResponse
  readonly options: RenderOptions
  readonly leaveOut: (name: string) => void
}

const renderHeadline = (rendering: Rendering): string | null => {
  const { response, writer, sentences } = rendering
  const { headline } = response.bilan
  const said = sentences.valuesOf(variablesOf(headline))
  const values = { ...said, inPlaces: placesOf(rendering, said) }
  const place = headline.key.startsWith("coach.headline.domestic") ? "at_home" : "there"
  const full = sentence(rendering, "messageHeadlines", headline.key, values)
  if (full === null || full.length <= headlineLength) return full
  const here = said["here"] ?? writer.word(place)
  const nearer = { ...values, inPlace: here, inPlaces: here }
  return writer.say("messageHeadlines", headline.key, nearer) ?? full
}

/** All destinations together: of several, how many they are. */
const placesOf = ({ response, writer }: Rendering, said: MessageValues): MessageValue => {
  const count = response.destinations.length
  if (count > 1) return writer.word("in_countries", { count })
  return said["inPlaces"] ?? said["inPlace"] ?? writer.word("there")
}

const renderMedical = (
  rendering: Rendering,
  currencyOf: (market: string) => string | undefined,
): string | null => {
  const { response, sentences } = rendering
  const values = sentences.valuesOf(medicalVariables(response, currencyOf))
  return sentence(rendering, "messageMedical", medicalKeyOf(response), values)
}

/**
 * The values of the sentence on the medical ceiling: its own, or where it has none those of the
 * headline; the target is raw in every answer.
 */
const medicalVariables = (
  response: BilanResponse,
  currencyOf: BenchmarkCurrency,
): AnswerVariables => {
  const { headline, medical } = response.bilan
  const own = variablesOf(medical)
  const around = Object.keys(own.vars).length > 0 ? own : variablesOf(headline)
  const currency = currencyOf(response.meta.market)
  const target = currency === undefined ? {} : { target: { value: medical.targetValue, currency } }
  return {
    vars: { basis: basisOf(response), ...around.vars, ...own.vars, target: medical.target },
    values: { ...around.values, ...target, ...own.values },
  }
}

/** The currency of the benchmark: the market's, or without a market the card's. */
type BenchmarkCurrency = (market: string) => string | undefined

/** What a statement about a card rests on, by how the card was found. */
const basisOf = ({ card }: Pick<BilanResponse, "card">): string => {
  if (card.origin === "none") return "none"
  return card.origin === "exact" ? "card" : "range"
}

/** The text on the medical ceiling: the one that the answer names, or what the rest of it comes to. */
const medicalKeyOf = (response: BilanResponse): MedicalKey => {
  const { bilan, card } = response
  const named: unknown = Reflect.get(bilan.medical, "key")
  const known = medicalKeys.find((key) => named === key || named === `coach.medical.${key}`)
  if (known !== undefined) return known
  const told = byHeadline.get(bilan.headline.key)
  if (told !== undefined) return told
  if (card.origin === "none") return "no_card"
  const gap = byGap(response)
  if (gap !== undefined) return gap
  if (!bilan.medical.ceilingOk) return "not_met"
  return isInZone(response, variablesOf(bilan.medical)) ? "met_in_zone" : "met"
}

/** What headlines say of the trip and of the card's ceiling, beside the gap in it. */
const byHeadline: ReadonlyMap<string, MedicalKey> = new Map([
  ["coach.headline.travel_warning", "travel_warning"],
  ["coach.headline.domestic", "domestic"],
  ["coach.headline.domestic_enough", "domestic"],
  ["coach.headline.domestic_us", "domestic"],
  ["coach.headline.domestic_ca", "domestic"],
  ["coach.headline.own_territory", "domestic"],
  ["coach.headline.no_card", "no_card"],
  ["coach.headline.medical_unverified", "unverified"],
  ["coach.headline.medical_ceiling_unread", "unverified"],
  ["coach.headline.target_met_unverified", "unverified"],
])

const byGap = ({ card }: BilanResponse): MedicalKey | undefined => {
  const gap = Object.hasOwn(card.guarantees, medicalSlug) ? card.guarantees[medicalSlug] : undefined
  if (gap === undefined) return undefined
  if (gap.badge === "unverified") return "unverified"
  if (gap.badge === "missing") return "missing"
  return gap.badge === "insufficient" && gap.value === null ? "unverified" : undefined
}

const medicalSlug = "hospitalFeesAbroad"

/** Whether rights to public care hold where the trip goes, as far as the answer tells. */
const isInZone = ({ bilan }: BilanResponse, { vars }: AnswerVariables): boolean => {
  if (vars["zone"] !== undefined) return String(vars["zone"]) === "true"
  return bilan.arguments.some(({ id }) => id === "public_care_only" || id.endsWith("_in_zone"))
}

const renderGaps = (rendering: Rendering): ReadonlyArray<RenderedGap> => {
  const { leaveOut, response, writer, sentences } = rendering
  return Object.entries(response.card.guarantees).flatMap(([slug, gap]) => {
    const own = variablesOf(gap)
    const isOlder = Object.keys(own.vars).length === 0
    const key = gapKeys.find((each) => each === gap.key) ?? (isOlder ? gapKeyOf(gap) : undefined)
    const label = writer.title(slug)
    const values = isOlder ? gapValues(response, slug, gap, writer) : sentences.valuesOf(own)
    const sentence = key === undefined ? undefined : writer.say("messageBadges", key, values)
    if (label === undefined || sentence === undefined) {
      leaveOut(slug)
      return []
    }
    const { badge } = gap
    return [{ slug, label, badge, badgeLabel: writer.word(`badge_${badge}`), sentence }]
  })
}

/** The values of the text of an older server's gap; an amount that is not known is left out. */
const gapValues = (
  response: BilanResponse,
  slug: string,
  gap: Gap,
  { lookFor, print }: MessageWriter,
): MessageValues => {
  const amount = (value: number | null, name: string): Readonly<Record<string, MessageValue>> => {
    const printed = value === null ? undefined : print.money(value, response.card.currency)
    return printed === undefined ? {} : { [name]: printed }
  }
  const words = lookFor(slug)
  return {
    basis: basisOf(response),
    converted: "false",
    period: gap.state === "per_day" ? "day" : "stay",
    condition: conditionOf(response, slug, gap),
    ...amount(gap.value, "cardValue"),
    ...amount(gap.recommendedValue, "recommended"),
    ...(words === undefined ? {} : { lookFor: words }),
  }
}

/** The condition that a trip breaks of a cover, as far as an argument mentions it. */
const conditionOf = ({ bilan }: BilanResponse, slug: string, gap: Gap): string => {
  const own: unknown = Reflect.get(gap, "condition")
  if (typeof own === "string") return own
  const telling = bilan.arguments.find((argument) => {
    const { values, vars } = variablesOf(argument)
    const covers = textsOf(values["covers"] ?? vars["covers"]) ?? []
    return conditions.has(argument.id) && covers.includes(slug)
  })
  return (telling === undefined ? undefined : conditions.get(telling.id)) ?? "other"
}

/** The arguments about a flag of the trip, and the condition that it breaks. */
const conditions: ReadonlyMap<string, string> = new Map([
  ["friends_not_insured", "friends"],
  ["trip_outlasts_card", "long_trip"],
  ["trip_voids_card", "long_trip"],
  ["risky_activity_excluded", "risky_activity"],
  ["sports_missing", "risky_activity"],
])

const renderArgument = (
  rendering: Rendering,
  argument: Argument,
  index: number,
): RenderedArgument | undefined => {
  const { writer, sentences } = rendering
  const { category, figure, id, messageKeys, strength } = argument
  const variables = variablesOf(argument)
  const values = sentences.valuesOf(variables)
  const hook = writer.say("messageArguments", messageKeys.hook, values)
  const fact = writer.say("messageArguments", messageKeys.fact, values)
  const pitch = writer.say("messageArguments", messageKeys.pitch, values)
  if (hook === undefined || fact === undefined || pitch === undefined) return undefined
  return {
    id,
    category,
    strength,
    figure: sentences.figureOf(variables, figure),
    hook,
    fact,
    pitch,
    ...sourcesOf(rendering, `bilan.arguments[${index}]`, variables),
  }
}

const sourcesOf = (
  rendering: Rendering,
  part: string,
  variables: AnswerVariables,
): { readonly sources?: ReadonlyArray<string> } => {
  const { options, writer } = rendering
  if (options.explanation === undefined) return {}
  const values = contextValues(rendering, variables)
  return {
    sources: sourceLines(options.explanation, part, { writer, values, today: options.today }),
  }
}

const contextValues = (
  { response, sentences, writer }: Rendering,
  variables: AnswerVariables,
): MessageValues => ({
  basis: basisOf(response),
  market: writer.market(response.meta.market) ?? "",
  network: writer.network(response.card.detected?.brand ?? ""),
  ...sentences.valuesOf(variables),
})

/** The share of cards that falls short; nothing is sold beside a warning against the trip. */
const renderSocial = (rendering: Rendering): string | null => {
  const { headline, social } = rendering.response.bilan
  if (headline.key.endsWith(warned)) return null
  const values = rendering.sentences.valuesOf(variablesOf(social))
  return sentence(rendering, "messageSocial", social.subjectKey, { pct: social.pct, ...values })
}

/** How the keys of headlines that warn end. */
const warned = ".travel_warning"

/** That the reading is indicative: as the answer says, and of the day of the rendering where it names none. */
const renderReading = ({
  options,
  response,
  sentences,
  writer,
}: Rendering): { readonly reading?: string } => {
  const told = messageOf(Reflect.get(response.bilan, "reading"))
  const asOf = options.today === undefined ? undefined : writer.print.date(options.today)
  const isDated = told !== undefined && told.key !== undatedReading
  if (asOf !== undefined && !isDated) {
    const reading = writer.say("messageSources", "source.reading", { asOf })
    return reading === undefined ? {} : { reading }
  }
  if (told === undefined) return {}
  const reading = writer.say("messageSources", told.key, sentences.valuesOf(variablesOf(told)))
  return reading === undefined ? {} : { reading }
}

const undatedReading = "source.reading_undated"

const renderDisclosures = (rendering: Rendering): ReadonlyArray<string> => {
  const { leaveOut, response, sentences, writer } = rendering
  const told: unknown = Reflect.get(response.bilan, "disclosures")
  return (Array.isArray(told) ? told : []).flatMap((each: unknown) => {
    const message = messageOf(each)
    if (message === undefined) return []
    const said = writer.say(
      "messageDisclosures",
      message.key,
      sentences.valuesOf(variablesOf(message)),
    )
    if (said === undefined) leaveOut(message.key)
    return said ?? []
  })
}

/** A message of an answer; undefined in that of an older server. */
const messageOf = (value: unknown): KeyedMessage | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const key: unknown = Reflect.get(value, "key")
  return typeof key === "string" ? { ...value, key } : undefined
}

interface KeyedMessage {
  readonly key: string
}
