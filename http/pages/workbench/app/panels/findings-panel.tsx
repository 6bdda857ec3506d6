import type { JSX } from "preact"

/** What was found in a table, beside its grid. */
export const FindingsPanel = (_: { readonly file: string }): JSX.Element | null => null
