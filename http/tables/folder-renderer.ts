import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { inFileOrder } from "../../core/table/error.ts"
import { loadDefinitions } from "../../core/table/load.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import { renderingDefinitions } from "../../rules/messages/rendering-tables.ts"
import { TablesInvalid } from "./folder-errors.ts"
import { compileText } from "../messages/icu.ts"

/** Renders bilans with the texts that were read from a folder of tables; a mistake in them fails. */
export const rendererOf = Effect.fn("rendererOf")(function* (
  folder: string,
  sources: ReadonlyMap<string, string>,
) {
  const loaded = loadDefinitions(renderingDefinitions, sources)
  if (Result.isSuccess(loaded)) {
    return makeBilanRenderer({ texts: loaded.success, format: compileText })
  }
  return yield* new TablesInvalid({ folder, errors: inFileOrder(loaded.failure) })
})
