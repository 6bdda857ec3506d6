import { memo } from "../../core/memory.ts"
import { type Badge, type Category, gapKeys, type Strength } from "../coach/coach-vocabulary.ts"
import type { Argument, BilanResponse, Gap } from "../coach/response.ts"
import type { Explanation } from "../explanation/explanation.ts"
import { languageOf, type MessageLanguage } from "./languages.ts"
import { gapKeyOf } from "../coach/arguments/told-gaps.ts"
import { headlineLength } from "../coach/wording.ts"
import { type MedicalKey, medicalKeys } from "./message-keys.ts"
import {
  makeMessageWriters,
  type MessageValues,
  type MessageWriter,
  type RendererParts,
  type TextTable,
  unsaid,
} from "./message-writer.ts"
import {
  type AnswerVariables,
  makeSentenceWriter,
  type SentenceWriter,
  textsOf,
  variablesOf,
} from "./sentence-writer.ts"
import type { MessageValue } from "./read-text.ts"
import type { RenderingTables } from "./rendering-tables.ts"
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
  const writerFor = makeMessageWriters(parts)
  const tell = prepareTellBilan(parts.texts)
  return (response, options = {}) => {
    const lang = languageOf(options.lang ?? response.meta.lang)
    const speaker = { writer: writerFor(lang, response.meta.market), mark: (text: string) => text }
    return { lang, ...tell([speaker], response, options) }
  }
}

/** Who may say a sentence, and how it is marked as theirs. */
export interface Speaker<Text> {
  readonly writer: MessageWriter
  readonly mark: (text: string) => Text
}

/** A bilan in finished sentences, each of them a text as its speaker marks it. */
export type ToldBilan<Text> = Omit<RenderedBilan<Text>, "lang">

/** What a bilan says, each sentence by the first of some speakers who has the words for it. */
export type TellBilan = <Text>(
  speakers: ReadonlyArray<Speaker<Text>>,
  response: BilanResponse,
  options?: Omit<RenderOptions, "lang">,
) => ToldBilan<Text>

/** Prepares telling bilans. */
export const prepareTellBilan = (texts: Pick<RenderingTables, "coachMarkets">): TellBilan => {
  const sentencesOf = memo(makeSentenceWriter)
  const currencyOf: BenchmarkCurrency = (market) => texts.coachMarkets.get(market)?.currency
  return (speakers, response, options = {}) => {
    const { bilan } = response
    const unknown: Array<string> = []
    const rendering = {
      speakers: speakers.map((each) => ({ ...each, sentences: sentencesOf(each.writer) })),
      response,
      options,
      leaveOut: (name: string): void => void unknown.push(name),
    }
    return {
      headline: renderHeadline(rendering),
      medical: renderMedical(rendering, currencyOf),
      gaps: renderGaps(rendering),
      arguments: bilan.arguments.flatMap((argument, index) => {
        const rendered = renderArgument(rendering, argument, index)
        if (rendered === undefined) rendering.leaveOut(argument.id)
        return rendered ?? []
      }),
      social: renderSocial(rendering),
      ...sourcesOf(rendering, "bilan.headline", variablesOf(bilan.headline)),
      ...renderReading(rendering),
      disclosures: renderDisclosures(rendering),
      gapsNote: renderGapsNote(rendering),
      unknown,
    }
  }
}

/** An argument in finished sentences: its opening, its fact and what insurance brings. */
export interface RenderedArgument<Text = string> {
  readonly id: string
  readonly category: Category
  readonly strength: Strength
  /** A printed amount or measure, or a dash. */
  readonly figure: string
  readonly hook: Text
  readonly fact: Text
  readonly pitch: Text
  /** Where its figures come from; left out without an explanation. */
  readonly sources?: ReadonlyArray<string>
}

/** A gap of the card in a finished sentence, under the name of the guarantee. */
export interface RenderedGap<Text = string> {
  readonly slug: string
  readonly label: Text
  readonly badge: Badge
  /** What the badge is called. */
  readonly badgeLabel: Text
  readonly sentence: Text
}

