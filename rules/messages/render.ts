import type { Argument, BilanResponse } from "../coach/response.ts"
import type { Explanation } from "../explanation/explanation.ts"
import { basisOf, gapKeyOf, gapValues } from "./gap-text.ts"
import { languageOf, type MessageLanguage } from "./languages.ts"
import { medicalKeyOf, medicalVariables } from "./medical-text.ts"
import type { RenderedArgument, RenderedBilan, RenderedGap } from "./rendered.ts"
import { sourceLines } from "./source-lines.ts"
import {
  makeMessageWriters,
  type MessageValues,
  type RendererParts,
  type MessageWriter,
  type TextTable,
} from "./message-writer.ts"
import {
  makeSentenceWriter,
  type SentenceWriter,
  type AnswerVariables,
  variablesOf,
} from "./sentence-writer.ts"

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

/** The most characters of headlines and of openings. */
const headlineLength = 70
const hookLength = 60

/** One rendering: who speaks, of which answer, and what it leaves out. */
interface Rendering {
  readonly writer: MessageWriter
  readonly sentences: SentenceWriter
  readonly response: BilanResponse
  readonly options: RenderOptions
  readonly leaveOut: (name: string) => void
}

/** The first of some sentences that is short enough, else the last. */
const shortest = (
  sentences: ReadonlyArray<string | undefined>,
  length: number,
): string | undefined =>
  sentences.find((sentence) => sentence !== undefined && sentence.length <= length) ??
  sentences.at(-1)

const contextValues = (
  { response, sentences }: Rendering,
  variables: AnswerVariables,
): MessageValues => ({
  basis: basisOf(response),
  market: sentences.names.market(response.meta.market) ?? "",
  network: sentences.names.network(response.card.detected?.brand ?? ""),
  ...sentences.valuesOf(variables),
})

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

const renderArgument = (
  rendering: Rendering,
  argument: Argument,
  index: number,
): RenderedArgument | undefined => {
  const { writer, sentences } = rendering
  const { category, figure, id, messageKeys, strength } = argument
  const variables = variablesOf(argument)
  const values = sentences.valuesOf(variables)
  const openings = sentences.openingsOf(variables)
  const hooks = (openings.length === 0 ? [{}] : openings).map((opening) =>
    writer.say("messageArguments", messageKeys.hook, { ...values, ...opening }),
  )
  const hook = shortest(hooks, hookLength)
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

const renderGaps = (rendering: Rendering): ReadonlyArray<RenderedGap> => {
  const { leaveOut, response, writer, sentences } = rendering
  const { names } = sentences
  return Object.entries(response.card.guarantees).flatMap(([slug, gap]) => {
    const key = gapKeyOf(gap)
    const label = names.title(slug)
    const values = gapValues(response, slug, gap, { names, print: writer.print })
    const sentence = key === undefined ? undefined : writer.say("messageBadges", key, values)
    if (label === undefined || sentence === undefined) {
      leaveOut(slug)
      return []
    }
    const { badge } = gap
    return [{ slug, label, badge, badgeLabel: writer.word(`badge_${badge}`), sentence }]
  })
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

const warned = "coach.headline.travel_warning"

const renderHeadline = (rendering: Rendering): string | null => {
  const { response, writer, sentences } = rendering
  const { headline } = response.bilan
  const values = sentences.valuesOf(variablesOf(headline))
  const place = headline.key.startsWith("coach.headline.domestic") ? "at_home" : "there"
  const full = sentence(rendering, "messageHeadlines", headline.key, values)
  if (full === null || full.length <= headlineLength) return full
  return (
    writer.say("messageHeadlines", headline.key, { ...values, inPlace: writer.word(place) }) ?? full
  )
}

const renderMedical = (
  rendering: Rendering,
  currencyOf: (market: string) => string | undefined,
): string | null => {
  const { response, sentences } = rendering
  const values = sentences.valuesOf(medicalVariables(response, currencyOf))
  return sentence(rendering, "messageMedical", medicalKeyOf(response), values)
}

/** The share of cards that falls short; nothing is sold beside a warning against the trip. */
const renderSocial = (rendering: Rendering): string | null => {
  const { headline, social } = rendering.response.bilan
  if (headline.key === warned) return null
  const values = rendering.sentences.valuesOf(variablesOf(social))
  return sentence(rendering, "messageSocial", social.subjectKey, { pct: social.pct, ...values })
}

const renderReading = ({ options, writer }: Rendering): { readonly reading?: string } => {
  const { explanation, today } = options
  const asOf =
    explanation === undefined || today === undefined ? undefined : writer.print.date(today)
  const reading =
    asOf === undefined ? undefined : writer.say("messageSources", "source.reading", { asOf })
  return reading === undefined ? {} : { reading }
}

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
    const sentences = sentenceWriters.get(writer) ?? makeSentenceWriter(texts, writer)
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
      unknown,
    }
  }
}
