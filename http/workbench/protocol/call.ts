/** One call of the page to its server: what it takes, and what it gives. */
export interface Call<Input, Output> {
  readonly input: Input
  readonly output: Output
}

/** A call that takes nothing. */
export type Nothing = Readonly<Record<string, never>>

/** Why a call was refused: a code that the page has words for, the facts of it, and an English sentence. */
export interface CallRefusal {
  readonly code: string
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** What comes back from a call. */
export type CallReply<Output> =
  | { readonly _tag: "Answered"; readonly output: Output }
  | { readonly _tag: "Refused"; readonly refusal: CallRefusal }

/** The header in which a page says which one it is, by a name that it draws when it is opened. */
export const writerHeader = "x-workbench-page"
