import type { BilanSituation } from "../bilan-situation.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Told } from "./arguments.ts"
import { frozenTexts, type OpenTexts, openTexts } from "./open-texts.ts"
import { headlineFacts, headlineValues, standingFacts } from "./medical-comparison.ts"

type HeadlineRow = CoachTables["coachHeadlines"]["rows"][number]

type MedicalLineRow = CoachTables["medicalLines"]["rows"][number]

/** A sentence: its key, and its values, open where the destination's go. */
export interface OpenSentence {
  readonly key: string
  readonly texts: OpenTexts
}

/** Chooses headlines, and the line under them. */
export interface HeadlineRule {
  readonly headlineFor: (situation: BilanSituation, told: Told) => OpenSentence
  /** How the medical cover stands against the target. */
  readonly lineFor: (situation: BilanSituation, told: Told) => OpenSentence
  /** The row that gives the key; without a line of the file where none does. */
  readonly rowFor: (situation: BilanSituation, told: Told) => HeadlineRow
  readonly lineRowFor: (situation: BilanSituation) => MedicalLineRow
}

const noHeadline: HeadlineRow = { key: "coach.headline.enough", vars: ["inPlace"], line: 1 }

const noLine: MedicalLineRow = { key: "unverified", vars: ["inPlace", "target"], line: 1 }

/** Prepares both tables: the first row that fits gives the key, the situation its values. */
export const prepareHeadline = (
  tables: Pick<CoachTables, "coachHeadlines" | "medicalLines">,
): HeadlineRule => {
  const rowFor: HeadlineRule["rowFor"] = (situation, told) =>
    tables.coachHeadlines.evaluate(headlineFacts(situation, told))[0] ?? noHeadline
  const lineRowFor: HeadlineRule["lineRowFor"] = (situation) =>
    tables.medicalLines.evaluate(standingFacts(situation))[0] ?? noLine
  const sentence = (
    { key, vars }: HeadlineRow | MedicalLineRow,
    situation: BilanSituation,
    told: Told,
  ): OpenSentence => ({
    key,
    texts: frozenTexts(openTexts(vars, headlineValues(situation, told))),
  })
  return {
    rowFor,
    lineRowFor,
    headlineFor: (situation, told) => sentence(rowFor(situation, told), situation, told),
    lineFor: (situation, told) => sentence(lineRowFor(situation), situation, told),
  }
}
