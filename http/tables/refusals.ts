import { checkTables } from "../../core/check/check.ts"
import { findingError } from "../../core/check/describe-finding.ts"
import type { CheckQuestion } from "../../core/check/finding.ts"
import { severityOf } from "../../core/check/severity.ts"
import type { TableError } from "../../core/table/error.ts"
import { type answeringDefinitions, saysHowShown, type Tables } from "../../rules/tables/index.ts"

/** The questions whose answers can forbid to use tables. */
const decisive: ReadonlyArray<CheckQuestion> = ["gaps", "overlaps", "required rows"]

/** What each question may look at in each table while a server loads it: a fraction of a second. */
const loadBudget = 5_000_000

/**
 * The findings that forbid to put sound tables in force, besides mistakes in cells, keys and
 * references: facts that no row applies to, rows that disagree, and rows that the rules need and
 * that are missing. A text or a colour that is missing forbids nothing: answers are right without it.
 * What cannot be told in the time forbids nothing either; `tables check` takes longer.
 */
export const refusals = (
  definitions: typeof answeringDefinitions,
  sources: ReadonlyMap<string, string>,
  tables: Tables,
): ReadonlyArray<TableError> =>
  checkTables({ definitions, sources, tables }, { asked: decisive, budget: loadBudget })
    .filter((finding) => severityOf(finding) === "error" && !saysHowShown(finding.file))
    .map(findingError)
