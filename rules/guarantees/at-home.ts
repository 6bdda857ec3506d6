import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import { memoFrozen } from "../../core/memory.ts"

/** The guarantees that an offer holds, by slug. */
type Held = Readonly<Record<string, Guarantee>>

const notAvailable: Guarantee = Object.freeze({ state: "not_available", value: null })

/**
 * Prepares what offers hold on a trip within the country of residence: a guarantee for what happens
 * abroad reads not_available there, whichever insurer printed it.
 *
 * ```ts
 * import { prepareAtHome } from "../rules/guarantees/at-home.ts"
 * const atHome = prepareAtHome(new Set(["hospitalFeesAbroad"]))
 * const delay = { state: "value", value: 150 } as const
 * const held = { hospitalFeesAbroad: { state: "actual_costs", value: null }, transportDelay: delay } as const
 * atHome(held) // => { hospitalFeesAbroad: { state: "not_available", value: null }, transportDelay: delay }
 * ```
 */
export const prepareAtHome = (abroadOnly: ReadonlySet<string>): ((held: Held) => Held) => {
  const shown = (held: Held): Held =>
    Object.freeze(
      Object.fromEntries(
        Object.entries(held).map(([slug, guarantee]) => [
          slug,
          abroadOnly.has(slug) ? notAvailable : guarantee,
        ]),
      ),
    )
  return memoFrozen(shown)
}
