import * as Effect from "effect/Effect"
import { fingerprintOf } from "../../http/tables/folder-look.ts"
import { readTableFiles, TablesUnreadable } from "../../http/tables/table-files.ts"
import { makeReload, type Reloaded } from "../../http/tables/reload.ts"
import type { Bundle } from "../../http/ports/table-bundle.ts"
import { answeringFiles, tableFiles } from "../../rules/tables/index.ts"
import type { TableFiles } from "../../rules/tables/table-named.ts"
import type { SimulationGround } from "./cluster.ts"

/** What lies on the disk of tables: sound ones, some with a mistake, none that can be read, or some amidst a change. */
export type DiskState = "sound" | "mistaken" | "unreadable" | "changing"

/** The folder of tables of all processes, whose contents are told apart by a number. */
export interface TablesDisk {
  state: DiskState
  /** Which tables lie there: others each time that this grows. */
  version: number
}

/** What became of a look at the disk, and the tables that are in force after it. */
export interface Reloading {
  readonly outcome: Reloaded
  readonly hash: string
}

const known = new Map<string, Promise<TableFiles>>()

/** The texts of a folder of tables, read once: reading takes real time, so that it is done before a run. */
export const textsOf = (folder: string): Promise<TableFiles> => {
  const texts =
    known.get(folder) ?? Effect.runPromise(readTableFiles(folder, answeringFiles, tableFiles))
  known.set(folder, texts)
  return texts
}

/** What tables of a version are called by the answers that are made of them. */
export const hashOf = (first: string, version: number): string =>
  version === 0 ? first : `${first.slice(0, 8)}${String(version).padStart(4, "0")}`

/**
 * Has a process follow a disk by the service's own way to reload: looks take time, and what they find may have
 * changed when they are over. All versions hold the same rows, so that engines need not be made of other ones.
 */
export const followDisk = Effect.fnUntraced(function* (
  disk: TablesDisk,
  { bundle: first, icons }: Pick<SimulationGround, "bundle" | "icons">,
  prepare: (bundle: Bundle, icons: ReadonlyMap<string, string>) => Effect.Effect<() => void>,
) {
  const { sources } = yield* Effect.promise(() => textsOf(first.folder))
  const firstFingerprint = fingerprintOf(first.hash, icons, [], first.releases)
  let looks = 0
  const made = yield* makeReload({
    first,
    firstFingerprint,
    look: (known) =>
      Effect.gen(function* () {
        const { state, version } = disk
        yield* Effect.sleep(300)
        looks += 1
        if (state === "unreadable") {
          return yield* new TablesUnreadable({ folder: first.folder, reason: "no such folder" })
        }
        const hash = hashOf(first.hash, version)
        const fingerprint = `${fingerprintOf(hash, icons, [], first.releases)}${
          state === "changing" ? ` ${looks}` : state === "mistaken" ? " mistaken" : ""
        }`
        if (known.includes(fingerprint)) return { _tag: "Known", fingerprint } as const
        return state === "mistaken"
          ? ({ _tag: "Refused", fingerprint, count: 1, mistakes: ["a cell is wrong"] } as const)
          : ({ _tag: "Sound", fingerprint, hash, sources, releases: [], icons } as const)
      }),
    prepare: (bundle, texts) => prepare({ ...bundle, tables: first.tables }, texts),
  })
  return Effect.map(made.reload, (outcome): Reloading => ({
    outcome,
    hash: made.status().inForce.hash,
  }))
})
