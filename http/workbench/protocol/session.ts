import type { TableRole } from "../../../rules/accounts/person.ts"
import type { Call, Nothing } from "./call.ts"

/** What a step of editing can do. */
export const stepActions = [
  "cells",
  "insert",
  "duplicate",
  "delete",
  "move",
  "paste",
  "fill",
  "multiply",
  "accept-gap",
  "narrow",
  "split",
  "merge",
  "replace",
  "declare",
  "outcomes",
  "case",
  "source",
  "release",
  "table",
  "addition",
] as const

/** What a step of editing did; the page has words for each. */
export type StepAction = (typeof stepActions)[number]

/** A step that can be undone or done again. */
export interface StepLabel {
  readonly action: StepAction
  /** The table that it changed first. */
  readonly file: string
  /** How many cells or rows it changed. */
  readonly count: number
}

/** What the page lists of a table. */
export interface TableEntry {
  readonly file: string
  readonly kind: "plain" | "decision"
  /** What a table of one's own is called, says in a sentence, and which hook asks it; null of a shipped one. */
  readonly own: {
    readonly title: string
    readonly about: string
    readonly hook: string | null
  } | null
  /** The table whose cases its rows are; null where they are none. */
  readonly casesOf: string | null
  readonly rows: number
  /** Rows that differ from the version before, those that are gone included. */
  readonly changedRows: number
}

/** What the workbench works on, and how it stands. */
export interface SessionView {
  /** The folder of tables, as a terminal here would name it. */
  readonly folder: string
  /** The branch of the repository that the folder lies in; null where it lies in none. */
  readonly branch: string | null
  /** What the tables are compared with: a revision by its name, or the texts at the start. */
  readonly before: {
    readonly name: string
    readonly commit: string | null
    /** The branch that was left at that commit; null where none was found, left out of what was named. */
    readonly left?: string | null
  }
  /** The hash of the tables as they are in the folder. */
  readonly hash: string
  /** Counts every change of the tables since the workbench began. */
  readonly revision: number
  readonly undo: StepLabel | null
  readonly redo: StepLabel | null
  /** When the last edit was written to its file, in milliseconds since 1970; null before the first. */
  readonly savedAtMs: number | null
  readonly tables: ReadonlyArray<TableEntry>
  /** Who looks, at a workbench for a team; null at one of one's own. */
  readonly member: ShownMember | null
}

/** Somebody at a workbench for a team. */
export interface ShownMember {
  /** The address that somebody signs in by. */
  readonly mail: string
  readonly roles: ReadonlyArray<TableRole>
}

/** That a step is made: the page learns what it came to as it learns of every change. */
export interface StepMade {
  /** The revision of the tables that it made. */
  readonly revision: number
}

/** A branch, a tag or a commit to compare with; null for where the branch began. */
export interface BaseNamed {
  readonly base: string | null
}

/** Calls about the whole of the work. */
export interface SessionCalls {
  readonly undo: Call<Nothing, StepMade>
  /** What the change can be compared with: the branches and tags of the repository. */
  readonly bases: Call<Nothing, ReadonlyArray<string>>
  /** Compares with a revision from now on, on all pages; with where the branch began where none is named. */
  readonly compareWith: Call<BaseNamed, StepMade>
  readonly redo: Call<Nothing, StepMade>
}

/** How the whole of the work stands. */
export interface SessionViews {
  readonly session: Call<Nothing, SessionView>
}
