import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { isCalendarDay } from "../../core/vocabulary/day.ts"
import { auditActions, type AuditedAct, AuditLog } from "../ports/audit-log.ts"
import { layerKeylessOperations } from "../runtime/foundations.ts"
import { countFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { tableText } from "../../core/plain-text.ts"

const limitFlag = countFlag("limit", "How many entries at most", 100, 10_000)

const sinceFlag = Flag.String("since").pipe(
  Flag.withDescription("First UTC day, such as 2027-01-31"),
  Flag.filter(isCalendarDay, (text) => `Expected a day YYYY-MM-DD, got ${JSON.stringify(text)}`),
  Flag.optional,
)

const header = ["at", "actor", "action", "subject", "partner", "details"]

const rowOf = (act: AuditedAct) => [
  act.at,
  act.actor,
  act.action,
  act.subject,
  act.partner,
  JSON.stringify(act.details),
]

const list = Command.make(
  "list",
  {
    partner: Flag.String("partner").pipe(
      Flag.withDescription(
        "Code of a partner: what was done to it, its keys, its links and their subscriptions",
      ),
      Flag.optional,
    ),
    subject: Flag.String("subject").pipe(
      Flag.withDescription(
        "A partner code, a key id, the ref of a link or the id of a subscription",
      ),
      Flag.optional,
    ),
    action: Flag.Literals("action", auditActions).pipe(
      Flag.withDescription("Only this kind of action"),
      Flag.optional,
    ),
    since: sinceFlag,
    limit: limitFlag,
    json: jsonFlag,
  },
  Effect.fn("audit list")(function* ({ action, json, limit, partner, since, subject }) {
    const { entries, next } = yield* (yield* AuditLog).read({
      partnerCode: Option.getOrUndefined(partner),
      subject: Option.getOrUndefined(subject),
      action: Option.getOrUndefined(action),
      since: Option.getOrUndefined(since),
      limit,
    })
    yield* print(json, entries, () => tableText(header, entries.map(rowOf)))
    if (next !== null)
      yield* Console.error("viatica: there are older entries; --limit N lists more")
  }),
).pipe(
  Command.withDescription(
    "List who did what to accounts, keys, links, subscriptions and people, newest first",
  ),
)

/** `viatica audit …`: what was done to accounts, keys, links and subscriptions, and by whom. */
export const auditCommand = Command.make("audit").pipe(
  Command.withSubcommands([list.pipe(Command.provide(layerKeylessOperations))]),
)
