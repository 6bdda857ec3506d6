import * as Effect from "effect/Effect"
import { suggestedCode } from "../../../rules/accounts/suggested-code.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import type { Visitor } from "../../ports/people.ts"
import { type FormFields, seeOther } from "../kit/form.ts"
import { readingOf } from "../kit/reading.ts"
import type { VisitorParts, Visitors } from "./visitor.ts"
import { type WelcomeFault, welcomePage } from "./welcome.ts"

interface WelcomeParts extends VisitorParts {
  readonly networkOf: (call: IncomingCall) => string
}

/** How many codes are tried for a partner that has not chosen one. */
const codesTried = 9

/**
 * `/console/welcome`: where somebody without an account opens one, or joins one that they are invited
 * to. The console begins at `/console` after that.
 */
export const makeWelcomeRoute = (
  { makePage, networkOf, people }: WelcomeParts,
  { checkedForm, withVisitor }: Visitors,
): OpenRoute => {
  const show = (
    call: IncomingCall,
    visitor: Visitor,
    form?: { readonly fields: FormFields; readonly fault: WelcomeFault },
  ) =>
    Effect.zipWith(
      readingOf(call),
      people.invitationsOf(visitor.personId),
      (reading, invitations) =>
        welcomePage({
          makePage,
          reading,
          visitor,
          invitations,
          name: form?.fields.text("name") ?? "",
          code: form?.fields.text("code") ?? "",
          ...(form === undefined ? {} : { fault: form.fault }),
        }),
    )

  /** Opens an account under the code that was chosen, else under the first free one of its name. */
  const open = (call: IncomingCall, visitor: Visitor, fields: FormFields) => {
    const name = fields.text("name")
    const chosen = fields.text("code")
    const network = networkOf(call)
    const tryCode = (attempt: number): ReturnType<typeof people.signUp> => {
      const code = chosen === "" ? suggestedCode(name, attempt) : chosen
      const opened = people.signUp(visitor.personId, { code, name, network })
      return chosen === "" && attempt < codesTried
        ? Effect.catchTag(opened, "PartnerExists", () => tryCode(attempt + 1))
        : opened
    }
    return tryCode(1)
  }

  const take = (call: IncomingCall, visitor: Visitor) =>
    Effect.gen(function* () {
      const fields = yield* checkedForm(call, visitor)
      const reading = yield* readingOf(call)
      const joined = fields.text("join")
      const done =
        joined === "" ? open(call, visitor, fields) : people.join(visitor.personId, joined)
      const faulty = (fault: WelcomeFault) => show(call, visitor, { fields, fault })
      return yield* Effect.as(done, seeOther(reading.href("/console"))).pipe(
        Effect.catchTag(["HasPartner", "PersonNotFound"], () =>
          Effect.succeed(seeOther(reading.href("/console"))),
        ),
        Effect.catchTag("BadPartner", ({ field }) => faulty(field)),
        Effect.catchTag("PartnerExists", () => faulty("taken")),
        Effect.catchTag("TooManySignUps", () => faulty("too many")),
      )
    })

  return {
    pattern: "/console/welcome",
    methods: ["GET", "POST"],
    answer: (call) =>
      withVisitor(call, (visitor) => {
        if (call.method === "POST") return take(call, visitor)
        return visitor.partner === null
          ? show(call, visitor)
          : Effect.map(readingOf(call), (reading) => seeOther(reading.href("/console")))
      }),
  }
}
