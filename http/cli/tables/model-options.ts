/** What is to be taken of a model, and where to. */
export interface ModelOptions {
  /** The table of ours that its rows go to. */
  readonly into: string | undefined
  /** The name of the one table to take. */
  readonly only: string | undefined
  /** The folder for tables that are not ours. */
  readonly out: string | undefined
}
