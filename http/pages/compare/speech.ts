import { memo } from "../../../core/memory.ts"
import type { comparatorKeys } from "../../../rules/messages/travellers/comparator-keys.ts"
import type {
  TravellerText,
  TravellerValues,
} from "../../../rules/messages/travellers/traveller-text.ts"

/** The name of a text of the comparator. */
export type CompareWord = (typeof comparatorKeys)[number] extends `comparator.${infer Word}`
  ? Word
  : never

/** The values that a text shows, by name. */
export type SpeechValues = TravellerValues

/** Speaks to travellers of one language by the comparator's texts, and prints figures and names. */
export interface CompareSpeech extends Pick<
  TravellerText,
  | "about"
  | "ceiling"
  | "country"
  | "cover"
  | "date"
  | "dateRange"
  | "intent"
  | "language"
  | "list"
  | "money"
  | "shortGuarantee"
  | "guarantee"
> {
  (word: CompareWord, values?: SpeechValues): string
  /** The texts that other pages show too. */
  readonly text: TravellerText
}

/** Prepares speaking a language by the comparator's texts. */
export const speechOf: (text: TravellerText) => CompareSpeech = memo(
  (text: TravellerText): CompareSpeech => {
    const { about, ceiling, country, cover, date, dateRange, guarantee, intent } = text
    const { language, list, money, shortGuarantee } = text
    const say = (word: CompareWord, values?: SpeechValues): string =>
      text(`comparator.${word}`, values)
    return Object.assign(say, {
      about,
      ceiling,
      country,
      cover,
      date,
      dateRange,
      guarantee,
      intent,
      language,
      list,
      money,
      shortGuarantee,
      text,
    })
  },
)
