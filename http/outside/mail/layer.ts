import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { mailSettings } from "../../config/mail.ts"
import { makePostOffice, postOfficePolicies } from "./post-office.ts"
import { sendBySmtp } from "./send-smtp.ts"
import { Demo } from "../../ports/demo.ts"
import { type KeptLetter, type Letter, Mail } from "../../ports/mail.ts"

/** How long a mail server may take over a step, and over a letter. */
const smtpTimes = { stepMs: 10_000, wholeMs: 30_000 }

/** Where letters of the demo say that they come from. */
const demoFrom = "console@viatica.example"

const makeMail = Effect.gen(function* () {
  const settings = yield* mailSettings
  if (Option.isSome(settings)) {
    const { from } = settings.value
    const server = { ...settings.value, ...smtpTimes }
    const post = yield* makePostOffice((letter) => sendBySmtp(server, letter), postOfficePolicies)
    return { isSet: true, from, post, outbox: undefined }
  }
  if ((yield* Demo) !== null) return { isSet: true, from: demoFrom, ...makeOutbox() }
  const post: Mail["Service"]["post"] = () => Effect.succeed("unset")
  return { isSet: false, from: "", post, outbox: undefined }
})

/** Letters through the mail server of `SMTP_URL`; without one, the demo keeps them to be read. */
export const layerMail = Layer.effect(Mail, makeMail)

/** How many letters the demo keeps. */
export const keptLettersMax = 50

/** Keeps letters in memory instead of sending them, and writes them to the log. */
export const makeOutbox = () => {
  let letters: ReadonlyArray<KeptLetter> = []
  const keep = Effect.fnUntraced(function* (letter: Letter) {
    const at = new Date(yield* Clock.currentTimeMillis).toISOString()
    letters = [{ ...letter, at }, ...letters].slice(0, keptLettersMax)
    yield* Effect.annotateLogs(Effect.logInfo("the demo keeps an email in its outbox"), {
      ...letter,
    })
  })
  const post: Mail["Service"]["post"] = (_, write) =>
    Effect.as(Effect.flatMap(write, keep), "taken" as const)
  return { post, outbox: Effect.sync(() => letters) }
}
