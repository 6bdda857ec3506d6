import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { TableRole } from "../../../rules/accounts/person.ts"
import type { Person } from "../../../rules/changes/reviewed-change.ts"

/** Somebody who is signed in to a workbench for a team. */
export interface TeamMember {
  /** The address stands for the name too: nobody there is known by anything else. */
  readonly person: Person
  readonly roles: ReadonlyArray<TableRole>
}

/** Who makes a call, or is shown a view; null at a workbench on one's own machine, where nobody signs in. */
export const SignedIn = Context.Reference<TeamMember | null>("viatica/WorkbenchSignedIn", {
  defaultValue: () => null,
})

/** Whether who makes a call is signed in still, and has the same roles. */
export const StillSignedIn = Context.Reference<Effect.Effect<boolean>>("viatica/StillSignedIn", {
  defaultValue: () => Effect.succeed(true),
})

/** The address under which steps and cells are kept; empty at a workbench on one's own machine. */
export const signedInMail: Effect.Effect<string> = Effect.map(
  SignedIn,
  (member) => member?.person.mail ?? "",
)
