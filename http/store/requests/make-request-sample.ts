import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { appendFile, rename, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { groupBy } from "../../../core/group-by.ts"
import { once } from "../../../core/memory.ts"
import { dataFolder, requestSample } from "../../config/storage.ts"
import { errorCode } from "../../platform/system-error.ts"
import { keepNothing, type KeepSome, RequestSample } from "../../ports/request-sample.ts"
import { writeRegularly } from "../batches/regular-writes.ts"
import { makeFolder } from "../database/make-folder.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"

/** How much waits, is written at once and is kept, and how often it is written. */
export interface SamplePolicy {
  /** Requests that wait at most; more are not kept. */
  readonly waitingMax: number
  /** Requests that are written at once, with calls in between. */
  readonly batchMax: number
  readonly writeEveryMs: number
  /** How long a batch may take. */
  readonly writeTimeoutMs: number
  /** What a file holds at most; each mode has two. */
  readonly bytesMax: number
}

/** The policy of a service. */
export const samplePolicy: SamplePolicy = {
  waitingMax: 1_000,
  batchMax: 100,
  writeEveryMs: 1_000,
  writeTimeoutMs: 2_000,
  bytesMax: 16_777_216,
}

/** What is kept, and where. */
interface SampleWish {
  /** The share of requests, above 0. */
  readonly share: number
  readonly folder: string
}

/**
 * Requests drawn as their calls are answered, written every second without what tells of persons, and
 * once more when the scope closes. A batch that cannot be written is lost, and so is what comes while
 * `waitingMax` are waiting; the log says so.
 */
export const makeRequestSample = Effect.fnUntraced(function* (
  { folder, share }: SampleWish,
  policy: SamplePolicy,
) {
  const random = yield* Random.Random
  const files = {
    live: fileIn(folder, "live", policy),
    sandbox: fileIn(folder, "sandbox", policy),
  }
  let waiting: Array<Waiting> = []
  let dropped = 0

  const add = (one: Waiting): void => {
    if (waiting.length < policy.waitingMax) waiting.push(one)
    else dropped += 1
  }

  const write = (batch: ReadonlyArray<Waiting>): Effect.Effect<void, unknown> =>
    Effect.tryPromise({
      try: async () => {
        for (const [mode, ofMode] of groupBy(batch, (one) => one.mode)) {
          await files[mode].append(ofMode.map(({ line }) => `${line()}\n`).join(""))
        }
      },
      catch: (cause) => cause,
    }).pipe(Effect.timeout(policy.writeTimeoutMs))

  const flush = yield* writeRegularly<ReadonlyArray<Waiting>>({
    everyMs: policy.writeEveryMs,
    take: () => {
      const batch = waiting.slice(0, policy.batchMax)
      waiting = waiting.slice(policy.batchMax)
      return batch.length === 0 ? undefined : batch
    },
    write,
    written: () => undefined,
    // A batch that could not be written is lost: what fails in the middle would be written twice.
    putBack: () => undefined,
    waiting: () => waiting.length,
    takeDropped: () => {
      const count = dropped
      dropped = 0
      return count
    },
    facts: { folder },
    words: {
      unit: "requests",
      unavailable: "requests cannot be kept for analysts",
      availableAgain: "requests are kept for analysts again",
      dropped: "too many requests at once: not kept",
      lost: "requests were not kept for analysts: the service ends",
    },
  })

  return {
    keepWith: <Request>(prepare: () => (request: Request) => object): KeepSome<Request> => {
      const kept = once(prepare)
      return (mode, request, program) =>
        random.nextDoubleUnsafe() < share
          ? Effect.andThen(
              Effect.sync(() => add({ mode, line: () => JSON.stringify(kept()(request)) })),
              program,
            )
          : program
    },
    flush,
  } satisfies RequestSample["Service"]
})

/** The share of requests that `REQUEST_SAMPLE` says, in files below `DATA_DIR`; without one, none. */
export const layerRequestSample: Layer.Layer<RequestSample, Config.ConfigError> = Layer.effect(
  RequestSample,
  Effect.gen(function* () {
    const share = yield* requestSample
    if (share === 0) return keepNothing
    const folder = join(yield* dataFolder, "requests")
    return yield* makeRequestSample({ share, folder }, samplePolicy)
  }),
)

interface Waiting {
  readonly mode: KeyMode
  readonly line: () => string
}

const fileIn = (folder: string, mode: KeyMode, policy: SamplePolicy) =>
  makeSampleFile(
    join(folder, `${mode}.ndjson`),
    join(folder, `${mode}.older.ndjson`),
    policy.bytesMax,
  )

/** A file of lines that never grows beyond a bound. */
interface SampleFile {
  /** Adds whole lines at its end; fails as the file system does. */
  readonly append: (lines: string) => Promise<void>
}

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return 0
    throw cause
  }
}

/**
 * Lines in a file that nobody else may read. What would take it beyond its bound begins it anew, and
 * the full one lies beside it in place of the one before. It is opened for each batch, so that
 * several processes may write the same one, and whoever moves or removes it harms nobody.
 */
export const makeSampleFile = (path: string, olderPath: string, bytesMax: number): SampleFile => {
  let isTorn = false
  return {
    append: async (lines) => {
      await makeFolder(dirname(path), 0o700)
      // A full disk may have cut the last line.
      const text = isTorn ? `\n${lines}` : lines
      const bytes = await sizeOf(path)
      if (bytes > 0 && bytes + Buffer.byteLength(text) > bytesMax) await rename(path, olderPath)
      try {
        await appendFile(path, text, { mode: 0o600 })
        isTorn = false
      } catch (cause) {
        isTorn = true
        throw cause
      }
    },
  }
}
