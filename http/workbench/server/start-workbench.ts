import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import { watchFolder } from "../../tables/folder-watch.ts"
import { makeBench } from "./bench.ts"
import { makeDesk } from "./desk/desk.ts"
import { readVersionBefore } from "./desk/version-before.ts"
import { readPageFiles } from "./page-files.ts"
import { serveWorkbench } from "./server.ts"

/** What a workbench is opened with. */
export interface WorkbenchOptions {
  readonly folder: string
  /** What the tables are compared with; where the branch began when left out. */
  readonly base: Option.Option<string>
  /** 0 for any free port. */
  readonly port: number
  /** How many situations are re-run as tables change; the usual count when left out. */
  readonly situations?: number
}

/** The address gives the right to write the tables, so nobody can guess it. */
const newToken = (): string => randomBytes(16).toString("base64url")

/**
 * The system reports each of our own writes, too, several times: what an edit asks for goes first,
 * and the folder is read once.
 */
const rereadAfter = "250 millis"

/** What a bench is opened over. */
export interface OpenBenchOptions extends Pick<WorkbenchOptions, "base" | "folder" | "situations"> {
  /** The branch of the folder, where changes are merged into it and a team looks at it. */
  readonly trunk?: string | null
}

/** Opens a bench over a folder of tables, which follows what others write there, for as long as the scope is open. */
export const openBench = Effect.fnUntraced(function* ({
  base,
  folder,
  ...options
}: OpenBenchOptions) {
  const before = yield* readVersionBefore(folder, base)
  const desk = yield* makeDesk(folder, before)
  const bench = yield* makeBench(desk, options)
  const changes = yield* Queue.sliding<void>(1)
  yield* watchFolder(folder, () => void Queue.offerUnsafe(changes, undefined))
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.andThen(Queue.take(changes), Effect.ignore(Effect.delay(desk.reread, rereadAfter))),
    ),
  )
  return bench
})

/** Opens a workbench over a folder of tables, for as long as the scope is open. */
export const startWorkbench = Effect.fnUntraced(function* ({ port, ...options }: WorkbenchOptions) {
  const bench = yield* openBench(options)
  const pages = yield* Effect.promise(readPageFiles)
  return yield* serveWorkbench(bench, pages, { port, token: newToken() })
})
