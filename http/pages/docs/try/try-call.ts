import type * as Effect from "effect/Effect"
import type { EndpointName } from "../../../api/api.ts"

/** A call that somebody tries from the documentation. */
export interface CallToTry {
  readonly operation: EndpointName
  /** What stands after the `?`; empty without. */
  readonly query: string
  /** The body as it was typed; empty without. */
  readonly body: string
}

/** What a tried call was answered. */
export interface TriedCall {
  readonly keyId: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Makes a sandbox call of a partner within the service: signed with the partner's own key and charged
 * as any other. Undefined where the partner has no sandbox key in use; nothing of the key's secret is
 * answered.
 */
export type TryCall = (partnerCode: string, call: CallToTry) => Effect.Effect<TriedCall | undefined>
