import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { TablesUnreadable } from "../../../http/tables/folder-errors.ts"
import { fingerprintOf, type FolderContent } from "../../../http/tables/folder-content.ts"
import { judge } from "../../../http/tables/folder-look.ts"
import type { ReloadParts } from "../../../http/tables/reload.ts"
import type { Bundle } from "../../../http/ports/table-bundle.ts"
import { checkFiles, tablesHash } from "../../../http/tables/table-bundle.ts"
import { shippedSources } from "../../support/tables.ts"

const folder = "/secret/tables"

const shipped = shippedSources()

/** The manifest of tables with some dates. */
export const manifestText = (from: string, until = ""): string =>
  `schema_version,effective_from,effective_until,about\n1,${from},${until},test\n`

/** A folder of tables that a test writes to and that reloading reads, without any file. */
export interface FolderInMemory {
  readonly parts: ReloadParts
  /** Writes files beside the shipped ones, in place of those written before; null takes one away. */
  readonly hold: (files: Readonly<Record<string, string | null>>) => void
  readonly holdIcons: (icons: Readonly<Record<string, string>>) => void
  /** Makes the folder unreadable, or readable again. */
  readonly lose: (reason: string | undefined) => void
  /** Runs after every reading, such as to write while a reload is under way. */
  readonly afterRead: (run: () => void) => void
  /** Hash of what the folder holds. */
  readonly hash: () => string
  /** Hashes of the tables put in force, in order. */
  readonly taken: ReadonlyArray<string>
}

/** A folder that holds the shipped tables, which are in force. */
export const folderInMemory = (files: Readonly<Record<string, string>> = {}): FolderInMemory => {
  let sources: ReadonlyMap<string, string> = new Map([...shipped, ...Object.entries(files)])
  let icons: ReadonlyMap<string, string> = new Map([["a.svg", "<svg/>"]])
  let lost: string | undefined
  let after = () => {}
  const taken: Array<string> = []

  const content = (): FolderContent => ({
    files: { sources, errors: [] },
    icons,
    fingerprint: fingerprintOf(tablesHash(sources), icons),
  })
  const first: Bundle = Result.getOrThrow(checkFiles(folder, content().files))

  return {
    parts: {
      first,
      firstFingerprint: content().fingerprint,
      look: (known) =>
        Effect.suspend(() => {
          const read = content()
          after()
          return lost === undefined
            ? Effect.succeed(judge(folder, read, known))
            : Effect.fail(new TablesUnreadable({ folder, reason: lost }))
        }),
      prepare: (bundle) =>
        Effect.succeed(() => {
          taken.push(bundle.hash)
        }),
    },
    hold: (written) => {
      const all: Record<string, string | null> = { ...Object.fromEntries(shipped), ...written }
      sources = new Map(
        Object.entries(all).flatMap(([file, text]) => (text === null ? [] : [[file, text]])),
      )
    },
    holdIcons: (written) => {
      icons = new Map(Object.entries(written))
    },
    lose: (reason) => {
      lost = reason
    },
    afterRead: (run) => {
      after = run
    },
    hash: () => tablesHash(sources),
    taken,
  }
}