/** A bilan in finished sentences, in one language. */
export interface RenderedBilan<Text = string> {
  readonly lang: MessageLanguage
  /** Null where its key is not known. */
  readonly headline: Text | null
  /** The medical benchmark, and how the card stands to it; null where its values are not known. */
  readonly medical: Text | null
  readonly gaps: ReadonlyArray<RenderedGap<Text>>
  readonly arguments: ReadonlyArray<RenderedArgument<Text>>
  /** Null where its key is not known, and beside a warning against the trip. */
  readonly social: Text | null
  /** Where the headline's figures come from; left out without an explanation. */
  readonly sources?: ReadonlyArray<string>
  /** That the reading is indicative, and of which day; left out where the answer says nothing of it. */
  readonly reading?: Text
  /** What a traveller has to be told beside a bilan. */
  readonly disclosures: ReadonlyArray<Text>
  /** What holds for all gaps at once, to stand above them; null where nothing does. */
  readonly gapsNote: Text | null
  /**
   * What was left out because no text is known for it, or a value for its text is missing, as in
   * answers of a newer server: ids of arguments, slugs of gaps, keys of other messages.
   */
  readonly unknown: ReadonlyArray<string>
}

/** What the first speaker who has the words for it says. */
const tell = <Text>(
  { speakers }: Pick<Rendering<Text>, "speakers">,
  say: (speaker: Speaking<Text>) => string | undefined,
): Text | undefined => {
  for (const speaker of speakers) {
    const said = say(speaker)
    if (said !== undefined && said !== "" && !said.includes(unsaid)) return speaker.mark(said)
  }
  return undefined
}

/** A sentence of a table; null where no speaker has a text for its key or a value is missing, which is noted. */
const sentence = <Text>(
  rendering: Rendering<Text>,
  table: TextTable,
  key: string,
  valuesFor: (speaker: Speaking<Text>) => MessageValues,
): Text | null => {
  const said = tell(rendering, (speaker) => speaker.writer.say(table, key, valuesFor(speaker)))
  if (said === undefined) rendering.leaveOut(key)
  return said ?? null
}

/** One rendering: who speaks, of which answer, and what it leaves out. */
interface Rendering<Text> {
  readonly speakers: ReadonlyArray<Speaking<Text>>
  readonly response: BilanResponse
  readonly options: RenderOptions
  readonly leaveOut: (name: string) => void
}

interface Speaking<Text> extends Speaker<Text> {
  readonly sentences: SentenceWriter
}

const renderHeadline = <Text>(rendering: Rendering<Text>): Text | null => {
  const { leaveOut, response } = rendering
  const { headline } = response.bilan
  const place = headline.key.startsWith("coach.headline.domestic") ? "at_home" : "there"
  const told = tell(rendering, ({ sentences, writer }) => {
    const said = sentences.valuesOf(variablesOf(headline))
    const values = { ...said, inPlaces: placesOf(response, writer, said) }
    const full = writer.say("messageHeadlines", headline.key, values)
    if (full === undefined || full.length <= headlineLength) return full
    const here = said["here"] ?? writer.word(place)
    const nearer = { ...values, inPlace: here, inPlaces: here }
    return writer.say("messageHeadlines", headline.key, nearer) ?? full
  })
  if (told === undefined) leaveOut(headline.key)
  return told ?? null
}

/** All destinations together: of several, how many they are. */
const placesOf = (
  { destinations }: BilanResponse,
  writer: MessageWriter,
  said: MessageValues,
): MessageValue => {
  const count = destinations.length
  if (count > 1) return writer.inCountries(count)
  return said["inPlaces"] ?? said["inPlace"] ?? writer.word("there")
}

