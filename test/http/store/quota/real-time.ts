/** An accepted call: what its answer said remains, and when it was on its way. */
export interface TimedCall {
  readonly sentAtMs: number
  readonly answeredAtMs: number
  readonly remaining: number
}

/** Runs a call and notes when it was on its way. */
export const timed = async <Answer>(call: () => Promise<Answer>) => {
  const sentAtMs = performance.now()
  const answer = await call()
  return { answer, sentAtMs, answeredAtMs: performance.now() }
}

/**
 * The first call that was told of as much, or more, than another one that had been answered before
 * it was sent; undefined where the remainders respect real time. One sweep over both orders.
 */
export const outOfTime = (calls: ReadonlyArray<TimedCall>): TimedCall | undefined => {
  const answered = calls.toSorted((left, right) => left.answeredAtMs - right.answeredAtMs)
  let next = 0
  let leastRemaining = Infinity
  for (const call of calls.toSorted((left, right) => left.sentAtMs - right.sentAtMs)) {
    for (; (answered[next]?.answeredAtMs ?? Infinity) < call.sentAtMs; next += 1) {
      leastRemaining = Math.min(leastRemaining, answered[next]?.remaining ?? Infinity)
    }
    if (call.remaining >= leastRemaining) return call
  }
  return undefined
}
