import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeOutbox } from "../../http/outside/mail/post-office.ts"
import { type KeptEmail, Mail } from "../../http/ports/mail.ts"

/** A place for the letters of a test's service, as the demo has one, and the newest letter to an address in it. */
export const keepLetters = () => {
  const kept = makeOutbox()
  const newest = async (to: string): Promise<KeptEmail> => {
    const found = (await Effect.runPromise(kept.outbox)).find((letter) => letter.to === to)
    if (found === undefined) throw new Error(`no letter went to ${to}`)
    return found
  }
  return {
    layer: Layer.succeed(Mail, { isSet: true, from: "console@viatica.example", ...kept }),
    newest,
  }
}
