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

/** The tables hold mistakes: all of them, by file and line; the message shows the first. */
export class TablesInvalid extends Data.TaggedError("TablesInvalid")<{
  readonly folder: string
  readonly errors: ReadonlyArray<TableError>
}> {
  override get message() {
    const [first, ...more] = this.errors.map(describeTableError)
    const others =
      more.length === 0 ? "" : `, and ${more.length} more; viatica tables check lists them`
    return `Mistakes in the tables in ${this.folder}: ${first}${others}`
  }
}

/** The tables could not be judged: it took too much time or memory, or failed here. */
export class TablesUnjudged extends Data.TaggedError("TablesUnjudged")<{
  readonly folder: string
  readonly reason: string
}> {
  override get message() {
    return `The tables in ${this.folder} cannot be judged: ${this.reason}`
  }
}

/** The tables are sound, and their first day is still to come. */
export class TablesPending extends Data.TaggedError("TablesPending")<{
  readonly folder: string
  readonly effectiveFrom: string
  readonly today: string
}> {
  override get message() {
    const { effectiveFrom, folder, today } = this
    return `The tables in ${folder} are in force from ${effectiveFrom} (effective_from in bundle.csv); today is ${today} in UTC`
  }
}
