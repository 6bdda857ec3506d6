import * as Effect from "effect/Effect"
import type { FactProblem } from "../../../core/explain/facts.ts"
import { findRows } from "../../../core/explain/find-rows.ts"
import type { TableDefinition } from "../../../core/table/definition.ts"
import { print } from "../output.ts"
import type { ExplainRequest } from "./explain-decision.ts"
import { FactsMissing, FactsRefused, KeyUnknown } from "./explain-errors.ts"
import { foundText } from "./explain-text.ts"
import type { LoadedTables } from "./load-tables.ts"
import { placesIn } from "./shown-path.ts"

/** Shows the row of a key in a plain table, or the rows of a part of one. */
export const explainPlain = Effect.fnUntraced(function* (
  loaded: LoadedTables,
  definition: TableDefinition,
  { given, json, partial, rowsMax, whyNotLine }: ExplainRequest,
) {
  const { file } = definition
  if (whyNotLine !== undefined) {
    const expected = "left out: a plain table has keys and no conditions"
    const problem: FactProblem = {
      _tag: "FactProblem",
      name: "--why-not",
      given: whyNotLine,
      expected,
    }
    return yield* new FactsRefused({ file, problems: [problem] })
  }
  const found = findRows(definition, loaded.sources.get(file) ?? "", given)
  const { open, problems } = found
  if (problems.length > 0) return yield* new FactsRefused({ file, problems })
  if (open.length > 0 && !partial) return yield* new FactsMissing({ file, missing: open })
  const { placeOf } = placesIn(loaded, file)
  const shown = { ...found, count: found.found.length, found: found.found.slice(0, rowsMax) }
  yield* print(json, shown, () => foundText(found, rowsMax, placeOf))
  if (found.found.length === 0) return yield* new KeyUnknown({ file, nearest: found.nearest })
})
