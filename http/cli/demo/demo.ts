import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { TrackedLinks } from "../../ports/tracked-links.ts"
import { demoPartnerCode, ensureDemoLiveKey, ensureDemoPartner } from "../../store/accounts/demo.ts"
import type { ServerSettings } from "../../config/server.ts"
import { makeDemoLinks } from "./demo-people.ts"
import { localAddress, makeSampleCalls } from "./sample-calls.ts"
import { answersText, nextText } from "./text.ts"

/**
 * Shows a running service to a newcomer: makes the demo account where there is none, calls the
 * service with its key, and prints the answers and how to go on. A refused call, such as when the
 * demo key's day is spent, is told and does not end the service.
 */
export const showDemo = (settings: ServerSettings) =>
  Effect.gen(function* () {
    const key = yield* ensureDemoPartner
    yield* ensureDemoLiveKey
    const text = yield* Effect.match(makeSampleCalls(settings, key), {
      onSuccess: answersText,
      onFailure: (error) => `\n${error.message}\n`,
    })
    yield* Console.log(text)
    const consoleLinks = yield* makeDemoLinks(localAddress(settings))
    const ref = (yield* (yield* TrackedLinks).usual(demoPartnerCode))?.ref ?? null
    yield* Console.log(nextText(settings, { key, ref, consoleLinks }))
  })
