import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { stepActions } from "../../../pages/workbench/protocol/session.ts"
import type { TableCalls, TableEdit } from "../../../pages/workbench/protocol/table.ts"
import type { CallHandlers } from "../call-handlers.ts"
import { editTable } from "./edit-table.ts"

const line = Schema.Number
const lines = Schema.Array(line)

const operation = Schema.Union([
  Schema.TaggedStruct("Set", {
    cells: Schema.Array(Schema.Struct({ line, column: Schema.String, text: Schema.String })),
  }),
  Schema.TaggedStruct("Insert", {
    afterLine: line,
    rows: Schema.Array(Schema.Record(Schema.String, Schema.String)),
  }),
  Schema.TaggedStruct("Duplicate", { lines }),
  Schema.TaggedStruct("Delete", { lines }),
  Schema.TaggedStruct("Move", { lines, afterLine: line }),
])

const tableEdit: Schema.ConstraintDecoder<TableEdit> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  action: Schema.Literals(stepActions),
  operations: Schema.Array(operation),
})

/** What answers calls about one table. */
export const tableHandlers: CallHandlers<keyof TableCalls> = {
  edit: {
    input: tableEdit,
    answer: (edit, { desk, session }) => Effect.andThen(editTable(desk, edit), session),
  },
}
