import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Earlier } from "../../rules/check/check-report.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import { definitions } from "../../rules/tables/index.ts"
import { BaseUnknown, readBase } from "./base-version.ts"
import type { TablesUnreadable } from "./folder-errors.ts"
import type { GitUnavailable } from "./git.ts"

/** The revision that tables are compared with where none is named. */
export const usualBase = "HEAD"

/** The tables whose figures move little from one version to the next. */
const steadyFiles = Object.values<AnyDefinition>(definitions)
  .filter(({ means }) => means?.some(({ _tag }) => _tag === "Steady"))
  .map(({ file }) => file)

/** Whether a version is known, and has none of the tables that are compared with it. */
const hasNone = (error: BaseUnknown | GitUnavailable | TablesUnreadable): boolean =>
  error instanceof BaseUnknown &&
  (error.problem === "empty folder" || error.problem === "no tables")

/**
 * Reads the tables of the version before that figures are compared with: of a folder, or of a revision
 * of the repository that the tables are in. One that is named must be there; the usual one need not.
 */
export const readEarlier = (
  base: Option.Option<string>,
  folder: string,
): Effect.Effect<Earlier, BaseUnknown | GitUnavailable | TablesUnreadable> =>
  readBase(
    Option.getOrElse(base, () => usualBase),
    folder,
    steadyFiles,
  ).pipe(
    Effect.map(({ name, sources }): Earlier => ({ name, sources })),
    Effect.catch((error) =>
      Option.isNone(base) || hasNone(error)
        ? Effect.succeed<Earlier>({ problem: error.message })
        : Effect.fail(error),
    ),
  )
