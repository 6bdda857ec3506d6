import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { noticeEmails } from "../pages/console/notice-emails.ts"
import { makeAvailability } from "../observability/availability.ts"
import { Mail } from "../ports/mail.ts"
import { Notices } from "../ports/notices.ts"

/** Tells owners by email what was not told yet; nothing is taken where no mail is set up. */
export const tellNotices = (baseUrl: string) =>
  Effect.gen(function* () {
    const mail = yield* Mail
    if (!mail.isSet) return
    const notices = yield* (yield* Notices).take
    for (const email of notices.flatMap((notice) => noticeEmails(notice, baseUrl))) {
      const posted = yield* mail.post({ kind: "notice", to: email.to }, Effect.succeed(email))
      if (posted === "full") yield* Effect.logError("a notice is not sent: too many emails wait")
    }
  })

/** Does so at once and every ten seconds until the scope closes. A failure is logged once. */
export const tellNoticesRegularly = (
  baseUrl: string,
): Effect.Effect<void, never, Mail | Notices | Scope.Scope> =>
  Effect.gen(function* () {
    const availability = makeAvailability({
      unavailable: "owners cannot be told what happens",
      availableAgain: "owners are told again what happens",
      facts: {},
      steadyMs: 0,
    })
    const round = tellNotices(baseUrl).pipe(
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("telling owners failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(tellingIntervalMs)))
  })

/** How often to look for what has happened: somebody who did not make a key wants to know soon. */
const tellingIntervalMs = 10_000
