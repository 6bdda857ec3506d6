import type { CallNumbers } from "./call-numbers.ts"

/** A kept call, as far as its place in the list goes. */
export interface NumberedCall {
  readonly isSigned: boolean
  readonly number: number
  /** When it came in. */
  readonly atMs: number
}

/** The calls of a page, the oldest first, and how far the list has been read with them. */
export interface NextCalls<Call> {
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
