import type { LocatedFinding } from "./check-decision.ts"

/** What is found of a table by the rules of its domain, and the columns that it is about. */
export interface DomainFindings {
  readonly file: string
  readonly columns: ReadonlyArray<string>
  readonly findings: ReadonlyArray<LocatedFinding>
}
