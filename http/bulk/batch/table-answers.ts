import * as Result from "effect/Result"
import { makeAnswer } from "../../../core/engine/answer-table.ts"
import { columnsOfFeel } from "../../../core/portable/read-portable.ts"
import { loadFeel } from "../../tables/forms/dmn/feel.ts"
import { loadPortable } from "../../tables/forms/portable/portable-files.ts"
import { type AnsweringTable, type PreparedAnswers, stringified } from "./prepared-answers.ts"

/** Prepares the answers of an imported table whose rows have no mistake. */
export const tableAnswers = async ({
  definition,
  file,
  source,
}: AnsweringTable): Promise<PreparedAnswers> => {
  // The command that names the table has read it before, and has looked for the interpreter.
  const { decision, table } = Result.getOrThrow(loadPortable(file, definition, source))
  const feel = columnsOfFeel(table).length > 0 ? await loadFeel() : undefined
  return stringified(makeAnswer(table, decision, feel?.evaluate), {
    warningsOf: () => [],
    nest: Result.succeed,
  })
}
