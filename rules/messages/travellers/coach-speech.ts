import { groupBy } from "../../../core/group-by.ts"
import { memo } from "../../../core/memory.ts"
import type { TablesOf } from "../../../core/table/load.ts"
import { isCurrencyCode } from "../../../core/vocabulary/codes.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { makePrint, type Print } from "../../coach/printed-figures.ts"
import type { BilanResponse } from "../../coach/response.ts"
import { capitalised, makeNaming, type NameTexts } from "../../coach/wording.ts"
import type { guarantees } from "../../reference/reference-tables.ts"
import {
  makeMessageWriters,
  type MessageValues,
  type MessageWriter,
  unsaid,
} from "../message-writer.ts"
import type { FillText, ReadText } from "../read-text.ts"
import {
  prepareTellBilan,
  type RenderedArgument,
  type RenderedGap,
  type Speaker,
  type ToldBilan,
} from "../render.ts"
import type { RenderingTables } from "../rendering-tables.ts"
import {
  type CoachLanguage,
  coachTextsIn,
  type CoachTextTables,
  englishTexts,
  guaranteeKey,
  isTranslated,
  issuerKey,
  prepareCoachTextMistakes,
  termKey,
  translatedKey,
  wordKey,
} from "./coach-texts.ts"
import type { TravellerLanguage } from "./languages.ts"
import type { TravellerText, TravellerTexts } from "./traveller-text.ts"

/** A sentence of the Coach, and the language that it is in. */
export interface SpokenText {
  readonly text: string
  readonly language: TravellerLanguage
}

/** What the Coach says to a traveller, each sentence once. */
export interface CoachPanel {
  readonly headline: SpokenText | null
  /** The benchmark for care, and how the card stands to it. */
  readonly medical: SpokenText | null
  /** What holds for all covers below it at once. */
  readonly gapsNote: SpokenText | null
  readonly gaps: ReadonlyArray<PanelGap>
  readonly arguments: ReadonlyArray<PanelArgument>
  readonly social: SpokenText | null
  /** What has to be told beside any part of it: of which day the reading is, and the rest. */
  readonly disclosures: ReadonlyArray<SpokenText>
}

/** Covers of which the same is said. */
export interface PanelGap extends Pick<RenderedGap<SpokenText>, "badge" | "sentence"> {
  readonly labels: ReadonlyArray<SpokenText>
  /** What the badge is called; null where a judgement by our benchmark is not shown. */
  readonly badgeLabel: SpokenText | null
}

/** An argument; what is told already is null, and what insurance brings where facts alone are shown. */
export interface PanelArgument extends Pick<RenderedArgument<SpokenText>, "fact"> {
  readonly hook: SpokenText | null
  readonly pitch: SpokenText | null
}

/** Tells a bilan to a traveller of a language; sentences that it lacks are in English. */
export type TellTraveller = (response: BilanResponse, language: TravellerLanguage) => CoachPanel

type SpeechTables = RenderingTables &
  CoachTextTables &
  TablesOf<{ readonly guarantees: typeof guarantees }>

/** What the Coach speaks to travellers with. */
export interface CoachSpeechParts {
  readonly tables: SpeechTables
  /** The other texts of travellers: how their language prints, and what guarantees are called in it. */
  readonly texts: TravellerTexts
  readonly readText: ReadText
  readonly format: (text: string, locale: string) => FillText
}

/**
 * Prepares telling bilans to travellers in all their languages, figures and days printed as their pages
 * print them. A text that its language lacks, or that fails its check, is told in English, with all that
 * it shows.
 */
export const prepareTellTraveller = (parts: CoachSpeechParts): TellTraveller => {
  const { format, tables, texts } = parts
  const tell = prepareTellBilan(tables)
  const writtenIn = makeMessageWriters({
    texts: tables,
    format,
    printIn: (_locale, language) => printOf(texts(language)),
  })
  const translatedIn = prepareTranslated(parts)
  const writerIn = (language: TravellerLanguage, market: string): MessageWriter =>
    isTranslated(language) ? translatedIn(language) : writtenIn(language, market)
  return (response, language) => {
    const { market } = response.meta
    const speakers = [...new Set<TravellerLanguage>([language, "en"])].map(
      (each): Speaker<SpokenText> => ({
        writer: writerIn(each, market),
        mark: (text) => ({ text, language: each }),
      }),
    )
    const told = tell(speakers, withWordsOpen(response))
    const wordsOf = (each: TravellerLanguage, slug: string): string =>
      writerIn(each, market).lookFor(slug) ?? ""
    return panelOf(told, { isFacts: response.bilan.shouldSell === null, wordsOf })
  }
}

/** The same, but that the words to look for in a notice are filled in later: so covers of which the same is said are found. */
const withWordsOpen = (response: BilanResponse): BilanResponse => {
  const guarantees = Object.entries(response.card.guarantees).map(([slug, gap]) => {
    const { lookFor: _, ...values } = gap.values
    return [slug, { ...gap, vars: { ...gap.vars, lookFor: openWords }, values }] as const
  })
  return { ...response, card: { ...response.card, guarantees: Object.fromEntries(guarantees) } }
}

/** Stands for the words to look for; no text holds this character. */
const openWords = "\uFFFE"

/** How a panel is made of what was told. */
interface PanelParts {
  /** Whether facts alone are shown: nothing is offered or judged. */
  readonly isFacts: boolean
  /** The words to look for in the notice of a cover, in a language. */
  readonly wordsOf: (language: TravellerLanguage, slug: string) => string
}

