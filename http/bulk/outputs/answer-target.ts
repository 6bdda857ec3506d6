import { constants } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import * as Effect from "effect/Effect"
import { refusal } from "../../terminal/command-refused.ts"
import { systemReason } from "../../platform/system-error.ts"

/** Where the bytes of answers go, in their order. */
export interface AnswerTarget {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** All bytes have been written: what was written is what was asked for. */
  readonly finish: () => Promise<void>
}

/** Standard output, which tells of bytes when they have left. */
export const standardTarget: AnswerTarget = {
  write: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (cause) => {
        if (cause === null || cause === undefined) resolve()
        else reject(cause)
      })
    }),
  finish: () => Promise.resolve(),
}

/** Pieces for a file are gathered to so many bytes, so that the system is asked once for many of them. */
const gatheredBytes = 65_536

/** Gathers pieces of bytes; what is written elsewhere has left when the write of it ends. */
const makeGatherer = (write: (bytes: Uint8Array) => Promise<void>) => {
  const gathered = Buffer.allocUnsafeSlow(gatheredBytes)
  let length = 0
  const flush = async (): Promise<void> => {
    const bytes = gathered.subarray(0, length)
    length = 0
    if (bytes.length > 0) await write(bytes)
  }
  return {
    flush,
    add: async (bytes: Uint8Array): Promise<void> => {
      if (length + bytes.length > gatheredBytes) await flush()
      if (bytes.length > gatheredBytes) return write(bytes)
      gathered.set(bytes, length)
      length += bytes.length
    },
  }
}

/**
 * A file that stands there whole or not at all: it is written beside itself, and takes its name when
 * it is finished. What is not finished when the scope closes is removed.
 */
export const fileTarget = Effect.fnUntraced(function* (file: string) {
  const unfinished = `${file}.${process.pid}.part`
  let isFinished = false
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY
  const handle = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => open(unfinished, flags, 0o666),
      catch: (cause) => refusal("unwritable", { path: file, reason: systemReason(cause) }),
    }),
    (opened) =>
      Effect.promise(async () => {
        await opened.close()
        if (!isFinished) await rm(unfinished, { force: true })
      }),
  )
  const { add, flush } = makeGatherer((bytes) => handle.writeFile(bytes))
  const target: AnswerTarget = {
    write: add,
    finish: async () => {
      await flush()
      await handle.sync()
      await rename(unfinished, file)
      isFinished = true
    },
  }
  return target
})
