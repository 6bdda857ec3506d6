import type { Tables } from "../../../rules/tables/index.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { type AnswerBytes, makeReader } from "../request-reader.ts"
import { type AnswerForm, plainForm } from "../rows/answer-columns.ts"
import { refusalText } from "../rows/answer-rows.ts"
import { rowLine, rowReader } from "../rows/row-request.ts"
import type { AnswerRow, RefusalTelling, WriteLine } from "./answer-batch.ts"
import {
  type Answering,
  type PreparedAnswers,
  type RowAnswers,
  rowAnswers,
} from "./prepared-answers.ts"

/** Loads what answers: a bilan has no use for the half of the modules that are there for quotes. */
const answersOf = async (answering: Answering, tables: Tables): Promise<PreparedAnswers> => {
  switch (answering._tag) {
    case "Bilan":
      return (await import("./bilan-answers.ts")).bilanAnswers(answering, tables)
    case "Quote":
      return (await import("./quote-answers.ts")).quoteAnswers(answering, tables)
    case "Table":
      return await (await import("./table-answers.ts")).tableAnswers(answering)
  }
}

/** Whole answers, to rows of a table as to the lines that they stand for. */
const wholeAnswers = (write: AnswerBytes<WriteLine>): RowAnswers => ({
  write,
  row: (asked) => rowReader(write)(Buffer.from(rowLine(asked))),
})

/** What answers the bytes of requests: with an object, or with what writes it in its form. */
export interface BytesAnswered {
  readonly answer: AnswerBytes<object>
  readonly write: AnswerBytes<WriteLine>
  readonly row: AnswerRow
  readonly telling: RefusalTelling
}

/** Prepares answers over a set of tables: the same on whatever thread, from the same tables. */
export const prepareAnswers = async (
  answering: Answering,
  tables: Tables,
  form: AnswerForm = plainForm,
): Promise<BytesAnswered> => {
  const bytesMax = limitOf(tables, "body_bytes_max")
  const prepared = await answersOf(answering, tables)
  const { nest, objects, warningsOf, written } = prepared
  const answers =
    form.columns === undefined
      ? wholeAnswers(makeReader(written, bytesMax, warningsOf, nest))
      : rowAnswers(prepared, form, bytesMax)
  return {
    answer: makeReader(objects, bytesMax, warningsOf, nest),
    write: form.isTable ? rowReader(answers.write) : answers.write,
    row: answers.row,
    telling: { place: form.place, ...(form.refusalsInline ? { inline: refusalText(form) } : {}) },
  }
}
