import { oneLine } from "./format.ts"
import { printedLocales } from "../../../core/vocabulary/written-language.ts"
import { readTypedCount } from "../../../rules/messages/typed-numbers.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { readKeysFacts, readUsageFacts } from "./facts.ts"
import { auditPage, partnerPage } from "./operator-partner.ts"
import { countedMost, queuePage, type WaitingPartner } from "./operator-queue.ts"
import {
  asPage,
  byOperator,
  type ConsoleParts,
  type ConsoleRequest,
  forOperator,
  prepareConsoleRoute,
  statusContent,
  wasDone,
} from "./requests.ts"
import { readSalesFigures } from "./sales.ts"
import { rowsPerPage, searchLength } from "./controls.ts"
import { chartDays, lastDays, usageTotals } from "./usage.ts"
import type { FormFields } from "../kit/form.ts"
import type { OutgoingEmail } from "../../ports/mail.ts"
import type { Review } from "../../ports/reviews.ts"
import {
  isPartnerCode,
  type PartnerCode,
  partnerStatuses,
} from "../../../rules/accounts/partner.ts"
import { plainName } from "../../../rules/accounts/plain-name.ts"

const path = "/console/operator"
const partnersPath = `${path}/partners`

/** Waiting partners whose facts are read; the rest follow as these are decided. */
const waitingShown = 20

/** Who asked, by address where the account still has that person. */
const namedAsker = (
  review: Review,
  members: ReadonlyArray<{ readonly personId: string; readonly email: string }>,
): Review => ({
  ...review,
  askedBy:
    members.find(({ personId }) => review.askedBy === `person: ${personId}`)?.email ??
    review.askedBy,
})

/** What its card shows of a partner that waits, and no more: a page has many of them. */
const waitingOf = (parts: ConsoleParts) => (review: Review) =>
  Effect.gen(function* () {
    const { keys, partners, people, policy, usage } = parts
    const { partnerCode } = review
    const owner = yield* usage.owner(partnerCode, "sandbox")
    const shown = lastDays(yield* Clock.currentTimeMillis, chartDays)
    const [partner, goLive, days, members] = yield* Effect.all([
      partners.get(partnerCode),
      keys.goLive(owner.partnerId),
      usage.days(owner, { from: shown[0] ?? "", to: shown.at(-1) ?? "" }),
      people.members(partnerCode),
    ])
    const { calls, refused } = usageTotals(days)
    return {
      partner,
      goLive,
      liveLimits: policy.liveLimits,
      review: namedAsker(review, members),
      calls,
      refused,
      people: members.length,
    } satisfies WaitingPartner
  })

const showQueue = (parts: ConsoleParts, { query, show, view }: ConsoleRequest, fault?: string) =>
  Effect.gen(function* () {
    const reviews = yield* parts.reviews.waiting(waitingShown)
    const waiting = yield* Effect.forEach(reviews, waitingOf(parts))
    const waitingCount = yield* parts.reviews.waitingCount(countedMost + 1)
    const text = query("q").trim().slice(0, searchLength)
    const status = partnerStatuses.find((each) => each === query("status")) ?? null
    const after = isPartnerCode(query("after")) ? query("after") : null
    const page = yield* parts.partners.page({ text, status, after, limit: rowsPerPage })
    const counts = yield* parts.partners.counts(countedMost + 1)
    const filter = { text, status, isLater: after !== null }
    return show(queuePage(view, { waiting, waitingCount, page, counts, filter }, fault))
  })

/** A page of the audit from where the address says, of an account or of all. */
const readAudit = (
  { audit }: ConsoleParts,
  { query }: ConsoleRequest,
  partnerCode?: PartnerCode,
) => {
  const before = /^\d{1,18}$/.test(query("before")) ? BigInt(query("before")) : undefined
  return Effect.map(audit.read({ partnerCode, before, limit: rowsPerPage }), (page) => ({
    ...page,
    isLater: before !== undefined,
  }))
}

const showPartner = (
  parts: ConsoleParts,
  request: ConsoleRequest,
  partnerCode: PartnerCode,
  fault?: string,
) =>
  Effect.gen(function* () {
    const { show, view } = request
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const [facts, usage, sales, members, audit] = yield* Effect.all([
      readKeysFacts(parts, partnerCode),
      readUsageFacts(parts, partnerCode, view.mode),
      readSalesFigures(parts, owner),
      parts.people.members(partnerCode),
      readAudit(parts, request, partnerCode),
    ])
    const review = facts.review === undefined ? undefined : namedAsker(facts.review, members)
    const { validationDays } = parts
    const keys = { ...facts, review }
    return show(partnerPage(view, { keys, usage, sales, members, audit, validationDays }, fault))
  }).pipe(
    Effect.catchTag("PartnerNotFound", () =>
      Effect.succeed(request.show(statusContent(404, request.view))),
    ),
  )

/** Tells the owners of an account what became of its request; says whether every email is on its way. */
const tellOwners = ({ mail, people }: ConsoleParts, partnerCode: PartnerCode, verdict: Verdict) =>
  Effect.flatMap(people.members(partnerCode), (members) =>
    Effect.map(
      Effect.forEach(
        members.filter(({ role }) => role === "owner"),
        ({ email }) =>
          mail.post({ kind: "decision", to: email }, Effect.succeed(verdictEmail(email, verdict))),
      ),
      (posted) => posted.every((one) => one === "taken"),
    ),
  )

