import { expect } from "@effect/vitest"

/** A result of a SARIF log, as far as tests look at it. */
export interface SarifResult {
  readonly ruleId: string
  readonly locations: ReadonlyArray<{
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
  }>
  readonly relatedLocations?: ReadonlyArray<unknown>
}

const isText = { text: expect.stringMatching(/\S/) }

const isLocation = {
  physicalLocation: {
    artifactLocation: expect.objectContaining({ uri: expect.stringMatching(/^[^\s\\]+$/) }),
    region: { startLine: expect.any(Number), startColumn: expect.any(Number) },
  },
}

/**
 * Expects what SARIF 2.1.0 requires of a log with one run: versions, a driver with unique rules, and
 * for each result a rule that is there, a level, a message, and a place with whole numbers from 1.
 */
export const expectSarif = (log: {
  readonly runs: ReadonlyArray<{
    readonly tool: { readonly driver: { readonly rules: ReadonlyArray<{ readonly id: string }> } }
    readonly results: ReadonlyArray<
      SarifResult & { readonly ruleIndex: number; readonly level: string }
    >
  }>
}): ReadonlyArray<SarifResult> => {
  expect(log).toMatchObject({
    $schema: expect.stringMatching(/^https:\/\/.*sarif.*2\.1\.0/),
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: expect.stringMatching(/\S/), version: expect.stringMatching(/\d/) },
        },
        invocations: [{ executionSuccessful: true }],
        columnKind: "utf16CodeUnits",
      },
    ],
  })
  expect(log.runs).toHaveLength(1)
  const [run] = log.runs
  if (run === undefined) return []
  const rules = run.tool.driver.rules.map(({ id }) => id)
  expect(new Set(rules).size).toBe(rules.length)
  for (const rule of run.tool.driver.rules) expect(rule).toMatchObject({ shortDescription: isText })
  for (const result of run.results) {
    expect(result).toMatchObject({ message: isText, locations: [isLocation] })
    expect(["error", "warning", "note"]).toContain(result.level)
    expect(rules[result.ruleIndex]).toBe(result.ruleId)
    expect(JSON.stringify(result)).not.toMatch(/"start(?:Line|Column)":(?:0|-|\d+\.)/)
    for (const related of result.relatedLocations ?? []) {
      expect(related).toMatchObject({ message: isText, ...isLocation })
    }
  }
  return run.results
}
