import { type FSWatcher, watch } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { folderBounds } from "./bounded-files.ts"
import { errorCode } from "../platform/system-error.ts"

/** How often a folder is looked at besides: mounts and replaced folders report nothing. */
const lookEveryMs = 5_000

/** A file or folder below the watched one, told apart from an earlier one of its name. */
interface Entry {
  readonly path: string
  readonly isFolder: boolean
  readonly state: string
}

const counts = (name: string): boolean => /^[^.].*\.(?:csv|svg|table\.json)$/.test(name)

/** Links may lead in circles; tables lie one level deep. */
const levelsMaximum = 4

const entryOf = async (path: string): Promise<Entry | undefined> => {
  const facts = await stat(path).catch(() => undefined)
  if (facts === undefined) return undefined
  const { birthtimeMs, dev, ino, mtimeMs, size } = facts
  return facts.isDirectory()
    ? { path, isFolder: true, state: `${path} ${dev} ${ino} ${birthtimeMs}` }
    : { path, isFolder: false, state: `${path} ${dev} ${ino} ${size} ${mtimeMs}` }
}

/** A folder, the folders below it, and their tables and icons; what is gone is left out. */
const entriesIn = async (folder: string, levels = levelsMaximum): Promise<ReadonlyArray<Entry>> => {
  const own = await entryOf(folder)
  if (own === undefined || !own.isFolder) return []
  const names = await readdir(folder).catch((): ReadonlyArray<string> => [])
  const wanted = names
    .filter((name) => counts(name) || !name.includes("."))
    .sort()
    // Of a folder that is refused for all that it holds, the rest need not be looked at.
    .slice(0, folderBounds.entriesMax)
  const below = await Promise.all(
    wanted.map(async (name): Promise<ReadonlyArray<Entry>> => {
      const entry = await entryOf(join(folder, name))
      if (entry === undefined) return []
      if (!entry.isFolder) return counts(name) ? [entry] : []
      return levels > 0 ? entriesIn(entry.path, levels - 1) : []
    }),
  )
  return [own, ...below.flat()]
}

/** Listens at folders, each by itself: what is written, made, renamed and removed right in them. */
const makeListeners = (changed: () => void) => {
  const listeners = new Map<string, FSWatcher>()

  const stop = (state: string): void => {
    listeners.get(state)?.close()
    listeners.delete(state)
  }

  const listen = ({ path, state }: Entry): void => {
    const listener = watch(path, { persistent: false }, (_event, name) => {
      if (name === null || counts(name) || !name.includes(".")) changed()
    })
    listener.on("error", () => stop(state))
    listeners.set(state, listener)
  }

  /** Listens at exactly these folders; throws what the system says where it refuses one. */
  const follow = (folders: ReadonlyArray<Entry>): void => {
    const wanted = new Set(folders.map(({ state }) => state))
    for (const state of listeners.keys()) if (!wanted.has(state)) stop(state)
    for (const folder of folders) if (!listeners.has(folder.state)) listen(folder)
  }

  const close = (): void => {
    for (const state of listeners.keys()) stop(state)
  }

  return { follow, close }
}

/**
 * Calls `changed` whenever tables or icons in a folder or below may have changed, until the scope
 * closes. The system tells at once; every few seconds the folder is looked at besides, which is
 * all there is where the system tells nothing, and is said once in the log.
 */
export const watchFolder = Effect.fnUntraced(function* (
  folder: string,
  changed: () => void,
): Effect.fn.Return<void, never, Scope.Scope> {
  const listeners = yield* Effect.acquireRelease(
    Effect.sync(() => makeListeners(changed)),
    ({ close }) => Effect.sync(close),
  )
  let listening = true
  let before: string | undefined

  const follow = Effect.fnUntraced(function* (folders: ReadonlyArray<Entry>) {
    if (!listening) return
    try {
      listeners.follow(folders)
    } catch (cause) {
      if (errorCode(cause) === "ENOENT") return
      listening = false
      listeners.close()
      yield* Effect.annotateLogs(
        Effect.logWarning("the system does not report changed tables; they are looked at"),
        { everyMs: lookEveryMs, reason: errorCode(cause) ?? "unknown" },
      )
    }
  })

  const look = Effect.gen(function* () {
    const entries = yield* Effect.promise(() => entriesIn(folder))
    yield* follow(entries.filter(({ isFolder }) => isFolder))
    const now = entries.map(({ state }) => state).join("\n")
    if (before !== undefined && now !== before) changed()
    before = now
  })

  yield* look
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(lookEveryMs), look)))
})
