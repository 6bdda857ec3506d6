import { statfs } from "node:fs/promises"

import * as Effect from "effect/Effect"

import { EmbeddedPostgresFailed } from "../database-errors.ts"

const isFull = (folder: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    statfs(folder).then(
      ({ bavail }) => bavail === 0,
      () => false,
    ),
  )

/**
 * Names a full disk as what is wrong with the Postgres of a data folder where the server does not:
 * what it says goes to its log, on the same disk.
 */
export const namingFullDisk = <A, E, R>(
  dataFolder: string,
  work: Effect.Effect<A, E | EmbeddedPostgresFailed, R>,
): Effect.Effect<A, E | EmbeddedPostgresFailed, R> =>
  Effect.catchIf(
    work,
    (error): error is EmbeddedPostgresFailed =>
      error instanceof EmbeddedPostgresFailed && !/no space left/i.test(error.lastLine),
    (failed) =>
      Effect.flatMap(isFull(dataFolder), (full) =>
        Effect.fail(
          full
            ? new EmbeddedPostgresFailed({
                lastLine: `no space left on the disk of ${dataFolder} (${failed.lastLine})`,
              })
            : failed,
        ),
      ),
  )
