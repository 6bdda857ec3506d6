/**
 * Takes all steps of some work at once, where nobody waits for something else between two of them.
 *
 * ```ts
 * import { atOnce } from "../core/at-once.ts"
 *
 * const steps = (function* () {
 *   yield
 *   return 7
 * })()
 * atOnce(steps) // => 7
 * ```
 */
export const atOnce = <Answer>(steps: Generator<undefined, Answer>): Answer => {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
