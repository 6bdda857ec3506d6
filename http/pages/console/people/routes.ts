import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { PersonRole } from "../../../../rules/accounts/person.ts"
import type { TooManyInvitations } from "../../../ports/people-errors.ts"
import { invitationLetter } from "../../sign-in/letters.ts"
import type { ConsoleParts, PartnerRequest } from "../parts.ts"
import {
  asPage,
  byOwner,
  forPartner,
  prepareConsoleRoute,
  statusContent,
  wasDone,
} from "../requests.ts"
import { peoplePage } from "../people.ts"

const path = "/console/people"

const showPeople = (
  { people }: ConsoleParts,
  { partnerCode, show, view, visitor }: PartnerRequest,
  wrong?: Parameters<typeof peoplePage>[2],
) =>
  Effect.gen(function* () {
    const members = yield* people.members(partnerCode)
    const invitees = yield* people.invitees(partnerCode)
    return show(peoplePage(view, { personId: visitor.personId, members, invitees }, wrong))
  })

const roleOf = (text: string): PersonRole => (text === "owner" ? "owner" : "reader")

/** The routes of people: the page, and the forms that invite, change and remove them. */
export const peopleRoutes = (parts: ConsoleParts) => {
  const { people } = parts
  const route = prepareConsoleRoute(parts)
  const wrongly = (request: PartnerRequest, fault: string, typed = "") =>
    showPeople(parts, asPage(parts, request, path), { fault, typed })
  const tooMany = (request: PartnerRequest, refused: TooManyInvitations, typed: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      const waitMs = Date.parse(refused.againAt) - nowMs
      const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
      return showPeople(parts, asPage(parts, request, path), {
        fault: "pace",
        refused,
        seconds,
        typed,
      })
    })
  const forbidden = ({ show, view }: PartnerRequest) =>
    Effect.succeed(show(statusContent(403, view)))

  const invite = byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const { call, view, visitor } = request
      const { baseUrl, invitationDays, mail, networkOf } = parts
      const email = fields.text("email")
      const invited = people.invite(visitor.personId, {
        email,
        role: roleOf(fields.text("role")),
        network: networkOf(call),
      })
      // Where no mail is set up the person is invited all the same, and is told by the owner.
      if (!mail.isSet) return yield* Effect.as(invited, wasDone(view, path, "invited-unsent"))
      const posted = yield* mail.post(
        { kind: "invitation", to: email },
        Effect.map(invited, (invitation) =>
          invitationLetter(invitation, visitor, { baseUrl, days: invitationDays }),
        ),
      )
      return posted === "taken"
        ? wasDone(view, path, "invited")
        : yield* wrongly(request, "mail", email)
    }).pipe(
      Effect.catchTags({
        BadEmail: () => wrongly(request, "email", fields.text("email")),
        TooManyPeople: () => wrongly(request, "limit", fields.text("email")),
        TooManyInvitations: (refused) => tooMany(request, refused, fields.text("email")),
        HasPartner: () => wrongly(request, "member", fields.text("email")),
        RoleRefused: () => forbidden(request),
      }),
    ),
  )

  const changeRole = byOwner(parts, (request, fields) =>
    Effect.as(
      people.changeRole(
        request.visitor.personId,
        fields.text("person"),
        roleOf(fields.text("role")),
      ),
      wasDone(request.view, path, "role"),
    ).pipe(
      Effect.catchTags({
        PersonNotFound: () => wrongly(request, "person"),
        LastOwner: () => wrongly(request, "last"),
        RoleRefused: () => forbidden(request),
      }),
    ),
  )

  const remove = byOwner(parts, (request, fields) =>
    Effect.as(
      people.remove(request.visitor.personId, fields.text("person")),
      wasDone(request.view, path, "removed"),
    ).pipe(
      Effect.catchTags({
        PersonNotFound: () => wrongly(request, "person"),
        LastOwner: () => wrongly(request, "last"),
        RoleRefused: () => forbidden(request),
      }),
    ),
  )

  const withdraw = byOwner(parts, (request, fields) =>
    Effect.as(
      people.withdrawInvitation(request.visitor.personId, fields.text("email")),
      wasDone(request.view, path, "withdrawn"),
    ).pipe(
      Effect.catchTags({
        PersonNotFound: () => wrongly(request, "person"),
        RoleRefused: () => forbidden(request),
      }),
    ),
  )

  return [
    route(path, ["GET"], () => forPartner((request) => showPeople(parts, request))),
    route(`${path}/invite`, ["POST"], () => invite),
    route(`${path}/role`, ["POST"], () => changeRole),
    route(`${path}/remove`, ["POST"], () => remove),
    route(`${path}/withdraw`, ["POST"], () => withdraw),
  ]
}