/** The routes of operators: who waits, one partner, the audit, and what they decide. */
export const operatorRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  const { baseUrl } = parts

  /** Why something is done, as an operator has typed it. */
  const reasonIn = (fields: FormFields): string =>
    fields.text("reason").toWellFormed().replaceAll("\0", "").trim().slice(0, 500)
  const partnerIn = (fields: FormFields): string => fields.text("partner")
  const toPartner = (request: ConsoleRequest, fields: FormFields, done: string) =>
    wasDone(request.view, `${partnersPath}/${partnerIn(fields)}`, done)
  const wrongly = (request: ConsoleRequest, fields: FormFields, fault: string) =>
    showPartner(
      parts,
      asPage(parts, request, `${partnersPath}/${partnerIn(fields)}`),
      partnerIn(fields),
      fault,
    )
  const unknown =
    ({ show, view }: ConsoleRequest) =>
    () =>
      Effect.succeed(show(statusContent(404, view)))

  const approve = byOperator(parts, (request, fields) =>
    Effect.gen(function* () {
      const locale = printedLocales[request.view.language]
      const reads = readTypedCount(fields.text("reads"), locale)
      const writes = readTypedCount(fields.text("writes"), locale)
      if (reads === undefined || writes === undefined) {
        return yield* wrongly(request, fields, "limits")
      }
      const code = partnerIn(fields)
      const review = yield* parts.reviews.latest(code)
      const { name } = yield* parts.partners.approve(code, { reads, writes })
      if (review?.outcome !== null) return toPartner(request, fields, "approved")
      const verdict: Verdict = {
        partnerName: plainName(name, code),
        outcome: "approved",
        reason: "",
        baseUrl,
      }
      const isTold = yield* tellOwners(parts, code, verdict)
      return toPartner(request, fields, isTold ? "approved" : "approved-untold")
    }).pipe(
      Effect.catchTags({
        BadLimit: () => wrongly(request, fields, "limits"),
        PartnerNotFound: unknown(request),
      }),
    ),
  )

  const decline = byOperator(parts, (request, fields) =>
    Effect.gen(function* () {
      const code = partnerIn(fields)
      const reason = reasonIn(fields)
      if (reason === "") return yield* wrongly(request, fields, "reason")
      const declined = yield* parts.reviews.decline(code, reason)
      if (declined === undefined) return toPartner(request, fields, "already")
      const { name } = yield* parts.partners.get(code)
      const partnerName = plainName(name, code)
      const verdict: Verdict = { partnerName, outcome: "declined", reason, baseUrl }
      const isTold = yield* tellOwners(parts, code, verdict)
      return toPartner(request, fields, isTold ? "declined" : "declined-untold")
    }).pipe(Effect.catchTag("PartnerNotFound", unknown(request))),
  )

  const suspend = byOperator(parts, (request, fields) => {
    const reason = reasonIn(fields)
    if (reason === "") return wrongly(request, fields, "reason")
    return Effect.as(
      parts.partners.suspend(partnerIn(fields), reason),
      toPartner(request, fields, "suspended"),
    ).pipe(Effect.catchTag("PartnerNotFound", unknown(request)))
  })

  return [
    route(path, ["GET"], () => forOperator((request) => showQueue(parts, request))),
    route(`${partnersPath}/*`, ["GET"], (code) =>
      forOperator((request) =>
        isPartnerCode(code)
          ? showPartner(parts, request, code)
          : Effect.succeed(request.show(statusContent(404, request.view))),
      ),
    ),
    route(`${path}/audit`, ["GET"], () =>
      forOperator((request) =>
        Effect.map(readAudit(parts, request), (page) =>
          request.show(auditPage(request.view, page)),
        ),
      ),
    ),
    route(`${path}/approve`, ["POST"], () => approve),
    route(`${path}/decline`, ["POST"], () => decline),
    route(`${path}/suspend`, ["POST"], () => suspend),
  ]
}

/** What became of a partner's request, to be told by mail. */
interface Verdict {
  /** As `plainName` gives it. */
  readonly partnerName: string
  readonly outcome: "approved" | "declined"
  /** Why it was declined. */
  readonly reason: string
  readonly baseUrl: string
}

const english = ({ baseUrl, outcome, partnerName, reason }: Verdict): string =>
  outcome === "approved"
    ? `${partnerName} is approved. Create the live key in the console; its secret is shown once:\n${baseUrl}/console/keys?lang=en`
    : `The request of ${partnerName} was declined:\n${oneLine(reason)}\nThe sandbox goes on, and you can ask again:\n${baseUrl}/console/keys?lang=en`

const french = ({ baseUrl, outcome, partnerName, reason }: Verdict): string =>
  outcome === "approved"
    ? `${partnerName} est validé. Créez la clé de production dans la console ; son secret est montré une fois :\n${baseUrl}/console/keys?lang=fr`
    : `La demande de ${partnerName} a été refusée :\n${oneLine(reason)}\nLes tests continuent, et vous pouvez demander de nouveau :\n${baseUrl}/console/keys?lang=fr`

/** An email, in both languages, that tells an owner what became of the request for review. */
const verdictEmail = (to: string, verdict: Verdict): OutgoingEmail => ({
  to,
  subject:
    verdict.outcome === "approved"
      ? "Viatica: approved / validé"
      : "Viatica: your request / votre demande",
  text: `${english(verdict)}\n\n--\n\n${french(verdict)}\n`,
})
