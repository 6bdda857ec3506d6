import {
  type CoachSpeechParts,
  prepareTellTraveller,
  type TellTraveller,
} from "../../rules/messages/travellers/coach-speech.ts"
import type { TravellerTables } from "../../rules/messages/travellers/traveller-tables.ts"
import {
  makeTravellerTexts,
  type TravellerTexts,
} from "../../rules/messages/travellers/traveller-text.ts"
import { compileText, readText } from "./icu.ts"

/**
 * The texts of travellers' pages, in ICU MessageFormat, from their tables: a function of the language.
 * Each language and each of its texts is read when it is first needed, and kept.
 */
export const prepareTravellerTexts = (tables: TravellerTables): TravellerTexts =>
  makeTravellerTexts({ tables, format: compileText })

/** What tells travellers a bilan in the words of their language; each text is read when it is first needed. */
export const prepareCoachSpeech = (
  parts: Pick<CoachSpeechParts, "tables" | "texts">,
): TellTraveller => prepareTellTraveller({ ...parts, format: compileText, readText })
