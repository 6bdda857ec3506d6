import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { makeOfflineCoach } from "../../rules/coach/offline.ts"
import { limitOf } from "../../rules/trip/vocabulary.ts"
import { errorCode, systemReason } from "../database/errors.ts"
import { TableBundle } from "../tables/table-bundle.ts"
import { apiVersion } from "../version.ts"
import { type BilanInput, readBilanInput } from "./bilan-input.ts"
import { answerLines, type LineCounts, makeReader } from "./bilan-lines.ts"
import { CommandEnded, exitStatus } from "./exit-status.ts"
import { jsonFlag } from "./output.ts"

/** The requests for bilans cannot be read. */
export class RequestsUnreadable extends Data.TaggedError("RequestsUnreadable")<{
  readonly origin: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot read ${this.origin}: ${this.reason}`
  }
}

/** A request got no bilan. */
export class BilanRefused extends Data.TaggedError("BilanRefused")<{
  readonly error: string
  readonly detail: string
}> {
  override get message() {
    return `${this.error}: ${this.detail}`
  }
}

/** Some of many requests got no bilan; their lines have been answered with the reason. */
export class LinesRefused extends Data.TaggedError("LinesRefused")<LineCounts> {
  override get message() {
    return `${this.refused} of ${this.answered + this.refused} lines got no bilan`
  }
}

const readingReason = (cause: unknown): string =>
  errorCode(cause) === "ENOENT" ? "no such file" : systemReason(cause)

const requestArgument = Argument.String("request").pipe(
  Argument.withDescription("Request: JSON, @file, or - for standard input; one JSON a line works"),
  Argument.optional,
)

async function* textChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8")
}

interface Origin {
  readonly name: string
  readonly read: (bytesMax: number) => Promise<BilanInput>
}

const standardInput: Origin = {
  name: "standard input",
  read: (bytesMax) => readBilanInput(process.stdin, { bytesMax, lone: false }),
}

const fileOrigin = (file: string): Origin => ({
  name: file,
  read: async (bytesMax) => {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error("it is a folder")
    return readBilanInput(createReadStream(file), { bytesMax, lone: found.isFile() })
  },
})

const textOrigin = (text: string): Origin => ({
  name: "the request",
  read: async (bytesMax) => {
    const input = await readBilanInput(textChunk(text), { bytesMax, lone: true })
    return input._tag === "Lines" ? { _tag: "Document", bytes: Buffer.from(text, "utf8") } : input
  },
})

const originOf = (given: Option.Option<string>): Origin => {
  const text = Option.getOrElse(given, () => "-")
  if (text === "-") return standardInput
  return text.startsWith("@") ? fileOrigin(text.slice(1)) : textOrigin(text)
}

/** Resolves once the text has left for standard output, so that nothing piles up here. */
const writeOut = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })

/** How often progress is shown, in milliseconds. */
const progressEveryMs = 200

/** Counts on one line of the terminal, if standard error is one; `clear` takes it away. */
const makeProgress = () => {
  const { stderr } = process
  let shownAtMs = 0
  const shown = ({ answered, refused }: LineCounts): void => {
    if (performance.now() - shownAtMs < progressEveryMs) return
    shownAtMs = performance.now()
    stderr.write(`\r${answered} bilans${refused === 0 ? "" : `, ${refused} lines refused`}`)
  }
  return stderr.isTTY === true
    ? { progress: shown, clear: () => void stderr.write("\r\u001b[K") }
    : { progress: () => {}, clear: () => {} }
}

/** Answers lines until they end, or until nobody reads the answers any more. */
const streamLines = async (
  batches: (BilanInput & { readonly _tag: "Lines" })["batches"],
  read: ReturnType<typeof makeReader>,
): Promise<LineCounts> => {
  const { progress, clear } = makeProgress()
  const ignore = (): void => {}
  process.stdout.on("error", ignore)
  try {
    return await answerLines(batches, read, { write: writeOut, progress })
  } catch (cause) {
    if (errorCode(cause) === "EPIPE") return { answered: 0, refused: 0 }
    throw cause
  } finally {
    clear()
    process.stdout.off("error", ignore)
  }
}

const bilans = Effect.fnUntraced(function* (origin: Origin, json: boolean) {
  const { tables, hash } = yield* TableBundle
  const bytesMax = limitOf(tables, "body_bytes_max")
  const read = makeReader(makeOfflineCoach(tables, `${apiVersion}+${hash}`), bytesMax)
  const reading = <A>(attempt: () => Promise<A>) =>
    Effect.tryPromise({
      try: attempt,
      catch: (cause) =>
        new RequestsUnreadable({ origin: origin.name, reason: readingReason(cause) }),
    })
  const input = yield* reading(() => origin.read(bytesMax))
  switch (input._tag) {
    case "Empty":
      return yield* new RequestsUnreadable({ origin: origin.name, reason: "it is empty" })
    case "Document": {
      const bilan = read(input.bytes)
      if (Result.isFailure(bilan)) return yield* new BilanRefused(bilan.failure)
      return yield* Console.log(JSON.stringify(bilan.success, null, json ? undefined : 2))
    }
    case "Lines": {
      const counts = yield* reading(() => streamLines(input.batches, read))
      if (counts.refused > 0) return yield* new LinesRefused(counts)
    }
  }
})

/** `viatica bilan`: bilans without network and database, one or one for each line. */
export const bilanCommand = Command.make(
  "bilan",
  { request: requestArgument, json: jsonFlag },
  Effect.fn("bilan")(function* ({ request, json }) {
    if (Option.isNone(request) && process.stdin.isTTY === true) {
      yield* Console.error("viatica: bilan needs a request (see viatica bilan --help)")
      return yield* new CommandEnded({ status: exitStatus.wrongUsage })
    }
    return yield* Effect.provide(bilans(originOf(request), json), TableBundle.layer)
  }),
).pipe(
  Command.withDescription("Read what a card's cover lacks for a trip, offline"),
  Command.withExamples([
    {
      command: `viatica bilan '{"residence":"FR","destinations":["US"],"card":{"none":true}}'`,
      description: "One bilan",
    },
    {
      command: "viatica bilan - < requests.ndjson > bilans.ndjson",
      description: "A bilan for each line",
    },
  ]),
)
