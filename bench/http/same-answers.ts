import { send } from "../../test/support/http-call.ts"
import { type BenchCall, signedHeaders } from "./call.ts"
import type { RecordedAnswer } from "./server-child.ts"
import type { BenchServer } from "./servers.ts"

/** Headers that belong to the connection or the moment; servers add their own. */
const ownHeaders = ["connection", "date", "keep-alive"]

/** What of an answer is drawn at random or told by the clock. */
const drawn = [/"sessionId":"[^"]*"/, /"expiresAt":"[^"]*"/]

const withoutDrawn = (text: string): string =>
  drawn.reduce((left, pattern) => left.replace(pattern, ""), text)

const answerOf = async ({ port }: BenchServer, call: BenchCall): Promise<RecordedAnswer> => {
  const { body, key, path } = call
  const { headers, status, text } = await send({
    port,
    method: "POST",
    path,
    headers: {
      "content-type": "application/json",
      ...signedHeaders(call, Math.floor(Date.now() / 1000)),
    },
    body,
  })
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name))
  return { keyId: key.keyId, asked: body, status, headers: Object.fromEntries(kept), text }
}

/** What a server answers to each of the calls. */
export const record = async (
  server: BenchServer,
  calls: ReadonlyArray<BenchCall>,
): Promise<ReadonlyArray<RecordedAnswer>> => {
  const answers: Array<RecordedAnswer> = []
  for (const call of calls) answers.push(await answerOf(server, call))
  return answers
}

/**
 * Checks that a server gives the recorded answers: status, body byte for byte, the names of all
 * headers and how many bytes are said to follow. Session, expiry, request id and what is left of the
 * quota differ from answer to answer.
 */
export const checkSameAnswers = async (
  server: BenchServer,
  calls: ReadonlyArray<BenchCall>,
  recorded: ReadonlyArray<RecordedAnswer>,
): Promise<void> => {
  const shown = ({ headers, status, text }: RecordedAnswer) => ({
    status,
    headers: Object.keys(headers).toSorted(),
    text: withoutDrawn(text),
    bytes: headers["content-length"],
  })
  for (const [index, answer] of (await record(server, calls)).entries()) {
    const expected = recorded[index]
    const theirs = JSON.stringify(shown(answer))
    const ours = expected === undefined ? "" : JSON.stringify(shown(expected))
    if (theirs === ours) continue
    const from = [...theirs].findIndex((character, place) => character !== ours[place])
    const around = (text: string): string => text.slice(Math.max(0, from - 60), from + 60)
    throw new Error(
      `${server.name}: call ${index} is answered …${around(theirs)}…, not …${around(ours)}…`,
    )
  }
}
