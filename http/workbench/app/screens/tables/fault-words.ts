import { expectationText } from "../../kit/expectations.ts"
import { inWords } from "../../kit/language.ts"
import type { RefusedCell } from "../../../../../rules/changes/grid/grid-view.ts"

const words = {
  en: (wrong: string, expected: string) => `“${wrong}” should be ${expected}.`,
  fr: (wrong: string, expected: string) => `«\u00a0${wrong}\u00a0» devrait être ${expected}.`,
}

/** What should stand in a cell that is refused, in the language of the page. */
export const faultText = (text: string, { expected, part }: RefusedCell): string =>
  inWords(words)(part ?? text, expectationText(expected))
