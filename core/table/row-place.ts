/** A place in the tables that a figure or a finding comes from. */
export interface RowPlace {
  /** The file under the folder of tables. */
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  readonly column?: string
}
