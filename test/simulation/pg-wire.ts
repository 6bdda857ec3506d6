/** A message of Postgres' protocol after the start of a session: its type, and all its bytes. */
export interface Message {
  readonly type: string
  readonly bytes: Buffer
}

/** The whole messages that bytes begin with, and what is left of the next. */
export const messagesOf = (
  bytes: Buffer,
): { readonly messages: ReadonlyArray<Message>; readonly rest: Buffer } => {
  const messages: Array<Message> = []
  let rest = bytes
  while (rest.length >= 5) {
    const length = rest.readInt32BE(1) + 1
    if (rest.length < length) break
    messages.push({
      type: String.fromCharCode(rest[0] ?? 0),
      bytes: Buffer.from(rest.subarray(0, length)),
    })
    rest = rest.subarray(length)
  }
  return { messages, rest }
}

/** What Postgres itself numbers below; tables and types that are made later get what is free. */
const firstDrawnOid = 16_384

/** An answer without the numbers of tables and types, which depend on all that was ever made in the cluster. */
export const withoutOids = (answer: Buffer): Buffer => {
  const { messages, rest } = messagesOf(answer)
  for (const { bytes, type } of messages) {
    if (type !== "T") continue
    let at = 7
    for (let left = bytes.readInt16BE(5); left > 0; left -= 1) {
      const table = bytes.indexOf(0, at) + 1
      for (const place of [table, table + 6]) {
        if (bytes.readUInt32BE(place) >= firstDrawnOid) bytes.writeUInt32BE(firstDrawnOid, place)
      }
      at = table + 18
    }
  }
  return Buffer.concat([...messages.map(({ bytes }) => bytes), rest])
}

const message = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type, 0, "latin1")
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const textZ = (text: string): Buffer => Buffer.from(`${text}\0`)

/** A statement by the simple protocol. */
export const simpleQuery = (text: string): Buffer => message("Q", textZ(text))

/** An error as Postgres tells it. */
export const errorMessage = (code: string, words: string, severity = "ERROR"): Buffer =>
  message(
    "E",
    textZ(`S${severity}`),
    textZ(`V${severity}`),
    textZ(`C${code}`),
    textZ(`M${words}`),
    Buffer.of(0),
  )

/** What Postgres says to a batch for which it has no room, and how the transaction stands then. */
export const refusal = (transaction: "I" | "E"): Buffer =>
  Buffer.concat([
    errorMessage("53100", "could not extend file: No space left on device"),
    message("Z", Buffer.from(transaction)),
  ])

/** Limits of a session, which the simulation keeps in its own time: in milliseconds, 0 is none. */
export interface SessionLimits {
  readonly lockMs: number
  readonly statementMs: number
  readonly idleMs: number
}

/** Where `now()`, ids and chance of the simulation are found before those of Postgres. */
const searchPath = "public, set_clock, pg_catalog"

/** The start of a session, without its limits, and these. */
export const openedUnder = (
  bytes: Buffer,
): { readonly bytes: Buffer; readonly limits: SessionLimits } => {
  const words = bytes.subarray(8).toString().split("\0")
  const given = new Map<string, string>()
  for (let at = 0; at + 1 < words.length && words[at] !== ""; at += 2) {
    given.set(words[at] ?? "", words[at + 1] ?? "")
  }
  const taken = (name: string): number => {
    const value = Number(given.get(name) ?? 0)
    given.set(name, "0")
    return value
  }
  const limits = {
    lockMs: taken("lock_timeout"),
    statementMs: taken("statement_timeout"),
    idleMs: taken("idle_in_transaction_session_timeout"),
  }
  given.set("search_path", searchPath)
  const body = Buffer.concat([
    ...[...given].flatMap(([name, value]) => [textZ(name), textZ(value)]),
    Buffer.of(0),
  ])
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8, 0)
  bytes.copy(head, 4, 4, 8)
  return { bytes: Buffer.concat([head, body]), limits }
}

/** Settings of limits in statements, which would be of real time. */
const realLimits = /set_config\('(lock_timeout|statement_timeout)'/g

const timesMs: Readonly<Record<string, number>> = { "": 1, ms: 1, s: 1_000 }

const milliseconds = (text: string): number | undefined => {
  const [, figure, unit = ""] = /^(\d+)(ms|s)?$/.exec(text) ?? []
  return figure === undefined ? undefined : Number(figure) * (timesMs[unit] ?? 1)
}

/** The values of a Bind message, as text. */
const boundValues = (bytes: Buffer): { readonly name: string; readonly values: Array<string> } => {
  const portalEnd = bytes.indexOf(0, 5)
  const nameEnd = bytes.indexOf(0, portalEnd + 1)
  const name = bytes.subarray(portalEnd + 1, nameEnd).toString()
  let at = nameEnd + 1
  at += 2 + 2 * bytes.readInt16BE(at)
  const values: Array<string> = []
  const count = bytes.readInt16BE(at)
  at += 2
  for (let index = 0; index < count; index += 1) {
    const length = bytes.readInt32BE(at)
    values.push(length < 0 ? "" : bytes.subarray(at + 4, at + 4 + length).toString("latin1"))
    at += 4 + Math.max(0, length)
  }
  return { name, values }
}

const shown = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 90)

/**
 * Reads the messages up to a Sync: what they run, of statements that were prepared before too, with limits taken
 * out that would be of real time.
 */
export const readBatch = (
  messages: ReadonlyArray<Message>,
  statements: Map<string, string>,
): {
  readonly bytes: Buffer
  readonly text: string
  readonly statements: string
  readonly lockWaitMs: number | undefined
} => {
  const texts: Array<string> = []
  let lockWaitMs: number | undefined
  const noteWait = (text: string, values: ReadonlyArray<string>): void => {
    const [, literal, place] = /set_config\('lock_timeout', (?:'([^']*)'|\$(\d+))/.exec(text) ?? []
    const value = literal ?? (place === undefined ? undefined : values[Number(place) - 1])
    if (value !== undefined) lockWaitMs = milliseconds(value) ?? lockWaitMs
  }
  const bytes = messages.map((one): Buffer => {
    if (one.type === "P") {
      const nameEnd = one.bytes.indexOf(0, 5)
      const textEnd = one.bytes.indexOf(0, nameEnd + 1)
      const name = one.bytes.subarray(5, nameEnd).toString()
      const text = one.bytes.subarray(nameEnd + 1, textEnd).toString()
      statements.set(name, text)
      const plain = text.replaceAll(realLimits, "set_config('sim.$1'")
      return message("P", textZ(name), textZ(plain), one.bytes.subarray(textEnd + 1))
    }
    if (one.type === "B") {
      const { name, values } = boundValues(one.bytes)
      const text = statements.get(name) ?? ""
      texts.push(text)
      noteWait(text, values)
    }
    if (one.type === "Q") {
      const text = one.bytes.subarray(5, -1).toString()
      texts.push(text)
      noteWait(text, [])
      return simpleQuery(text.replaceAll(realLimits, "set_config('sim.$1'"))
    }
    return one.bytes
  })
  return {
    bytes: Buffer.concat(bytes),
    text: texts.map(shown).join("; "),
    statements: texts.join("; "),
    lockWaitMs,
  }
}
