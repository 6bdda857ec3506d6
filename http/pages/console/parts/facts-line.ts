/**
 * Short facts in one line. They are joined here, as templates drop spaces at the ends of their lines.
 *
 * ```ts
 * import { factsLine } from "../http/pages/console/parts/facts-line.ts"
 *
 * factsLine("owner", undefined, "since May") // => "owner · since May"
 * ```
 */
export const factsLine = (...facts: ReadonlyArray<string | undefined>): string =>
  facts.filter((fact) => fact !== undefined).join(" · ")
