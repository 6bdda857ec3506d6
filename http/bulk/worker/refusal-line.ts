import type { RefusalTelling } from "../batch/answer-batch.ts"
import type { RefusedRequest } from "../request-reader.ts"

/**
 * A refusal as a line among the answers. It tells no number of its line: that would depend on how the
 * lines were shared out.
 *
 * ```ts
 * import { refusalLine } from "../http/bulk/worker/refusal-line.ts"
 *
 * refusalLine({ error: "BAD_MARKET", detail: "market: …", id: 7 }) // => '{"id":7,"error":"BAD_MARKET","detail":"market: …"}'
 * ```
 */
export const refusalLine = ({ detail, error, id, warnings }: RefusedRequest): string =>
  JSON.stringify({ ...(id === undefined ? {} : { id }), error, detail, warnings })

/** How a worker tells refusals: every line is answered, a blank one too. */
export const workerTelling: RefusalTelling = {
  place: "line ",
  inline: (_, refused) => refusalLine(refused),
  isBlankAsked: true,
}
