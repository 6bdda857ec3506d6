import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

/** The longest message that is read, in bytes; the largest request of a tool has a tenth of it. */
export const messageBytesMax = 1024 * 1024

/** Objects and lists may stand so deep within each other; no request of a tool has ten of them. */
export const depthMax = 64

/** The codes of JSON-RPC 2.0 for what is no message. */
const codes = { parseError: -32_700, invalidRequest: -32_600 } as const

type MessageId = string | number | null

/** A line that is handed on, or the answer to what is no message. */
type Reading =
  | { readonly _tag: "Message"; readonly text: string }
  | { readonly _tag: "Refused"; readonly answer: string }

const refused = (code: number, message: string, id: MessageId = null): Reading => {
  const answer = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })
  return { _tag: "Refused", answer: `${answer}\n` }
}

const lineTooLong = refused(
  codes.parseError,
  `Parse error: a message is one line of at most ${messageBytesMax} bytes`,
)
const noMessages = refused(codes.invalidRequest, "Invalid request: a list of messages is empty")
const notUtf8 = refused(codes.parseError, "Parse error: the line is not UTF-8")
const notJson = refused(codes.parseError, "Parse error: the line is not JSON")

/** How deep objects and lists stand within each other in a JSON text. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isText && sign === "\\") at += 1
    else if (sign === '"') isText = !isText
    else if (isText) continue
    else if (sign === "{" || sign === "[") {
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (sign === "}" || sign === "]") depth -= 1
  }
  return deepest
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isId = (id: unknown): id is string | number =>
  typeof id === "string" || (typeof id === "number" && Number.isFinite(id))

/** The id that an answer to a message repeats; null where it has none that could be. */
const idOf = (message: unknown): MessageId =>
  isObject(message) && isId(message["id"]) ? message["id"] : null

/** What a message lacks of JSON-RPC 2.0; undefined where it is a request, a notification or an answer. */
const faultOf = (message: unknown): string | undefined => {
  if (!isObject(message)) return "a message is an object"
  if ("id" in message && !isId(message["id"])) return "an id is a text or a number"
  if ("method" in message) {
    return typeof message["method"] === "string" ? undefined : "a method is a text"
  }
  return "id" in message && ("result" in message || "error" in message)
    ? undefined
    : "a message has a method, or an id and its result or error"
}

const refusalOf = (message: unknown): Reading | undefined => {
  const fault = faultOf(message)
  if (fault === undefined) return undefined
  return refused(codes.invalidRequest, `Invalid request: ${fault}`, idOf(message))
}

/** A list of messages: those that are none are refused one by one, and all others handed on. */
const readBatch = (messages: ReadonlyArray<unknown>): ReadonlyArray<Reading> => {
  if (messages.length === 0) return [noMessages]
  const faults = messages.flatMap((message) => refusalOf(message) ?? [])
  const sound = messages.filter((message) => faultOf(message) === undefined)
  return faults.length > 0 && sound.length === 0
    ? faults
    : [...faults, { _tag: "Message", text: JSON.stringify(sound) }]
}

const decoder = new TextDecoder("utf-8", { fatal: true })

const decodedLine = (line: Uint8Array): string | undefined => {
  try {
    return decoder.decode(line)
  } catch {
    return undefined
  }
}

/** A text as JSON; undefined where it is none, which no JSON says. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readLine = (line: Uint8Array): ReadonlyArray<Reading> => {
  const text = decodedLine(line)
  if (text === undefined) return [notUtf8]
  if (text.trim() === "") return []
  const message = parsed(text)
  if (message === undefined) return [notJson]
  if (depthOf(text) > depthMax) {
    const reason = `Parse error: at most ${depthMax} objects and lists stand within each other`
    return [refused(codes.parseError, reason, idOf(message))]
  }
  if (Array.isArray(message)) return readBatch(message)
  return [refusalOf(message) ?? { _tag: "Message", text }]
}

const lineFeed = 10

/**
 * Cuts chunks into lines and reads each as a message of JSON-RPC 2.0. Of a line that is too long nothing
 * is kept: it is refused as soon as it is, and what follows of it is passed over.
 */
export const makeMessageReader = () => {
  let open: Array<Uint8Array> = []
  let openBytes = 0
  const close = (): ReadonlyArray<Reading> => {
    const line = openBytes > messageBytesMax ? undefined : Buffer.concat(open)
    open = []
    openBytes = 0
    return line === undefined ? [] : readLine(line)
  }
  const extend = (part: Uint8Array): ReadonlyArray<Reading> => {
    const wasTooLong = openBytes > messageBytesMax
    openBytes += part.length
    if (openBytes <= messageBytesMax) {
      open.push(part)
      return []
    }
    open = []
    return wasTooLong ? [] : [lineTooLong]
  }
  return {
    add: (chunk: Uint8Array): ReadonlyArray<Reading> => {
      const readings: Array<Reading> = []
      let from = 0
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
        readings.push(...extend(chunk.subarray(from, end)), ...close())
        from = end + 1
      }
      readings.push(...extend(chunk.subarray(from)))
      return readings
    },
    /** Reads a last line that the input ends within. */
    end: close,
  }
}

/**
 * Standard input and output of which a server sees messages alone: what is no message is answered here,
 * so that no line, whatever it holds, ends the reading of those behind it. An answer waits until
 * standard output takes it, and the next line waits with it.
 */
export const messagesAlone = (stdio: Stdio.Stdio): Stdio.Stdio => {
  const answer = (text: string) =>
    // A client that takes no answers has gone, which the server sees for itself.
    Effect.ignore(Stream.run(Stream.succeed(text), stdio.stdout({ endOnDone: false })))
  const stdin = Stream.suspend(() => {
    const { add, end } = makeMessageReader()
    const readings = Stream.concat(
      Stream.map(stdio.stdin, add),
      Stream.suspend(() => Stream.succeed(end())),
    )
    return readings.pipe(
      Stream.flattenIterable,
      Stream.flatMap((reading) =>
        reading._tag === "Refused"
          ? Stream.fromEffectDrain(answer(reading.answer))
          : Stream.succeed(Buffer.from(`${reading.text}\n`)),
      ),
    )
  })
  return Stdio.make({ ...stdio, stdin })
}
