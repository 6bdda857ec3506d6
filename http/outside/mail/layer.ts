import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Demo } from "../../ports/demo.ts"
import { mailSettings } from "../../config/mail.ts"
import { Mail } from "../../ports/mail.ts"
import { makeOutbox } from "./outbox.ts"
import { makePostOffice, postOfficePolicies } from "./post-office.ts"
import { sendBySmtp } from "./send-smtp.ts"

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
