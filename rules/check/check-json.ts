import type { Finding } from "../../core/check/finding.ts"
import { findingRules, ruleOf } from "../../core/check/finding-rules.ts"
import { severityOf } from "../../core/check/severity.ts"
import type { TableError } from "../../core/table/error.ts"
import { describeExpectation } from "../../core/table/expectation.ts"
import { priceRowText } from "../../core/check/price-rows.ts"
import { consequenceText } from "../../core/table/consequence.ts"
import { expectationFields } from "./check-lines.ts"
import { type CheckReport, countFindings } from "./check-report.ts"
import {
  allowedText,
  breachText,
  brokenLawText,
  coverText,
  cutText,
  describeFinding,
  partText,
  readingText,
  tripText,
  whenText,
} from "../../core/check/tell/english.ts"

/** A mistake as machines read it: `expected` is a sentence, `expectation` its facts by a stable tag. */
const mistakeFields = ({ _tag, expected, ...fields }: TableError) => ({
  ...fields,
  expected: describeExpectation(expected),
  expectation: expectationFields(expected),
})

/** Fields of every finding, which stand before its own. */
const common = new Set(["_tag", "file", "line", "character", "hitPolicy"])

const factsOf = (finding: Finding): object => {
  if (finding._tag === "BadDirective") return mistakeFields(finding.error)
  if (finding._tag === "More") return { listed: false, others: finding.others }
  return Object.fromEntries(Object.entries(finding).filter(([name]) => !common.has(name)))
}

/** What machines read in English beside its facts, which then stand under `facts` as well. */
const toldFields = (finding: Finding): object | undefined => {
  switch (finding._tag) {
    case "MissingRow":
    case "UnnamedRow":
      return { otherwise: consequenceText(finding.otherwise, "en") }
    case "ImpossibleRow": {
      const conditions = finding.conditions.map((condition) => ({
        ...condition,
        allowed: allowedText(condition.allowed),
      }))
      return { conditions }
    }
    case "MisreadLine":
      return { expected: readingText(finding.expected), read: readingText(finding.read) }
    case "LowerCover": {
      const { covers, lowerCovers, when } = finding
      return {
        covers: coverText(covers),
        lowerCovers: coverText(lowerCovers),
        when: whenText(when),
      }
    }
    case "ImplausiblePrice": {
      const { because, breach, part, trip } = finding
      return {
        says: breachText(breach),
        cause: partText(part),
        trip: tripText(trip),
        because: because.map((row) => priceRowText(row, "en")),
      }
    }
    case "BrokenPriceLaw": {
      const { after, because, part, trip } = finding
      return {
        says: brokenLawText(finding),
        cause: partText(part),
        trip: tripText(trip),
        after: tripText(after),
        because: because.map((row) => priceRowText(row, "en")),
      }
    }
    case "Unknown": {
      const { reason } = finding
      if (reason._tag === "Mistakes") return { reason: "mistakes", files: reason.files }
      if (reason._tag === "Asked") return { reason: "asked", columns: reason.columns }
      return { reason: "cut-short", subject: reason.at === null ? null : cutText(reason.at) }
    }
    default:
      return undefined
  }
}

/** A finding as machines read it. */
export const findingFields = (finding: Finding) => ({
  kind: ruleOf(finding).id,
  severity: severityOf(finding),
  file: finding.file,
  line: finding.line,
  character: finding.character,
  message: describeFinding(finding),
  ...(finding.hitPolicy === null ? {} : { hitPolicy: finding.hitPolicy }),
  ...factsOf(finding),
  ...inBothForms(finding),
})

const inBothForms = (finding: Finding): object => {
  const told = toldFields(finding)
  return told === undefined ? {} : { ...told, facts: factsOf(finding) }
}

/** What figures were compared with; null where there was nothing. */
const earlierFields = ({ earlier }: CheckReport): object | null =>
  earlier === undefined || "problem" in earlier ? null : { name: earlier.name }

/**
 * A report for machines: the mistakes, the findings with their facts, how much was analysed, and
 * what is not known. `complete` is whether every question was answered.
 */
export const checkJson = (report: CheckReport): object => {
  const counts = countFindings(report.findings)
  const {
    effectiveFrom = null,
    effectiveUntil = null,
    schemaVersion = null,
  } = report.manifest ?? {}
  return {
    bundle: { hash: report.hash, schemaVersion, effectiveFrom, effectiveUntil },
    mistakes: report.mistakes.map(mistakeFields),
    findings: report.findings.map(findingFields),
    analysed: report.analysed,
    printed: report.printed ?? null,
    prices: report.prices ?? null,
    priceLaws:
      typeof report.priceLaws === "object"
        ? report.priceLaws.map(({ catalogue, kinds, laws, needed, offers, outside }) => ({
            catalogue,
            offers,
            outside,
            kinds,
            laws,
            exceptions: [...needed],
          }))
        : null,
    bins: report.bins ?? null,
    base: earlierFields(report),
    icons: report.icons,
    counts: { mistakes: report.mistakes.length, ...counts },
    complete: counts.unknown === 0 && report.mistakes.length === 0,
    kinds: Object.fromEntries(Object.values(findingRules).map(({ about, id }) => [id, about])),
  }
}
