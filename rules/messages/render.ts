import { type AmountText, makeAmountTexts } from "../coach/text/amount-text.ts"
import type { Argument, BilanResponse } from "../coach/response.ts"
import type { Vars } from "../coach/told-values.ts"
import { gapKeyOf, gapValues } from "./gap-text.ts"
import { languageOf, type MessageLanguage } from "./languages.ts"
import type { FillText, MessageValue } from "./read-text.ts"
import type { RenderedArgument, RenderedBilan, RenderedGap } from "./rendered.ts"
import type { RenderingTables } from "./rendering-tables.ts"
import { withNoBreakSpaces } from "./typography.ts"
import type { MedicalKey } from "./vars.ts"

/** How a bilan is rendered. */
export interface RenderOptions {
  /** The language of the sentences; that of the bilan, `meta.lang`, unless another is asked for. */
  readonly lang?: MessageLanguage
}

/** Renders bilans into finished sentences. */
export type RenderBilan = (response: BilanResponse, options?: RenderOptions) => RenderedBilan

/** What bilans are rendered with: the texts, and what makes a text of a language ready to be filled in. */
export interface RendererParts {
  readonly texts: RenderingTables
  readonly format: (text: string, language: MessageLanguage) => FillText
}

type TextTable = Exclude<keyof RenderingTables, "coachMarkets">

type MessageValues = Readonly<Record<string, MessageValue>>

/** A sentence of a table in a language; undefined where there is no text, or a value is missing. */
type Say = (table: TextTable, key: string, values: MessageValues) => string | undefined

const noValues: MessageValues = {}

/** The values that texts show as they are: lists are for who words them. */
const plainValues = (vars: Vars): MessageValues => {
  const values: Record<string, MessageValue> = {}
  for (const [name, value] of Object.entries(vars)) {
    if (typeof value === "string" || typeof value === "number") values[name] = value
  }
  return values
}

/** Makes sentences in one language; each text is compiled when it is first asked for, and kept. */
const prepareSay = ({ format, texts }: RendererParts, language: MessageLanguage): Say => {
  const compiled = new Map<string, FillText>()
  const textFor = (table: TextTable, key: string): FillText | undefined => {
    const row = texts[table].get(key)
    return row === undefined ? undefined : format(row[language], language)
  }
  return (table, key, values) => {
    const id = `${table} ${key}`
    const fill = compiled.get(id) ?? textFor(table, key)
    // Keys come from callers: what names no text is not kept.
    if (fill === undefined) return undefined
    compiled.set(id, fill)
    const sentence = fill(values)
    return sentence === undefined ? undefined : withNoBreakSpaces(sentence, language)
  }
}

const renderArgument = (say: Say, argument: Argument): RenderedArgument | undefined => {
  const { category, figure, id, messageKeys, strength, vars } = argument
  const values = plainValues(vars)
  const hook = say("messageArguments", messageKeys.hook, values)
  const fact = say("messageArguments", messageKeys.fact, values)
  const pitch = say("messageArguments", messageKeys.pitch, values)
  return hook === undefined || fact === undefined || pitch === undefined
    ? undefined
    : { id, category, strength, figure, hook, fact, pitch }
}

const renderGaps = (
  say: Say,
  { card }: BilanResponse,
  amountText: AmountText,
  leaveOut: (name: string) => void,
): ReadonlyArray<RenderedGap> =>
  Object.entries(card.guarantees).flatMap(([slug, gap]) => {
    const key = gapKeyOf(gap)
    const label = say("messageGuarantees", slug, noValues)
    const sentence =
      key === undefined ? undefined : say("messageBadges", key, gapValues(gap, amountText))
    if (label !== undefined && sentence !== undefined) {
      return [{ slug, label, badge: gap.badge, sentence }]
    }
    leaveOut(slug)
    return []
  })

const medicalKeyOf = ({ bilan, card }: BilanResponse): MedicalKey => {
  if (card.origin === "none") return "no_card"
  return bilan.medical.ceilingOk ? "met" : "not_met"
}

/**
 * Prepares the rendering of bilans. Arguments, gaps and messages that no text is known for are left
 * out and listed in `unknown`, so that answers of a newer server still render. Amounts and names are
 * those of the bilan, printed for its market, in whatever language the sentences around them are.
 */
export const makeBilanRenderer = (parts: RendererParts): RenderBilan => {
  const { coachMarkets } = parts.texts
  const amountTextFor = makeAmountTexts()
  const sayIn: Readonly<Record<MessageLanguage, Say>> = {
    fr: prepareSay(parts, "fr"),
    en: prepareSay(parts, "en"),
  }
  return (response, options = {}) => {
    const { bilan, card, meta } = response
    const lang = languageOf(options.lang ?? meta.lang)
    const say = sayIn[lang]
    const unknown: Array<string> = []
    const leaveOut = (name: string): void => void unknown.push(name)
    const sentence = (table: TextTable, key: string, values: MessageValues): string | null => {
      const said = say(table, key, values)
      if (said === undefined) leaveOut(key)
      return said ?? null
    }
    const { medical, social } = bilan
    const amountText = amountTextFor(coachMarkets.get(meta.market)?.locale ?? lang, card.currency)
    return {
      lang,
      headline: sentence("messageHeadlines", bilan.headline.key, plainValues(bilan.headline.vars)),
      medical: sentence("messageMedical", medicalKeyOf(response), { target: medical.target }),
      gaps: renderGaps(say, response, amountText, leaveOut),
      arguments: bilan.arguments.flatMap((argument) => {
        const rendered = renderArgument(say, argument)
        if (rendered === undefined) leaveOut(argument.id)
        return rendered ?? []
      }),
      social: sentence("messageSocial", social.subjectKey, { pct: social.pct }),
      unknown,
    }
  }
}
