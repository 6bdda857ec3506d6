import * as Option from "effect/Option"

/** Where a page of recent calls ended: the instant of its last call, and that call's request id. */
export interface CallCursor {
  readonly atMs: number
  readonly requestId: string
}

const callForm = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * The text of a cursor, for the address of the next page.
 *
 * ```ts
 * import { callCursorText } from "../rules/usage/next-calls.ts"
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
 * import { callCursorText, readCallCursor } from "../rules/usage/next-calls.ts"
 *
 * const cursor = { atMs: 1790000000000, requestId: "3f8e9a52-6c1d-4b7e-9f30-2a5d8c417be6" }
 * Option.getOrNull(readCallCursor(callCursorText(cursor))) // => cursor
 * Option.getOrNull(readCallCursor("1790000000000")) // => null
 * ```
 */
export const readCallCursor = (text: string): Option.Option<CallCursor> => {
  const [, at, requestId] = callForm.exec(text) ?? []
  return at === undefined || requestId === undefined
    ? Option.none()
    : Option.some({ atMs: Number(at), requestId })
}

/**
 * How far a list of kept calls has been read: the number of the last call of those whose signature held,
 * and that of the others, which are numbered apart.
 */
export interface CallNumbers {
  readonly signed: number
  readonly unsigned: number
}

const numbersForm = /^(\d{1,15})\.(\d{1,15})$/

/**
 * The text of it, as partners send it back.
 *
 * ```ts
 * import { callNumbersText } from "../rules/usage/next-calls.ts"
 *
 * callNumbersText({ signed: 1204, unsigned: 3 }) // => "1204.3"
 * ```
 */
export const callNumbersText = ({ signed, unsigned }: CallNumbers): string =>
  `${signed}.${unsigned}`

/**
 * Reads that text; none where it is not one.
 *
 * ```ts
 * import * as Option from "effect/Option"
 * import { readCallNumbers } from "../rules/usage/next-calls.ts"
 *
 * Option.getOrNull(readCallNumbers("1204.3")) // => { signed: 1204, unsigned: 3 }
 * Option.getOrNull(readCallNumbers("1204")) // => null
 * ```
 */
export const readCallNumbers = (text: string): Option.Option<CallNumbers> => {
  const [, signed, unsigned] = numbersForm.exec(text) ?? []
  return signed === undefined || unsigned === undefined
    ? Option.none()
    : Option.some({ signed: Number(signed), unsigned: Number(unsigned) })
}

/** A kept call, as far as its place in the list goes. */
interface NumberedCall {
  readonly isSigned: boolean
  readonly number: number
  /** When it came in. */
  readonly atMs: number
}

/** The calls of a page, the oldest first, and how far the list has been read with them. */
interface NextCalls<Call> {
  readonly calls: ReadonlyArray<Call>
  readonly read: CallNumbers
}

const earlier = (left: NumberedCall, right: NumberedCall): number =>
  left.atMs - right.atMs || left.number - right.number

/**
 * The next calls of a list that has been read so far, at most `limit`. Signed calls and others each go by
 * their numbers, so that what is read on passes none over; of the two, the earlier call comes first. What
 * was read to its end has been read to the `last` number, which may be that of a call not kept any more.
 *
 * ```ts
 * import { nextCalls } from "../rules/usage/next-calls.ts"
 *
 * const call = (number: number, atMs: number, isSigned = true) => ({ isSigned, number, atMs })
 * const since = [call(5, 10), call(6, 30), call(2, 20, false)]
 * const read = { signed: 4, unsigned: 1 }
 * const last = { signed: 6, unsigned: 2 }
 * nextCalls(since, read, last, 2) // => { calls: [call(5, 10), call(2, 20, false)], read: { signed: 5, unsigned: 2 } }
 * nextCalls(since, read, last, 9).read // => { signed: 6, unsigned: 2 }
 * nextCalls([], read, last, 9) // => { calls: [], read: { signed: 6, unsigned: 2 } }
 * ```
 */
export const nextCalls = <Call extends NumberedCall>(
  since: ReadonlyArray<Call>,
  before: CallNumbers,
  last: CallNumbers,
  limit: number,
): NextCalls<Call> => {
  const byNumber = since.toSorted((left, right) => left.number - right.number)
  const waiting = {
    signed: byNumber.filter(({ isSigned }) => isSigned),
    unsigned: byNumber.filter(({ isSigned }) => !isSigned),
  }
  const read = { signed: before.signed, unsigned: before.unsigned }
  const calls: Array<Call> = []
  while (calls.length < limit) {
    const [signed] = waiting.signed
    const [unsigned] = waiting.unsigned
    if (signed === undefined && unsigned === undefined) break
    const isSigned =
      unsigned === undefined || (signed !== undefined && earlier(signed, unsigned) <= 0)
    const kind = isSigned ? "signed" : "unsigned"
    const next = waiting[kind].shift()
    if (next === undefined) break
    calls.push(next)
    read[kind] = next.number
  }
  return {
    calls: calls.toSorted(earlier),
    read: {
      signed: waiting.signed.length === 0 ? last.signed : read.signed,
      unsigned: waiting.unsigned.length === 0 ? last.unsigned : read.unsigned,
    },
  }
}
