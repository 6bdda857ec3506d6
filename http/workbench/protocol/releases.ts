import type { Person } from "../../../rules/changes/reviewed-change.ts"
import type { Call, Nothing } from "./call.ts"
import type { StepMade } from "./session.ts"

/** A release beside the tables, and how it stands today. */
export interface ReleaseEntry {
  readonly name: string
  readonly effectiveFrom: string | null
  readonly state: "inForce" | "waiting" | "refused" | "withdrawn"
  readonly author: string | null
  readonly reason: string | null
  readonly withdrawnOn: string | null
  /** Who approved it, as it says itself or the repository does; null where neither does. */
  readonly approvedBy: string | null
  /** Whether it is refused for that alone. */
  readonly waitsForApproval: boolean
  /** Who wants it withdrawn, where that waits for a second person; null otherwise. */
  readonly withdrawalWantedBy: string | null
  readonly tables: ReadonlyArray<string>
  /** The tables of one's own that it takes away. */
  readonly removed: ReadonlyArray<string>
  readonly mistakes: ReadonlyArray<string>
  /** Files that a later release holds, too, so that it undoes them. */
  readonly undoneBy: ReadonlyArray<{ readonly by: string; readonly file: string }>
}

/** A version of the tables that the repository knows. */
export interface EarlierTables {
  readonly commit: string
  readonly day: string
  readonly subject: string
}

/** The releases, in the order in which they come into force. */
export interface ReleasesView {
  readonly today: string
  /** Whether nothing comes into force, or is withdrawn, by one person's word. */
  readonly needsApproval: boolean
  readonly releases: ReadonlyArray<ReleaseEntry>
  /** The hash of the tables in force today, and the release that brought them; null where mistakes hide it. */
  readonly inForce: { readonly hash: string; readonly release: string | null } | null
  /** The release that a rollback takes back, and what is in force then; null where none is in force. */
  readonly rollback: { readonly name: string; readonly after: string | null } | null
  /** The newest commits of the tables, newest first. */
  readonly history: ReadonlyArray<EarlierTables>
  /** The tables that a release of the change would hold or take away, by the files of their rows. */
  readonly edited: ReadonlyArray<string>
  /** The first day of the next month. */
  readonly nextMonth: string
  /** A name for a release of the change on that day. */
  readonly suggestedName: string
}

/** A release of the change that the author asks for. */
export interface ReleaseAsked {
  readonly name: string
  readonly effectiveFrom: string
  readonly reason: string
  /** Who makes it, where git's settings name nobody. */
  readonly author: string | null
}

/** A release, and who acts on it, where git's settings name nobody. */
export interface ReleaseActed {
  readonly name: string
  readonly you: Person | null
}

/** Calls about releases. */
export interface ReleasesCalls {
  readonly releasePrepare: Call<ReleaseAsked, StepMade>
  /** Keeps a second person's approval of a release, or of its withdrawal. */
  readonly releaseApprove: Call<ReleaseActed, StepMade>
  readonly releaseNow: Call<{ readonly name: string }, StepMade>
  readonly releaseWithdraw: Call<ReleaseActed, StepMade>
  readonly releaseRollback: Call<{ readonly you: Person | null }, StepMade>
  /** Brings the tables back as a commit has them. */
  readonly releaseRestore: Call<{ readonly commit: string }, StepMade>
}

/** How releases stand. */
export interface ReleasesViews {
  readonly releases: Call<Nothing, ReleasesView>
}
