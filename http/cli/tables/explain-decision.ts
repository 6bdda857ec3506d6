import * as Effect from "effect/Effect"
import { explain, type DecisionExplanation, traceRow } from "../../../core/explain/explain.ts"
import { readFacts } from "../../../core/explain/facts.ts"
import { explainOpen } from "../../../core/explain/open-facts.ts"
import { whyNot } from "../../../core/explain/why-not.ts"
import type { Decision } from "../../../core/table/decision.ts"
import { print } from "../../terminal/output.ts"
import { explanationText, openText, traceText, whyNotText } from "./explain-text.ts"
import type { LoadedTables } from "./load-tables.ts"
import { placesIn } from "../../tables/shown-path.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"

/** What every way of explaining is asked with. */
export interface ExplainRequest {
  readonly given: Readonly<Record<string, unknown>>
  readonly partial: boolean
  readonly whyNotLine: number | undefined
  readonly rowsMax: number
  readonly json: boolean
}

/** The row at a line, by its place from 0. */
const rowAt = (
  { definition, rows }: Decision,
  line: number,
): Effect.Effect<number, CommandRefused> => {
  const row = rows.findIndex((one) => one.line === line)
  if (row >= 0) return Effect.succeed(row)
  const distance = (one: number): number => Math.abs(one - line)
  const [nearest] = rows
    .map((one) => one.line)
    .sort((left, right) => distance(left) - distance(right))
  return Effect.fail(refusal("no-row-at-line", { file: definition.file, line, nearest }))
}

/** The outputs of a row as its file writes them. */
const outputsIn = ({ definition, fields, rows }: Decision) => {
  const names = Object.keys(definition.outputs)
  const inputs = Object.keys(definition.inputs).length
  return (line: number): Readonly<Record<string, string>> => {
    const row = fields[rows.findIndex((one) => one.line === line)] ?? []
    return Object.fromEntries(names.map((name, index) => [name, row[inputs + index]?.text ?? ""]))
  }
}

const withOutputs = (explanation: DecisionExplanation, outputsOf: ReturnType<typeof outputsIn>) => {
  const shown = explanation.fired.shown.map((row) => ({ ...row, outputs: outputsOf(row.line) }))
  return { ...explanation, fired: { ...explanation.fired, shown } }
}

/** Explains facts, or one row that does not fire, or what still matters while facts are open. */
export const explainDecision = Effect.fnUntraced(function* (
  loaded: Pick<LoadedTables, "folder" | "wordsOf">,
  decision: Decision,
  { given, json, partial, rowsMax, whyNotLine }: ExplainRequest,
) {
  const { file, inputs } = decision.definition
  const { path, placeOf } = placesIn(loaded, file)
  const { facts, open, problems } = readFacts(inputs, given, loaded.wordsOf)
  if (problems.length > 0) return yield* refusal("facts-refused", { file, problems })
  if (open.length > 0 && !partial) return yield* refusal("facts-missing", { file, missing: open })
  if (whyNotLine !== undefined) {
    const row = yield* rowAt(decision, whyNotLine)
    const answer = whyNot(decision, facts, row, loaded.wordsOf)
    const trace = traceRow(decision, facts, row)
    const explanation = explain(decision, facts, 0)
    return yield* print(json, { file, line: whyNotLine, facts, trace, answer }, () =>
      [
        whyNotText(answer, placeOf(whyNotLine), placeOf),
        ...(trace === undefined ? [] : [traceText(explanation, [trace], placeOf)]),
      ].join("\n\n"),
    )
  }
  if (open.length > 0) {
    const answer = explainOpen(decision, facts, loaded.wordsOf)
    return yield* print(json, answer, () => openText(answer, path, placeOf))
  }
  const outputsOf = outputsIn(decision)
  const explanation = explain(decision, facts, rowsMax)
  return yield* print(json, withOutputs(explanation, outputsOf), () =>
    explanationText(explanation, path, placeOf, outputsOf),
  )
})
