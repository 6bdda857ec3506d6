import { type CallRefusal, type CallReply, writerHeader } from "../../protocol/call.ts"
import type { CallName, Calls } from "../../protocol/calls.ts"

/** A call that its server refused, with the code and the facts to say why. */
export class RefusedCall extends Error {
  readonly refusal: CallRefusal

  constructor(refusal: CallRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const lost: CallRefusal = {
  code: "ServerGone",
  message: "The workbench does not answer",
  facts: {},
}

/** Which page this is: what it wrote itself is nobody else's change. */
const ownName = crypto.randomUUID()

/**
 * Makes a call; refusals are thrown as {@link RefusedCall}. A call that is aborted stops the work on it.
 * Addresses are relative to the page, which holds the token.
 */
export const call = async <Name extends CallName>(
  name: Name,
  input: Calls[Name]["input"],
  signal?: AbortSignal,
): Promise<Calls[Name]["output"]> => {
  const response = await fetch(new URL(`call/${name}`, document.baseURI), {
    method: "POST",
    headers: { "content-type": "application/json", [writerHeader]: ownName },
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw new RefusedCall(lost)
  })
  const isReply = response.headers.get("content-type")?.startsWith("application/json") === true
  if (!isReply) throw new RefusedCall({ ...lost, message: await response.text() })
  const reply = (await response.json()) as CallReply<Calls[Name]["output"]>
  if (reply._tag === "Refused") throw new RefusedCall(reply.refusal)
  return reply.output
}
