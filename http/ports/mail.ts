import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A letter in plain text to one address, which has been read by `readEmail`. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A letter as the demo's outbox keeps it. */
export interface KeptLetter extends Letter {
  /** ISO 8601, UTC. */
  readonly at: string
}

/** Where letters go. */
export class Mail extends Context.Service<
  Mail,
  {
    /** Whether letters go anywhere at all: to a mail server, or to the demo's outbox. */
    readonly isSet: boolean
    /** The address that letters come from. */
    readonly from: string
    /**
     * Hands a letter over and does not wait until it is sent: neither whether nor how fast that
     * happens shows in the answer that follows. What cannot be sent is logged.
     */
    readonly post: (letter: Letter) => Effect.Effect<void>
    /** The letters of the demo's outbox, the newest first; undefined where there is none. */
    readonly outbox: Effect.Effect<ReadonlyArray<KeptLetter>> | undefined
  }
>()("viatica/Mail") {}
