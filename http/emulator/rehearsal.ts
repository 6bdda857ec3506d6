import type { ChangeSigned } from "./changed-bodies.ts"
import type { ChangeCall } from "./changed-calls.ts"
import type { StateName } from "./state-triggers.ts"

/** How a refusal is brought about. */
export type Rehearsal =
  /** The next call is changed on its way in; the gateway refuses it by itself. */
  | { readonly by: "call"; readonly what: string; readonly change: ChangeCall }
  /** The next call is changed behind the signature; the endpoint refuses it by itself. */
  | { readonly by: "body"; readonly what: string; readonly change: ChangeSigned }
  /** The next call is refused in this sentence, as one that the endpoint does not let in. */
  | { readonly by: "entry"; readonly what: string; readonly detail: string }
  /** The next call is let in, charged and refused in this sentence, as where its work fails. */
  | { readonly by: "work"; readonly what: string; readonly detail: string }
  /** The next call is answered so before anybody looks at it. */
  | {
      readonly by: "answer"
      readonly what: string
      readonly detail: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The world is changed so that calls are refused from now on. */
  | { readonly by: "state"; readonly what: string; readonly states: ReadonlyArray<StateName> }
