import * as Option from "effect/Option"

/** Where a page of recent calls ended: the instant of its last call, and that call's request id. */
export interface CallCursor {
  readonly atMs: number
  readonly requestId: string
}

const cursorForm = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * The text of a cursor, for the address of the next page.
 *
 * ```ts
 * import { callCursorText } from "../rules/usage/call-cursor.ts"
 *
 * const requestId = "3f8e9a52-6c1d-4b7e-9f30-2a5d8c417be6"
 * callCursorText({ atMs: 1790000000000, requestId }) // => "1790000000000.3f8e9a52-6c1d-4b7e-9f30-2a5d8c417be6"
 * ```
 */
export const callCursorText = ({ atMs, requestId }: CallCursor): string => `${atMs}.${requestId}`

/**
 * Reads the text of a cursor; none where it is not one.
 *
 * ```ts
 * import * as Option from "effect/Option"
 * import { callCursorText, readCallCursor } from "../rules/usage/call-cursor.ts"
 *
 * const cursor = { atMs: 1790000000000, requestId: "3f8e9a52-6c1d-4b7e-9f30-2a5d8c417be6" }
 * Option.getOrNull(readCallCursor(callCursorText(cursor))) // => cursor
 * Option.getOrNull(readCallCursor("1790000000000")) // => null
 * ```
 */
export const readCallCursor = (text: string): Option.Option<CallCursor> => {
  const [, at, requestId] = cursorForm.exec(text) ?? []
  return at === undefined || requestId === undefined
    ? Option.none()
    : Option.some({ atMs: Number(at), requestId })
}
