import type { TableOperation } from "../../../../core/mutation/table-operations.ts"
import type { Call } from "./call.ts"
import type { SessionView, StepAction } from "./session.ts"

/** An edit of one table, made on what the page showed at a revision. */
export interface TableEdit {
  readonly file: string
  /** The revision whose lines the operations name. */
  readonly revision: number
  readonly action: StepAction
  readonly operations: ReadonlyArray<TableOperation>
}

/** Calls about one table. */
export interface TableCalls {
  readonly edit: Call<TableEdit, SessionView>
}
