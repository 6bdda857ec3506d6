import type { TravellerTables } from "../../rules/messages/travellers/traveller-tables.ts"
import {
  makeTravellerTexts,
  type TravellerTexts,
} from "../../rules/messages/travellers/traveller-text.ts"
import { compileText } from "./icu.ts"

/**
 * The texts of travellers' pages, in ICU MessageFormat, from their tables: a function of the language.
 * Each language and each of its texts is read when it is first needed, and kept.
 */
export const prepareTravellerTexts = (tables: TravellerTables): TravellerTexts =>
  makeTravellerTexts({ tables, format: compileText })
