// Protections of the store that are taken out, one at a time, and meetings that are drawn among the acts that reach
// each, in this process: the service and the simulation are loaded anew beside what is loaded, with what differs.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { SimulationGround } from "./cluster.ts"
import { directedMeetings, probe, type Reach, type Reacher } from "./directed.ts"
import {
  findLocks,
  functions,
  indexOf,
  type IndexRow,
  type Lock,
  markedSources,
  reachedBeside,
  ofFunctions,
  uniqueIndexes,
} from "./locks.ts"
import {
  type doAlone as doAloneAsItIs,
  expectedOf,
  meet as meetAsItIs,
  type Met,
} from "./meeting.ts"
import type { Meeting } from "./plan.ts"

/** A protection that can be taken out and looked for. */
export interface Protection {
  readonly name: string
  readonly kind: string
  /** Acts that reach it. */
  readonly reachers: ReadonlyArray<Reacher>
  /** How many batches each act has, alone. */
  readonly batches: Reach["batches"]
  /** Has meetings as they come without it; `end` gives back what they stood on. */
  readonly without: () => Promise<{
    readonly meets: (meeting: Meeting) => Promise<Met>
    readonly end: () => Promise<void>
  }>
}

/** What came of trying. */
export interface Looked {
  /** Seeds until it was found, that one included; undefined where none of them found it. */
  readonly seeds: number | undefined
  readonly said: string
  /** The meeting that found it. */
  readonly meeting?: Meeting
}

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Every protection of the store; what acts reach is read from a file, where it is there, or else left in it. */
export const findProtections = async (
  ground: SimulationGround,
  reachFile: string | undefined,
): Promise<ReadonlyArray<Protection>> => {
  loadBeside()
  const locks = findLocks(root)
  const { batches, ofLocks, ofTables } = await reachOf(ground, locks, reachFile)
  const indexes = (await ground.ask<IndexRow>(ground.template, uniqueIndexes)).map(indexOf)
  const inFunctions = (
    await ground.ask<Parameters<typeof ofFunctions>[0]>(ground.template, functions)
  ).flatMap(ofFunctions)
  const onDatabase = (statement: string) => async () => {
    const other = await ground.livedWithout(statement)
    return {
      meets: (meeting: Meeting) =>
        meetAsItIs(other.ground, meeting, (_ground, asked) => expectedOf(ground, asked)),
      end: other.drop,
    }
  }
  return [
    ...locks.map((lock, number): Protection => ({
      name: lock.name,
      kind: lock.kind,
      reachers: ofLocks.get(number) ?? besideOf(lock.name),
      batches,
      without: async () => {
        const { meet } = await loadWith<{ readonly meet: typeof meetAsItIs }>(
          new Map([[lock.file, lock.without]]),
        )
        return { meets: (meeting) => meet(ground, meeting, expectedOf), end: async () => {} }
      },
    })),
    ...inFunctions.map(({ kind, name, statement, table }): Protection => ({
      name,
      kind,
      reachers: ofTables.get(table) ?? [],
      batches,
      without: onDatabase(statement),
    })),
    ...indexes.map(({ name, statement, table }): Protection => ({
      name,
      kind: "unique index",
      reachers: ofTables.get(table) ?? [],
      batches,
      without: onDatabase(statement),
    })),
  ]
}

/** Draws meetings for what was taken out, seed by seed, until one comes out as it must not. */
export const lookFor = async (
  ground: SimulationGround,
  { batches, kind: ownKind, name, reachers, without }: Protection,
  { first, seeds }: { readonly first: number; readonly seeds: number },
): Promise<Looked> => {
  const { end, meets } = await without()
  // Whoever need not wait is seen to wait, whichever part of the clause is gone.
  const kind = name.includes("skip locked") ? "skip locked" : ownKind
  let meetings = 0
  try {
    for (let seed = first; seed < first + seeds; seed += 1) {
      for (const meeting of directedMeetings({ reachers, batches, kind }, seed)) {
        meetings += 1
        const faults = await meets(meeting).then(
          (met) => met.faults,
          (cause: unknown) => [`it breaks down: ${String(cause)}`],
        )
        if (faults[0] === undefined) continue
        // What fails as it is too is found by `npm run simulate`, and says nothing of what was taken out.
        const asItIs = await meetAsItIs(ground, meeting)
        if (asItIs.faults.length > 0) {
          console.log(`as it is: ${JSON.stringify(meeting)} ${asItIs.faults.join("; ")}`)
          continue
        }
        return { seeds: seed - first + 1, said: faults[0], meeting }
      }
    }
    return { seeds: undefined, said: `${meetings} meetings` }
  } finally {
    await end()
  }
}

/** Acts that reach a protection only where somebody is in their way. */
const besideOf = (name: string): ReadonlyArray<Reacher> =>
  reachedBeside.flatMap(([of, act]) => (of.test(name) ? [{ act, at: [1] }] : []))

/** What differs, by the mark that addresses of its modules have, and by file. */
const sources = new Map<string, ReadonlyMap<string, string>>()

/** Has all of the service and of the simulation loaded anew beside what is loaded, under a mark. */
const loadBeside = (): void => {
  const own = ["http/", "test/simulation/"].map((folder) => pathToFileURL(join(root, folder)).href)
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context)
      const [mark] = /\?mutant=\d+$/.exec(context.parentURL ?? "") ?? []
      const isOwn = mark !== undefined && own.some((folder) => resolved.url.startsWith(folder))
      return isOwn ? { ...resolved, url: `${resolved.url}${mark}` } : resolved
    },
    load: (url, context, next) => {
      const [, plain = "", mark = ""] = /^(.*)(\?mutant=\d+)$/.exec(url) ?? []
      const source = sources.get(mark)?.get(plain)
      return source === undefined
        ? next(url, context)
        : { format: "module-typescript", source, shortCircuit: true }
    },
  })
}

/** The module of meetings, by sources of which some files differ. */
const loadWith = async <Module>(files: ReadonlyMap<string, string>): Promise<Module> => {
  const mark = `?mutant=${sources.size + 1}`
  sources.set(
    mark,
    new Map([...files].map(([file, text]) => [pathToFileURL(join(root, file)).href, text])),
  )
  return (await import(`./meeting.ts${mark}`)) as Module
}

const reachOf = async (
  ground: SimulationGround,
  locks: ReadonlyArray<Lock>,
  file: string | undefined,
): Promise<Reach> => {
  if (file !== undefined && existsSync(file)) {
    const { batches, ofLocks, ofTables } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly ofLocks: ReadonlyArray<readonly [name: string, reachers: ReadonlyArray<Reacher>]>
      readonly ofTables: ReadonlyArray<readonly [string, ReadonlyArray<Reacher>]>
      readonly batches: ReadonlyArray<readonly [string, number]>
    }
    const byName = new Map(ofLocks)
    const known = locks.flatMap(({ name }, number) => {
      const reachers = byName.get(name)
      return reachers === undefined ? [] : [[number, reachers] as const]
    })
    return {
      ofLocks: new Map(known),
      ofTables: new Map(ofTables),
      batches: new Map(batches),
    }
  }
  const { doAlone } = await loadWith<{ readonly doAlone: typeof doAloneAsItIs }>(
    markedSources(root, locks),
  )
  const reach = await probe(ground, locks, doAlone)
  if (file !== undefined) {
    const ofLocks = [...reach.ofLocks].map(([number, own]) => [locks[number]?.name, own])
    const kept = { ofLocks, ofTables: [...reach.ofTables], batches: [...reach.batches] }
    writeFileSync(file, JSON.stringify(kept, undefined, 1))
  }
  return reach
}