const panelOf = (told: ToldBilan<SpokenText>, parts: PanelParts): CoachPanel => {
  const { disclosures, gapsNote, headline, medical, reading, social } = told
  const { isFacts } = parts
  const said = new Set<string>()
  /** A sentence that was not said before. */
  const once = (sentence: SpokenText | null): SpokenText | null => {
    if (sentence === null || said.has(sentence.text)) return null
    said.add(sentence.text)
    return sentence
  }
  return {
    headline: once(headline),
    medical: once(medical),
    gapsNote: once(gapsNote),
    gaps: togetherTold(told.gaps, parts),
    arguments: told.arguments.map(({ fact, hook, pitch }) => ({
      hook: once(hook),
      fact,
      pitch: isFacts ? null : once(pitch),
    })),
    social: isFacts ? null : once(social),
    disclosures: [...(reading === undefined ? [] : [reading]), ...disclosures].flatMap(
      (each) => once(each) ?? [],
    ),
  }
}

/** The covers of which the same is said, together in the place of the first. */
const togetherTold = (
  gaps: ReadonlyArray<RenderedGap<SpokenText>>,
  { isFacts, wordsOf }: PanelParts,
): ReadonlyArray<PanelGap> =>
  [...groupBy(gaps, ({ badge, sentence }) => `${badge} ${sentence.text}`).values()].flatMap(
    (together) => {
      const [first] = together
      if (first === undefined) return []
      const { badge, badgeLabel, sentence } = first
      const { language, text } = sentence
      const words = together.map(({ slug }) => wordsOf(language, slug))
      // That a cover is too low is a judgement by our benchmark.
      const isJudged = isFacts && badge === "insufficient"
      return [
        {
          labels: together.map(({ label }) => label),
          badge,
          badgeLabel: isJudged ? null : badgeLabel,
          sentence: { language, text: text.replaceAll(openWords, fewOf(words)) },
        },
      ]
    },
  )

/** The first words of some, which show what to look for: the covers are named beside them. */
const fewOf = (words: ReadonlyArray<string>): string =>
  [...words.slice(0, wordsMax), ...(words.length > wordsMax ? ["…"] : [])].join(" · ")

/** So many words to look for stand beside covers that share a sentence. */
const wordsMax = 3

/** Prints for the Coach's sentences as a page prints: whole amounts, and days known to the year or month alone too. */
const printOf = ({ ceiling, date, list, locale }: TravellerText): Print => {
  const plain = makePrint(locale)
  return {
    money: (value, currency) => (isCurrencyCode(currency) ? ceiling(value, currency) : undefined),
    measure: plain.measure,
    date: (written) => (isCalendarDay(written) ? date(written) : plain.date(written)),
    list,
  }
}

/** Prepares speaking by translated texts; each language is prepared when it is first asked for. */
const prepareTranslated = ({
  format,
  readText,
  tables,
  texts,
}: CoachSpeechParts): ((language: CoachLanguage) => MessageWriter) => {
  const mistakesIn = prepareCoachTextMistakes(englishTexts(tables), readText)
  return memo((language) => {
    const spoken = texts(language)
    const own = tables[coachTextsIn(language)]
    /** A text that can be told; undefined where there is none, or it fails its check. */
    const textOf = memo((key: string): string | undefined => {
      const text = own.get(key)?.text
      if (text === undefined || mistakesIn(key, text, language).length > 0) return undefined
      return text
    })
    const fillOf = memo((key: string): FillText => {
      const text = textOf(key)
      return text === undefined ? () => undefined : format(text, spoken.locale)
    })
    const said = (key: string, values: MessageValues): string | undefined => fillOf(key)(values)
    const naming = makeNaming(namesIn({ said, spoken, tables, textOf }), tables)
    return {
      ...naming,
      say: (table, key, values = {}) => said(translatedKey(table, key), values),
    }
  })
}

/** What names of a language are made of. */
interface Translated {
  readonly tables: SpeechTables
  readonly spoken: TravellerText
  readonly textOf: (key: string) => string | undefined
  readonly said: (key: string, values: MessageValues) => string | undefined
}

/** The names of a language; one that it lacks leaves the sentences unsaid that would show it. */
const namesIn = ({ said, spoken, tables, textOf }: Translated): NameTexts => {
  const place = (code: string): string | undefined => {
    const name = spoken.country(code)
    // Of a place without a name Intl gives the code.
    return name === code ? unsaid : name
  }
  /** What offers call it, unless a card holds another cover under this slug. */
  const titleOf = (slug: string): string => {
    const name = textOf(guaranteeKey(slug, "list"))
    return tables.guarantees.get(slug)?.sameOnCards === false && name !== undefined
      ? capitalised(name, spoken.locale)
      : spoken.guarantee(slug)
  }
  return {
    print: printOf(spoken),
    capitals: spoken.locale,
    word: (key, values = {}) => {
      const brand = key.startsWith("network_") ? tables.messageWords.get(key)?.en : undefined
      return brand ?? said(wordKey(key), definedIn(values)) ?? unsaid
    },
    title: (slug) => tables.messageGuarantees.get(slug) && titleOf(slug),
    guarantee: (slug) => textOf(guaranteeKey(slug, "list")) ?? unsaid,
    lookFor: (slug) => textOf(guaranteeKey(slug, "look")) ?? titleOf(slug),
    // A term that no language names is left out of lists; one that this language does not name is not.
    term: (term, form) => tables.messageTerms.get(term) && (textOf(termKey(term, form)) ?? unsaid),
    place,
    inCountries: (count) => said(wordKey("in_countries"), { count }) ?? unsaid,
    // Sentences show places beside what they say, as no language here has them in a case of their own.
    inPlace: place,
    issuer: (name) => {
      const row = tables.messageIssuers.get(name)
      return row === undefined ? name : (textOf(issuerKey(row.country)) ?? unsaid)
    },
  }
}

const definedIn = (values: Readonly<Record<string, string | number | undefined>>): MessageValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