const renderMedical = <Text>(
  rendering: Rendering<Text>,
  currencyOf: BenchmarkCurrency,
): Text | null => {
  const { response } = rendering
  const variables = medicalVariables(response, currencyOf)
  return sentence(rendering, "messageMedical", medicalKeyOf(response), ({ sentences }) =>
    sentences.valuesOf(variables),
  )
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

const renderGaps = <Text>(rendering: Rendering<Text>): ReadonlyArray<RenderedGap<Text>> => {
  const { leaveOut, response } = rendering
  return Object.entries(response.card.guarantees).flatMap(([slug, gap]) => {
    const own = variablesOf(gap)
    const isOlder = Object.keys(own.vars).length === 0
    const key = gapKeys.find((each) => each === gap.key) ?? (isOlder ? gapKeyOf(gap) : undefined)
    const { badge } = gap
    const label = tell(rendering, ({ writer }) => writer.title(slug))
    const badgeLabel = tell(rendering, ({ writer }) => writer.word(`badge_${badge}`))
    const sentence = tell(rendering, ({ sentences, writer }) => {
      const values = isOlder ? gapValues(response, slug, gap, writer) : sentences.valuesOf(own)
      return key === undefined ? undefined : writer.say("messageBadges", key, values)
    })
    if (label === undefined || badgeLabel === undefined || sentence === undefined) {
      leaveOut(slug)
      return []
    }
    return [{ slug, label, badge, badgeLabel, sentence }]
  })
}

/** That nothing is covered without a card. */
const renderGapsNote = <Text>(rendering: Rendering<Text>): Text | null =>
  rendering.response.card.origin === "none"
    ? (tell(rendering, ({ writer }) => writer.word("no_card_no_cover")) ?? null)
    : null

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

const renderArgument = <Text>(
  rendering: Rendering<Text>,
  argument: Argument,
  index: number,
): RenderedArgument<Text> | undefined => {
  const { category, figure, id, messageKeys, strength } = argument
  const variables = variablesOf(argument)
  const valuesFor = memo(({ sentences }: Speaking<Text>) => sentences.valuesOf(variables))
  const said = (key: string): Text | undefined =>
    tell(rendering, (speaker) => speaker.writer.say("messageArguments", key, valuesFor(speaker)))
  const hook = said(messageKeys.hook)
  const fact = said(messageKeys.fact)
  const pitch = said(messageKeys.pitch)
  if (hook === undefined || fact === undefined || pitch === undefined) return undefined
  return {
    id,
    category,
    strength,
    figure: rendering.speakers[0]?.sentences.figureOf(variables, figure) ?? figure,
    hook,
    fact,
    pitch,
    ...sourcesOf(rendering, `bilan.arguments[${index}]`, variables),
  }
}

const sourcesOf = <Text>(
  { options, response, speakers: [speaker] }: Rendering<Text>,
  part: string,
  variables: AnswerVariables,
): { readonly sources?: ReadonlyArray<string> } => {
  if (options.explanation === undefined || speaker === undefined) return {}
  const { writer } = speaker
  const values = contextValues(response, speaker, variables)
  return {
    sources: sourceLines(options.explanation, part, { writer, values, today: options.today }),
  }
}

const contextValues = (
  response: BilanResponse,
  { sentences, writer }: Pick<Speaking<unknown>, "sentences" | "writer">,
  variables: AnswerVariables,
): MessageValues => ({
  basis: basisOf(response),
  market: writer.market(response.meta.market) ?? "",
  network: writer.network(response.card.detected?.brand ?? ""),
  ...sentences.valuesOf(variables),
})

/** The share of cards that falls short; nothing is sold beside a warning against the trip. */
const renderSocial = <Text>(rendering: Rendering<Text>): Text | null => {
  const { headline, social } = rendering.response.bilan
  if (headline.key.endsWith(warned)) return null
  const variables = variablesOf(social)
  return sentence(rendering, "messageSocial", social.subjectKey, ({ sentences }) => ({
    pct: social.pct,
    ...sentences.valuesOf(variables),
  }))
}

/** How the keys of headlines that warn end. */
const warned = ".travel_warning"

/** That the reading is indicative: as the answer says, and of the day of the rendering where it names none. */
const renderReading = <Text>(rendering: Rendering<Text>): { readonly reading?: Text } => {
  const { today } = rendering.options
  const told = messageOf(Reflect.get(rendering.response.bilan, "reading"))
  const isDated = told !== undefined && told.key !== undatedReading
  const reading = tell(rendering, ({ sentences, writer }) => {
    const asOf = today === undefined ? undefined : writer.print.date(today)
    if (asOf !== undefined && !isDated) return writer.say("messageSources", datedReading, { asOf })
    return told && writer.say("messageSources", told.key, sentences.valuesOf(variablesOf(told)))
  })
  return reading === undefined ? {} : { reading }
}

const datedReading = "source.reading"

const undatedReading = "source.reading_undated"

const renderDisclosures = <Text>(rendering: Rendering<Text>): ReadonlyArray<Text> => {
  const told: unknown = Reflect.get(rendering.response.bilan, "disclosures")
  return (Array.isArray(told) ? told : []).flatMap((each: unknown) => {
    const message = messageOf(each)
    if (message === undefined) return []
    const values = variablesOf(message)
    const said = sentence(rendering, "messageDisclosures", message.key, ({ sentences }) =>
      sentences.valuesOf(values),
    )
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
