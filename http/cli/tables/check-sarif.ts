import { isAbsolute, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { findingRules } from "../../../core/check/finding-rules.ts"
import type { CheckReport } from "../../../rules/check/check-report.ts"
import { apiVersion } from "../../config/version.ts"
import { type CheckLine, checkLines, mistakeRule } from "../../../rules/check/check-lines.ts"
import { shownPath } from "../../tables/shown-path.ts"

const rules = [mistakeRule, ...Object.values(findingRules)]

/** Where a table lies: relative to the working folder, which CI runs in, or as a file URL. */
const uriOf = (folder: string, file: string): string => {
  const path = shownPath(folder, file)
  return isAbsolute(path)
    ? pathToFileURL(path).href
    : path.split(sep).map(encodeURIComponent).join("/")
}

const locationAt = (uri: string, line: number, character: number) => ({
  physicalLocation: {
    artifactLocation: isAbsoluteUri(uri) ? { uri } : { uri, uriBaseId: "%SRCROOT%" },
    region: { startLine: line, startColumn: character },
  },
})

const isAbsoluteUri = (uri: string): boolean => uri.startsWith("file:")

const resultOf = (folder: string, one: CheckLine) => {
  const uri = uriOf(folder, one.file)
  const { otherLine } = one
  return {
    ruleId: one.rule,
    ruleIndex: rules.findIndex(({ id }) => id === one.rule),
    level: one.severity,
    message: { text: [one.sentence, ...one.hints].join("\n") },
    locations: [locationAt(uri, one.line, one.character)],
    ...(one.expectation === undefined ? {} : { properties: { expectation: one.expectation } }),
    ...(otherLine === undefined
      ? {}
      : {
          relatedLocations: [
            { id: 1, message: { text: "the other row" }, ...locationAt(uri, otherLine, 1) },
          ],
        }),
  }
}

/** A report in the Static Analysis Results Interchange Format (SARIF) 2.1.0. */
export const checkSarif = (report: CheckReport): object => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: {
        driver: {
          name: "viatica tables check",
          version: apiVersion,
          rules: rules.map(({ about, id }) => ({ id, shortDescription: { text: about } })),
        },
      },
      columnKind: "utf16CodeUnits",
      invocations: [{ executionSuccessful: true }],
      results: checkLines(report).map((one) => resultOf(report.folder, one)),
      properties: {
        bundle: report.hash,
        analysed: report.analysed,
        printed: report.printed ?? null,
      },
    },
  ],
})
