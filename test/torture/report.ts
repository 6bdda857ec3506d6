import { isKept, type Outcome } from "./part.ts"

/** How many violations are told of each promise. */
const violationsShown = 10

/** What became of a part; what it found before it failed counts. */
export interface PartReport {
  readonly name: string
  readonly about: string
  readonly outcomes: ReadonlyArray<Outcome>
  readonly tookMs: number
  /** Why the part came to no end; null where it did. */
  readonly failure: string | null
}

const verdict = (outcome: Outcome): string => {
  if (outcome.cases === 0) return "NOT TRIED"
  return isKept(outcome) ? "kept" : "BROKEN"
}

/** An outcome for the terminal. */
export const outcomeText = (outcome: Outcome): string => {
  const { figure, notes = [], promise, violations } = outcome
  const more = violations.length - violationsShown
  return [
    `  ${verdict(outcome)}: ${promise}: ${figure}`,
    ...violations.slice(0, violationsShown).map((violation) => `    ${violation}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...notes.map((note) => `    ${note}`),
  ].join("\n")
}

/** The rows of the table of promises in `docs/operations.md`, one for each promise. */
export const markdownRows = (reports: ReadonlyArray<PartReport>): string =>
  reports
    .flatMap(({ name, outcomes }) =>
      outcomes.map(({ figure, promise }) => `| ${promise} | \`${name}\` | ${figure} |`),
    )
    .join("\n")

/** Whether every part came to its end, and every promise was tried and kept. */
export const isAllKept = (reports: ReadonlyArray<PartReport>): boolean =>
  reports.length > 0 &&
  reports.every(
    ({ failure, outcomes }) => failure === null && outcomes.length > 0 && outcomes.every(isKept),
  )
