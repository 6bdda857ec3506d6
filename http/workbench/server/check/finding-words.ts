import type { Finding } from "../../../../core/check/finding.ts"
import type { TableError } from "../../../../core/table/error.ts"
import { tellFinding, tellMistake } from "../../../../rules/check/tell/english.ts"
import { tellFindingInFrench, tellMistakeInFrench } from "../../../../rules/check/tell/french.ts"
import type { ToldFinding } from "../../../../rules/check/tell/told.ts"
import type { Sentence } from "../../protocol/check.ts"
import type { CheckedTexts } from "./checked-texts.ts"

/** What is said of a finding: in short, and with its reason and what one can do. */
export interface FindingWords {
  readonly title: Sentence
  readonly detail: Sentence
}

const inLanguages = (en: ToldFinding, fr: ToldFinding): FindingWords => ({
  title: { en: en.title, fr: fr.title },
  detail: { en: en.detail, fr: fr.detail },
})

/** What is said of a finding in the languages of the page. */
export const findingWords = (finding: Finding, texts: CheckedTexts): FindingWords => {
  const definition = texts.definitionOf(finding.file)
  return inLanguages(tellFinding(finding, definition), tellFindingInFrench(finding, definition))
}

/** What is said of a mistake in the languages of the page. */
export const mistakeWords = (error: TableError): FindingWords =>
  inLanguages(tellMistake(error), tellMistakeInFrench(error))
