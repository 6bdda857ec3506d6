/** What one check of a connection has come to. */
export interface ConnectionFinding {
  /** What was looked at, such as `clock`. */
  readonly check: string
  readonly state: "ok" | "doubtful" | "wrong"
  readonly found: string
  /** What to do about it; null where all is well. */
  readonly todo: string | null
}

/** All is well. */
export const ok = (check: string, found: string): ConnectionFinding => ({
  check,
  state: "ok",
  found,
  todo: null,
})

/** It works, and may not for long. */
export const doubtful = (check: string, found: string, todo: string): ConnectionFinding => ({
  check,
  state: "doubtful",
  found,
  todo,
})

/** It does not work. */
export const wrong = (check: string, found: string, todo: string): ConnectionFinding => ({
  check,
  state: "wrong",
  found,
  todo,
})

/**
 * Findings for people: a line each, and under it what to do.
 *
 * ```ts
 * import { findingsText, ok } from "../http/cli/doctor/finding.ts"
 *
 * findingsText([ok("clock", "0 s off")]) // => "ok        clock      0 s off"
 * ```
 */
export const findingsText = (findings: ReadonlyArray<ConnectionFinding>): string =>
  findings
    .map(({ check, found, state, todo }) => {
      const line = `${state.padEnd(10)}${check.padEnd(11)}${found}`
      return todo === null ? line : `${line}\n${" ".repeat(10)}-> ${todo}`
    })
    .join("\n")
