import * as Data from "effect/Data"
import { describeTableError, type TableError } from "../../core/table/error.ts"

/** The folder of tables cannot be read. */
export class TablesUnreadable extends Data.TaggedError("TablesUnreadable")<{
  readonly folder: string
  readonly reason: string
}> {
  override get message() {
    return `The tables in ${this.folder} cannot be read: ${this.reason}`
  }
}

/** The tables hold mistakes; every one of them is listed. */
export class TablesInvalid extends Data.TaggedError("TablesInvalid")<{
  readonly folder: string
  readonly errors: ReadonlyArray<TableError>
}> {
  override get message() {
    const lines = this.errors.map((error) => `  ${describeTableError(error)}`)
    const count = `${this.errors.length} ${this.errors.length === 1 ? "mistake" : "mistakes"}`
    return [`${count} in the tables in ${this.folder}:`, ...lines].join("\n")
  }
}
