import * as Effect from "effect/Effect"
import type { ReleaseState } from "../../rules/tables/release.ts"
import type { RefusedTables } from "../ports/tables-status.ts"
import type { Bundle } from "../ports/table-bundle.ts"

/** The names of releases that stand so, where there are any. */
const namesIn = (
  field: string,
  releases: Bundle["releases"],
  state: ReleaseState,
): Readonly<Record<string, string>> => {
  const names = releases.filter((release) => release.state === state).map(({ name }) => name)
  return names.length === 0 ? {} : { [field]: names.join(",") }
}

/** What a log line says of tables: their version and dates, never a row or a path. */
const fields = ({ hash, manifest, releases }: Bundle) => ({
  tables: hash,
  schemaVersion: manifest.schemaVersion,
  effectiveFrom: manifest.effectiveFrom,
  ...namesIn("releases", releases, "inForce"),
  ...namesIn("releasesWaiting", releases, "waiting"),
  ...namesIn("releasesRefused", releases, "refused"),
  ...(manifest.effectiveUntil === null ? {} : { effectiveUntil: manifest.effectiveUntil }),
})

/** Tables were put in force in the place of others. */
export const logTaken = (bundle: Bundle, before: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("tables taken"), { ...fields(bundle), before: before.hash })

/** Sound tables were found whose first day is still to come. */
export const logWaiting = (bundle: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("tables wait for their first day"), fields(bundle))

/** The tables in force are past their last day, and go on being served. */
export const logPast = (bundle: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("tables are past their last day"), fields(bundle))

/** The folder holds what is in force, or waits, already. */
export const logUnchanged = (bundle: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logInfo("tables have not changed"), { tables: bundle.hash })

/** Tables were refused; the first mistake stands for all of them. */
export const logRefused = ({ count, mistakes }: RefusedTables, kept: Bundle): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("tables refused"), {
    mistakes: count,
    first: mistakes[0] ?? "",
    kept: kept.hash,
  })
