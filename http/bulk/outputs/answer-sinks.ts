import type { AnswerTarget, BinaryRow, RowWriter } from "./row-writer.ts"
import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { makeProgressLine, noProgress, type ProgressLine } from "../batch/progress.ts"
import { release } from "../batch/text-bytes.ts"
import { AnswersUnwritable, type LineSinks } from "../batch/answer-lines.ts"
import { type AnswerForm, writtenColumns } from "../rows/answer-columns.ts"
import { csvLine } from "../rows/answer-rows.ts"
import { systemReason } from "../../platform/system-error.ts"
import { refusal } from "../../terminal/command-refused.ts"

/**
 * Answers in their format to a file, or to standard output where none is named; reports and progress
 * as ever. A file stands there once all answers have been written, or not at all.
 */
export const openSinks = Effect.fnUntraced(function* (form: AnswerForm, file: string | undefined) {
  const standard = standardSinks()
  if (file === undefined && form.columns === undefined) return standard
  const target = file === undefined ? standardTarget : yield* fileTarget(file)
  const writer = yield* Effect.promise(() => makeAnswerWriter(form, target))
  return { ...standard, ...writtenBy(writer) }
})

/** Where answers go that a writer lays out. */
export const writtenBy = (writer: AnswerWriter): Pick<LineSinks, "answers" | "end"> => {
  const writing = (work: () => Promise<void>) =>
    Effect.tryPromise({
      try: work,
      catch: (cause) =>
        cause instanceof AnswersUnwritable ? cause : new AnswersUnwritable({ cause }),
    })
  return {
    answers: (bytes) =>
      Effect.map(
        writing(() => writer.write(bytes)),
        () => release(bytes),
      ),
    end: writing(writer.end),
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

/** Loads what writes a format, and prepares it. */
export const makeAnswerWriter = async (
  form: AnswerForm,
  target: AnswerTarget,
): Promise<AnswerWriter> => {
  const columns = writtenColumns(form)
  switch (form.format) {
    case "ndjson":
      return textWriter(target, "")
    case "csv":
      return textWriter(target, `${csvLine(columns.map(({ name }) => name))}\n`)
    case "xlsx": {
      const { workbookWriter } = await import("./workbook-writer.ts")
      return binary(await workbookWriter(columns, target))
    }
    case "parquet": {
      const { parquetWriter } = await import("./parquet-writer.ts")
      return binary(await parquetWriter(columns, target))
    }
    case "arrow": {
      const { arrowWriter } = await import("./arrow-writer.ts")
      return binary(await arrowWriter(columns, target))
    }
  }
}

/**
 * Standard output for answers, standard error for reports and, where it is a terminal, for progress.
 * Answers go on where nobody reads the reports.
 */
const standardSinks = (): LineSinks => {
  const { stderr, stdout } = process
  // A failed write is told to the one who wrote; without a listener the same error ends the process.
  for (const stream of [stdout, stderr]) stream.on("error", () => {})
  const progress = progressOf(stderr)
  const reports = writeTo(stderr)
  const answers = writeTo(stdout)
  return {
    progress,
    answers: (bytes) => {
      if (stdout.isTTY === true) progress.clear()
      return answers(bytes)
    },
    reports: (bytes) => {
      progress.clear()
      return Effect.catchIf(
        reports(bytes),
        ({ unread }) => unread,
        () => Effect.void,
      )
    },
  }
}

const progressOf = (stream: StandardStream): ProgressLine => {
  if (stream.isTTY !== true) return noProgress
  const terminal = {
    get columns() {
      return stream.columns > 0 ? stream.columns : usualColumns
    },
    write: (text: string) => void stream.write(text),
  }
  return makeProgressLine(terminal, () => performance.now())
}

type StandardStream = NodeJS.WriteStream & { readonly fd: 1 | 2 }

/** The width of a terminal that does not tell its own. */
const usualColumns = 80

const writeTo =
  (stream: StandardStream) =>
  (bytes: Uint8Array<ArrayBuffer>): Effect.Effect<void, AnswersUnwritable> =>
    Effect.callback((resume) => {
      stream.write(bytes, (cause) => {
        release(bytes)
        const failed = cause !== null && cause !== undefined
        resume(failed ? Effect.fail(new AnswersUnwritable({ cause })) : Effect.void)
      })
    })

/** Standard output, which reports bytes when they have left. */
const standardTarget: AnswerTarget = {
  write: (bytes) =>
    new Promise((resolve, reject) => {
      process.stdout.write(bytes, (cause) => {
        if (cause === null || cause === undefined) resolve()
        else reject(cause)
      })
    }),
  finish: () => Promise.resolve(),
}

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

/** Pieces for a file are gathered to so many bytes, so that the system is asked once for many of them. */
const gatheredBytes = 65_536

/** Writes what the threads make of answers in the format that was asked for. */
interface AnswerWriter {
  readonly write: (lines: Uint8Array) => Promise<void>
  readonly end: () => Promise<void>
}

/** Lines as they are, behind a header where there is one. */
const textWriter = (target: AnswerTarget, header: string): AnswerWriter => {
  let isBegun = header === ""
  const begin = async (): Promise<void> => {
    if (isBegun) return
    isBegun = true
    await target.write(Buffer.from(header))
  }
  return {
    write: async (lines) => {
      await begin()
      await target.write(lines)
    },
    end: async () => {
      await begin()
      await target.finish()
    },
  }
}

const binary = ({ end, put }: RowWriter): AnswerWriter => ({
  write: (lines) => put(rowsIn(lines)),
  end,
})

/** The rows of lines of JSON. */
const rowsIn = (lines: Uint8Array): ReadonlyArray<BinaryRow> =>
  JSON.parse(`[${Buffer.from(lines).toString().trimEnd().replaceAll("\n", ",")}]`)
