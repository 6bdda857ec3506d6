import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { serverSettings } from "../config/server.ts"
import { signInAddress } from "../pages/sign-in/emails.ts"
import { type Operator, Operators } from "../ports/operators.ts"
import { layerKeylessOperations } from "../runtime/foundations.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { asOperator } from "./operator.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { operatorRoles, personRoles } from "../../rules/accounts/person.ts"
import { recordText, tableText } from "../../core/plain-text.ts"

const emailArgument = Argument.String("email").pipe(
  Argument.withDescription("Email address of the person"),
)

const operatorText = ({ email, lastSignInAt, personId, roles }: Operator): string =>
  recordText({ email, roles: roles.join(", "), person: personId, "last sign-in": lastSignInAt })

const rolesFlag = Flag.ChoiceWithValue(
  "role",
  operatorRoles.map((role) => [role, role] as const),
).pipe(
  Flag.withDescription(
    "What the person may do: operate the console, edit tables on a workbench for a team, or approve them there; may be repeated; operator when left out",
  ),
  Flag.atLeast(0),
)

const add = Command.make(
  "add",
  { email: emailArgument, roles: rolesFlag, json: jsonFlag },
  Effect.fn("operator add")(function* ({ email, json, roles }) {
    const { appoint } = yield* Operators
    const operator = yield* asOperator(roles.length === 0 ? appoint(email) : appoint(email, roles))
    yield* print(json, operator, () => operatorText(operator))
  }),
).pipe(
  Command.withDescription("Make somebody an operator of the console, an analyst or an approver"),
)

const remove = Command.make(
  "remove",
  { email: emailArgument, json: jsonFlag },
  Effect.fn("operator remove")(function* ({ email, json }) {
    yield* asOperator((yield* Operators).dismiss(email))
    yield* print(json, { email }, () => `${email} has no role here any more, and is signed out.`)
  }),
).pipe(Command.withDescription("Take all these roles from somebody and end their sessions"))

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fn("operator list")(function* ({ json }) {
    const all = yield* (yield* Operators).list
    const rows = all.map(({ email, lastSignInAt, personId, roles }) => [
      email,
      roles.join(", "),
      personId,
      lastSignInAt,
    ])
    yield* print(json, all, () => tableText(["email", "roles", "person", "last sign-in"], rows))
  }),
).pipe(Command.withDescription("List operators, analysts and approvers"))

const link = Command.make(
  "link",
  { email: emailArgument, json: jsonFlag },
  Effect.fn("operator link")(function* ({ email, json }) {
    const { baseUrl } = yield* serverSettings
    const wish = { email, language: "en", nextPath: "/console" } as const
    const made = yield* asOperator((yield* Operators).link(wish))
    const shown = { url: signInAddress(baseUrl, made), validUntil: made.validUntil }
    yield* print(json, shown, () => recordText({ url: shown.url, "valid until": made.validUntil }))
  }),
).pipe(Command.withDescription("Make a one-time sign-in link, for where no email is set up"))

const invite = Command.make(
  "invite",
  {
    email: emailArgument,
    partner: partnerFlag,
    role: Flag.ChoiceWithValue(
      "role",
      personRoles.map((role) => [role, role] as const),
    ).pipe(Flag.withDescription("What the person may do"), Flag.withDefault("owner")),
    json: jsonFlag,
  },
  Effect.fn("operator invite")(function* ({ email, json, partner, role }) {
    const { baseUrl } = yield* serverSettings
    const invitee = yield* asOperator((yield* Operators).invite(partner, email, role))
    const shown = { ...invitee, partner, url: `${baseUrl}/console/sign-in` }
    yield* print(json, shown, () => recordText(shown))
  }),
).pipe(
  Command.withDescription(
    "Invite somebody to a partner's account, and print the address to give them",
  ),
)

const resetFactors = Command.make(
  "reset-factors",
  { email: emailArgument, json: jsonFlag },
  Effect.fn("person reset-factors")(function* ({ email, json }) {
    yield* asOperator((yield* Operators).resetFactors(email))
    yield* print(
      json,
      { email },
      () => `${email} has no second factor any more, is signed out, and is told by email.`,
    )
  }),
).pipe(Command.withDescription("Take somebody's second factors away, where all of them are lost"))

/** `viatica person …`: people of the console, whosever account they work with. */
export const personCommand = Command.make("person").pipe(
  Command.withSubcommands([resetFactors.pipe(Command.provide(layerKeylessOperations))]),
)

/** `viatica operator …`: who works the console. */
export const operatorCommand = Command.make("operator").pipe(
  Command.withSubcommands([
    add.pipe(Command.provide(layerKeylessOperations)),
    remove.pipe(Command.provide(layerKeylessOperations)),
    list.pipe(Command.provide(layerKeylessOperations)),
    link.pipe(Command.provide(layerKeylessOperations)),
    invite.pipe(Command.provide(layerKeylessOperations)),
  ]),
)
