import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { TablesUnreadable } from "../../../http/tables/table-files.ts"
import { contentOf, type FolderContent, judge } from "../../../http/tables/folder-look.ts"
import type { ReloadParts } from "../../../http/tables/reload.ts"
import { tablesHash } from "../../../http/tables/table-bundle.ts"
import { inForceOn } from "../../../http/tables/in-force.ts"
import { utcDay } from "../../../http/platform/utc-day.ts"
import type { Release } from "../../../rules/tables/release.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const folder = "/secret/tables"

const shipped = shippedSources()

/** The day on which the folder is first read. */
const today = "2026-06-01"

/** The manifest of tables with some dates. */
export const manifestText = (from: string, until = ""): string =>
  `schema_version,effective_from,effective_until,about\n1,${from},${until},test\n`

/** A folder of tables that a test writes to and that reloading reads, without any file. */
export interface FolderInMemory {
  readonly parts: ReloadParts
  /** Writes files beside the shipped ones, in place of those written before; null takes one away. */
  readonly hold: (files: Readonly<Record<string, string | null>>) => void
  /** Puts releases beside the tables. */
  readonly holdReleases: (releases: ReadonlyArray<Release>) => void
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
  let releases: ReadonlyArray<Release> = []
  let lost: string | undefined
  let after = () => {}
  const taken: Array<string> = []

  const content = (day = today): FolderContent =>
    contentOf({ folder, files: { sources, errors: [] }, releases }, icons, day)
  const { bundle: first } = Result.getOrThrow(inForceOn(content(), today))

  return {
    parts: {
      first,
      firstFingerprint: content().fingerprint,
      look: (known) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
          const read = content(utcDay(nowMs))
          after()
          return lost === undefined
            ? Effect.succeed(judge(read, known))
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
    holdReleases: (held) => {
      releases = held
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
