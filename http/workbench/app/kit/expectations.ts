import { describeExpectation, type Expectation } from "../../../../core/table/expectation.ts"
import { describeExpectationInFrench } from "../../../../core/table/expectation-french.ts"
import { type InLanguages, inWords } from "./language.ts"

const telling: InLanguages<(expected: Expectation) => string> = {
  en: describeExpectation,
  fr: describeExpectationInFrench,
}

/** What should stand somewhere, in the language of the page. */
export const expectationText = (expected: Expectation): string => inWords(telling)(expected)
