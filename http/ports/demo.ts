import * as Context from "effect/Context"

/** What a service that shows itself to newcomers knows of its own account. */
export interface Demonstration {
  /** The code of the partner whose pages are shown. */
  readonly partnerCode: string
}

/**
 * Whether the service shows itself to newcomers: then it has pages that would be out of place in
 * production, such as a payment that charges nothing. Null in production.
 */
export const Demo = Context.Reference<Demonstration | null>("viatica/Demo", {
  defaultValue: () => null,
})
