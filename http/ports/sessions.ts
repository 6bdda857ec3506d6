import * as Context from "effect/Context"
import type { SessionOwner } from "../../rules/session/token.ts"

/** Issues the signed tokens of quoting sessions and recognises them; nothing is stored. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** A fresh session of an account and mode. */
    readonly issue: (owner: SessionOwner) => string
    /** Whether a value is a session issued by this service to this account in this mode. */
    readonly isIssued: (owner: SessionOwner, value: unknown) => value is string
    /** The echoed session itself when it is valid, else a fresh one; never fails. */
    readonly resume: (owner: SessionOwner, echoed: unknown) => string
  }
>()("viatica/Sessions") {}
