import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { TableError } from "../../core/table/error.ts"
import type { LoadMemory } from "../../core/table/load.ts"
import { type AllTables, loadSoundTables, shippedTexts } from "../tables/index.ts"

/** The two versions of the tables of one moment, as texts by file. */
export interface VersionTexts {
  /** Counts changes; an answer says of which it is. */
  readonly revision: number
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
}

/** Both versions of the tables, loaded. */
export interface LoadedVersions {
  readonly before: AllTables
  /** The newest version without mistakes. */
  readonly after: AllTables
  /** The texts of that version. */
  readonly sources: ReadonlyMap<string, string>
  /** The revision of that version. */
  readonly revision: number
  /** The mistakes in the newest version; where there are some, `after` is an older one. */
  readonly mistakes: ReadonlyArray<TableError>
}

/** Why a question about tables has no answer, and the facts of it. */
export interface UnansweredFacts {
  readonly CaseNameTaken: { readonly name: string }
  /** No row of cases can be written of a traveller; the column that is wrong. */
  readonly CaseUnreadable: { readonly column: string }
  /** No bilan can be made of a request, which is refused with a code of the API. */
  readonly NoBilan: { readonly error: string }
  readonly NoSuchCase: { readonly name: string }
  readonly NoSuchOffer: { readonly offerId: number }
  readonly OutcomesUnreadable: {}
  readonly TablesBroken: {}
}

/** What a question has no answer for. */
export type UnansweredCode = keyof UnansweredFacts

/** A question about tables has no answer; the workbench has the words of each code. */
export class Unanswerable extends Data.TaggedError("Unanswerable")<{
  readonly code: UnansweredCode
  readonly facts: UnansweredFacts[UnansweredCode]
}> {
  override get message() {
    return this.code
  }
}

/** Makes what a question has no answer for, of its code and the facts that this code has. */
export const unanswerable = <Code extends UnansweredCode>(
  code: Code,
  facts: UnansweredFacts[Code],
): Unanswerable => new Unanswerable({ code, facts })

/**
 * Prepares to load both versions as they are asked for. Texts that stay the same are read once; tables
 * of the version before that there were not yet, or that hold mistakes today, are those of the version
 * after. While the newest version holds mistakes, the last one without any stands in.
 */
export const makeLoading = (): ((
  versions: VersionTexts,
) => Result.Result<LoadedVersions, Unanswerable>) => {
  const memory: LoadMemory = new Map()
  let before: AllTables | undefined
  let sound: Omit<LoadedVersions, "before" | "mistakes"> | undefined
  let last: { readonly after: Sources; readonly loaded: LoadedVersions } | undefined
  return ({ after, before: older, revision }) => {
    // As long as no text changes, the tables are the same objects, and what is made of them is kept.
    if (last?.after === after) return Result.succeed(last.loaded)
    if (before === undefined) {
      const own = whole(older, memory)
      const broken = new Set(own.errors.map(({ file }) => file))
      const filled = new Map([
        ...shippedTexts(after),
        ...[...older].filter(([file]) => !broken.has(file)),
      ])
      before = own.tables ?? whole(filled, memory).tables
      if (before !== undefined) {
        const sources = own.tables === undefined ? filled : older
        sound ??= { after: before, sources, revision: 0 }
      }
    }
    const { errors, tables } = whole(after, memory)
    if (tables !== undefined) sound = { after: tables, sources: after, revision }
    if (sound === undefined) return Result.fail(unanswerable("TablesBroken", {}))
    const loaded = { before: before ?? sound.after, ...sound, mistakes: errors }
    last = { after, loaded }
    return Result.succeed(loaded)
  }
}

type Sources = ReadonlyMap<string, string>

const whole = (sources: Sources, memory: LoadMemory) => {
  const { errors, tables } = loadSoundTables(sources, memory)
  return { errors, tables: errors.length === 0 ? (tables as AllTables) : undefined }
}
