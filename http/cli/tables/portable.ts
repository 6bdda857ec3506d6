import { readFile } from "node:fs/promises"
import { basename, dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { dayNumber } from "../../../core/portable/feel-cells.ts"
import { camelCase } from "../../../core/table/names.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { systemReason } from "../../platform/system-error.ts"
import {
  definitionEnd,
  type LoadedPortable,
  loadPortable,
} from "../../tables/forms/jdm/portable-files.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"

/** Whether a name on the command line is the definition of a portable table. */
export const isPortable = (name: string): boolean => name.endsWith(definitionEnd)

/** Facts as they are given, with days as the numbers that conditions compare. */
export const withDayNumbers = (
  { inputs }: FoundPortable["table"],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const days = new Set(
    inputs.flatMap(({ name, type }) => (type === "day" ? [name, camelCase(name)] : [])),
  )
  return Object.fromEntries(
    Object.entries(given).map(([name, fact]) => {
      const isDay = days.has(name) && typeof fact === "string" && isCalendarDay(fact)
      return [name, isDay ? Number(dayNumber(fact)) : fact]
    }),
  )
}

const readText = (path: string): Effect.Effect<string, CommandRefused> =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => refusal("unreadable", { path, reason: systemReason(cause) }),
  })

/** A portable table with the folder that it lies in. */
export interface FoundPortable extends LoadedPortable {
  readonly folder: string
}

/** Reads a portable table from disk with all mistakes in its rows, given the path of its definition. */
export const readPortableRows = Effect.fnUntraced(function* (path: string) {
  const csv = `${path.slice(0, -definitionEnd.length)}.csv`
  const [definition, source] = yield* Effect.all([readText(path), readText(csv)])
  const loaded = loadPortable(basename(csv), definition, source.replace(/^\uFEFF/, ""))
  if (Result.isFailure(loaded)) {
    return yield* refusal("unreadable", { path, reason: loaded.failure })
  }
  return { ...loaded.success, folder: dirname(path) } satisfies FoundPortable
})

/** Reads a portable table without mistakes. */
export const readPortable = Effect.fnUntraced(function* (path: string) {
  const found = yield* readPortableRows(path)
  if (found.errors.length > 0)
    return yield* refusal("imported-table-invalid", { errors: found.errors })
  return found
})
