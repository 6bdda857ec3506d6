import type { MessageLanguage } from "./languages.ts"

const noBreakSpace = "\u00a0"

/**
 * A sentence with the spaces that must not break made so: in French those before `: ; ? ! %` and
 * inside of quotation marks. Analysts write plain ones.
 *
 * ```ts
 * import { withNoBreakSpaces } from "../rules/messages/typography.ts"
 *
 * withNoBreakSpaces("Combien ?", "fr") // => "Combien\u00a0?"
 * withNoBreakSpaces("How much ?", "en") // => "How much ?"
 * ```
 */
export const withNoBreakSpaces = (sentence: string, language: MessageLanguage): string =>
  language === "fr" ? sentence.replaceAll(/ (?=[:;?!%»])|(?<=«) /g, noBreakSpace) : sentence
