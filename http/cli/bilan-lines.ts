import * as Result from "effect/Result"
import { describeCoachRefusal } from "../../rules/coach/refusal.ts"
import type { BilanResponse } from "../../rules/coach/response.ts"
import type { OfflineCoach } from "../../rules/coach/offline.ts"
import type { InputLine, LineBatches } from "./bilan-input.ts"

/** Why a request got no bilan. */
export interface BilanRefusal {
  readonly error: string
  readonly detail: string
}

const notJson: BilanRefusal = { error: "INVALID_JSON", detail: "not valid JSON in UTF-8" }

const decoder = new TextDecoder("utf-8", { fatal: true })

const parse = (bytes: Uint8Array): Result.Result<unknown, BilanRefusal> =>
  Result.try({
    try: (): unknown => JSON.parse(decoder.decode(bytes)),
    catch: () => notJson,
  })

/** Makes bilans from the bytes of requests; undefined stands for one longer than allowed. */
export const makeReader =
  (coach: OfflineCoach, bytesMax: number) =>
  (bytes: Uint8Array | undefined): Result.Result<BilanResponse, BilanRefusal> => {
    if (bytes === undefined) {
      return Result.fail({
        error: "PAYLOAD_TOO_LARGE",
        detail: `a request has at most ${bytesMax} bytes`,
      })
    }
    return Result.flatMap(parse(bytes), (request) =>
      Result.mapError(coach.bilan(request), (refused) => ({
        error: refused.code,
        detail: describeCoachRefusal(refused),
      })),
    )
  }

/** How many requests were answered and refused. */
export interface LineCounts {
  readonly answered: number
  readonly refused: number
}

/**
 * Answers requests line by line and in their order: a bilan, or `{error, detail, line}`. A batch is
 * read only once the one before it has been written.
 */
export const answerLines = async (
  batches: LineBatches,
  read: ReturnType<typeof makeReader>,
  sink: {
    readonly write: (text: string) => Promise<void>
    readonly progress: (counts: LineCounts) => void
  },
): Promise<LineCounts> => {
  let answered = 0
  let refused = 0
  const answer = ({ number, bytes }: InputLine): string => {
    const bilan = read(bytes)
    if (Result.isSuccess(bilan)) {
      answered += 1
      return `${JSON.stringify(bilan.success)}\n`
    }
    refused += 1
    return `${JSON.stringify({ ...bilan.failure, line: number })}\n`
  }
  for await (const batch of batches) {
    await sink.write(batch.map(answer).join(""))
    sink.progress({ answered, refused })
  }
  return { answered, refused }
}
