import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { TablesUnreadable } from "./folder-errors.ts"
import { type FolderContent, readFolder } from "./folder-content.ts"
import type { Bundle } from "../ports/table-bundle.ts"
import { inForceOn } from "./in-force.ts"
import { shownMistakes } from "./table-mistakes.ts"
import type { TablesMistakes } from "../ports/tables-status.ts"

/** What a folder of tables turned out to hold; it can be sent from one thread to another. */
export type FolderLook = { readonly fingerprint: string } & (
  | { readonly _tag: "Known" }
  | {
      readonly _tag: "Sound"
      /** The hash of the tables. */
      readonly hash: string
      readonly sources: ReadonlyMap<string, string>
      /** How the releases beside them stand. */
      readonly releases: Bundle["releases"]
      readonly icons: ReadonlyMap<string, string>
    }
  | ({ readonly _tag: "Refused" } & TablesMistakes)
)

/** Judges what a folder holds, unless its fingerprint is one of those that are known. */
export const judge = (content: FolderContent, known: ReadonlyArray<string>): FolderLook => {
  const { day, fingerprint, icons } = content
  if (known.includes(fingerprint)) return { _tag: "Known", fingerprint }
  return Result.match(inForceOn(content, day), {
    onFailure: ({ errors }): FolderLook => ({
      _tag: "Refused",
      fingerprint,
      ...shownMistakes(errors),
    }),
    onSuccess: ({ bundle: { hash, releases }, sources }): FolderLook => ({
      _tag: "Sound",
      fingerprint,
      hash,
      sources,
      releases,
      icons,
    }),
  })
}

/** Reads a folder and judges what it holds. */
export const lookAt = (
  folder: string,
  known: ReadonlyArray<string>,
): Effect.Effect<FolderLook, TablesUnreadable> =>
  Effect.map(readFolder(folder), (content) => judge(content, known))
