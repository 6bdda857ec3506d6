import { checkTables, type CheckOptions } from "../../../../core/check/check.ts"
import type { Finding } from "../../../../core/check/finding.ts"
import { type AnyDefinition, loadSound } from "../../../../core/table/load.ts"
import { describeFinding } from "../../../../core/check/tell/english.ts"

/** What is found in tables given by their texts; a mistake in one ends the test. */
export const findingsIn = (
  tables: ReadonlyArray<readonly [AnyDefinition, string]>,
  options: CheckOptions = {},
): ReadonlyArray<Finding> => {
  const definitions = Object.fromEntries(
    tables.map(([definition]) => [definition.file, definition]),
  )
  const sources = new Map(tables.map(([{ file }, source]) => [file, source]))
  const { errors, tables: loaded } = loadSound(definitions, sources)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return checkTables({ definitions, sources, tables: loaded }, options)
}

/** The places and sentences of what is found of some kinds. */
export const told = (findings: ReadonlyArray<Finding>, ...kinds: ReadonlyArray<Finding["_tag"]>) =>
  findings
    .filter(({ _tag }) => kinds.includes(_tag))
    .map((finding) => `${finding.line}:${finding.character} ${describeFinding(finding)}`)
