import * as Effect from "effect/Effect"
import type { Bps } from "../../../core/money/minor.ts"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall, RequestHead } from "../../api/incoming.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { type ConsoleContent, prepareConsolePages } from "./frame.ts"
import { areaOf, isOperatorPath } from "./areas.ts"
import { consoleAddress, type ConsoleView, inFrench, mayChange } from "./view.ts"
import { linkButton, notice } from "../kit/controls.ts"
import { type FormFields, formFields, seeOther } from "../kit/form.ts"
import { html } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { type FormRefused, ownForm, type Visitors } from "../sign-in/visitor.ts"
import type { OperatorIdentity } from "../../config/operator.ts"
import type { NoPlace, WorkPlaces } from "../../platform/places.ts"
import { RandomIds } from "../../platform/random-ids.ts"
import type { KeyStoreUnavailable, PartnerNotFound } from "../../ports/account-errors.ts"
import type { AuditLog } from "../../ports/audit-log.ts"
import type { Events, EventStoreUnavailable } from "../../ports/events.ts"
import type { Keys } from "../../ports/keys.ts"
import type { LinkStoreUnavailable } from "../../ports/link-errors.ts"
import type { Mail } from "../../ports/mail.ts"
import type { Notices } from "../../ports/notices.ts"
import type { OneTime, People, PeopleUnavailable, Visitor } from "../../ports/people.ts"
import type { Partners } from "../../ports/partners.ts"
import type { Reviews } from "../../ports/reviews.ts"
import type { PayoutDesk, Payouts, PayoutStoreUnavailable } from "../../ports/payouts.ts"
import type { SecondFactors } from "../../ports/second-factors.ts"
import type { Sales, SaleStoreUnavailable } from "../../ports/sales.ts"
import type { TrackedLinks } from "../../ports/tracked-links.ts"
import type { Usage, UsageUnavailable } from "../../ports/usage.ts"
import { maySee, needsFreshSignIn } from "../../../rules/accounts/role-rights.ts"
import type { KeyMode, PartnerCode } from "../../../rules/accounts/partner.ts"
import type { AccountPolicy } from "../../../rules/accounts/policy.ts"
import type { FeeTerms } from "../../../rules/fees/handling-fee.ts"
import type { ExampleSale } from "../../../rules/pricing/commission-example.ts"
import {
  type InBoth,
  type WrittenLanguage,
  writtenLanguages,
} from "../../../core/vocabulary/written-language.ts"

/** A page that says why there is nothing else to see: by its status, or by what 503 stands for. */
export const statusContent = (
  why: 403 | 404 | 503 | "rush" | "too long" | "stale",
  { language }: Pick<ConsoleView, "language">,
): ConsoleContent => {
  const words = statusWords[language][why]
  return {
    title: words.title,
    status: typeof why === "number" ? why : why === "stale" ? 403 : 503,
    body: notice(why === 404 ? "info" : "error", html`<p>${words.text}</p>`),
  }
}

/**
 * Prepares routes of the console: each answers people who are signed in, and nobody else. A form is read
 * before its page is given a place, so that a page never waits in one for its client.
 */
export const prepareConsoleRoute = (parts: OwnPagesParts) => {
  const pages = prepareConsolePages(parts.makePage)
  const { places } = parts
  const admitted = (pattern: string): ReadonlyArray<Visitor["needs"]> =>
    areaOf(pattern) === "security" ? ["nothing", "setting up"] : ["nothing"]
  return (
    pattern: string,
    methods: OpenRoute["methods"],
    page: (rest: string) => ConsolePage,
  ): OpenRoute => ({
    pattern,
    ...(methods === undefined ? {} : { methods }),
    answer: (call, rest) =>
      parts.visitors.withVisitor(
        call,
        (visitor) =>
          Effect.gen(function* () {
            const form = yield* formOf(parts, call)
            const { readBody: _, ...head } = call
            const query = formFields(call.query).text
            // Knows no mode of an account, but needs no database either.
            const plainView = viewOf(parts, { ...head, query: "mode=sandbox" }, visitor)
            const answered = Effect.gen(function* () {
              const view = yield* Effect.catch(viewOf(parts, head, visitor), () =>
                plainView.pipe(Effect.orDie),
              )
              const show = (content: ConsoleContent): Answer => pages(view, content)
              if (!mayOpen(pattern, visitor)) return show(statusContent(403, view))
              return yield* page(rest)({ call: head, form, visitor, view, query, show }).pipe(
                Effect.catchIf(isConsoleFailure, unavailable(show, view)),
              )
            })
            return yield* places
              .hold(holderOf(visitor))(answered)
              .pipe(
                Effect.catchTag("NoPlace", ({ because }) =>
                  Effect.map(plainView.pipe(Effect.orDie), (view) =>
                    pages(view, statusContent(because === "work" ? "too long" : "rush", view)),
                  ),
                ),
              )
          }).pipe(Effect.withSpan("console", { attributes: { pattern } })),
        admitted(pattern),
      ),
  })
}

/** Whether the role of a visitor opens a page at all: the table of roles says so, of every page alike. */
const mayOpen = (pattern: string, { partner }: Visitor): boolean => {
  if (partner === null || isOperatorPath(pattern) || pattern === "/console/*") return true
  const area = areaOf(pattern)
  return area === undefined ? partner.role === "owner" : maySee(partner.role, area)
}

/** A page of an account, for the people who work with it. */
export const forPartner =
  (page: (request: PartnerRequest) => ReturnType<ConsolePage>): ConsolePage =>
  (request) =>
    request.visitor.partner === null
      ? Effect.succeed(seeOther(elsewhere(request)))
      : page({ ...request, partnerCode: request.visitor.partner.code })

/**
 * A change of an account, by a form of somebody whose role may make it: an owner, or who the table of
 * roles names. Grave ones need that the person has signed in of late.
 */
export const byOwner = (
  parts: OwnPagesParts,
  change: (request: PartnerRequest, fields: FormFields) => ReturnType<ConsolePage>,
): ConsolePage =>
  forPartner((request) =>
    mayChange(request.view)
      ? Effect.flatMap(checkedForm(parts, request), (fields) => {
          const area = areaOf(request.view.path)
          return area !== undefined && needsFreshSignIn(area) && !request.visitor.isFresh
            ? Effect.succeed(staleAnswer(request))
            : change(request, fields)
        })
      : Effect.succeed(request.show(statusContent(403, request.view))),
  )

/** A change that people make of what is theirs, whatever their role; some need a sign-in of late. */
export const byPerson =
  (
    parts: OwnPagesParts,
    needsFresh: boolean,
    change: (request: ConsoleRequest, fields: FormFields) => ReturnType<ConsolePage>,
  ): ConsolePage =>
  (request) =>
    Effect.flatMap(checkedForm(parts, request), (fields) =>
      needsFresh && !request.visitor.isFresh
        ? Effect.succeed(staleAnswer(request))
        : change(request, fields),
    )

/** Says that a person has to prove who it is before a change, and leads there and back. */
const staleAnswer = ({ call, show, view }: ConsoleRequest): Answer => {
  const words = statusWords[view.language].stale
  const { body, ...content } = statusContent("stale", view)
  const page = call.path.split("/").slice(0, 3).join("/")
  const next = encodeURIComponent(consoleAddress(view, page))
  return show({
    ...content,
    body: html`<div class="stack">
      ${body}
      <p>
        ${linkButton({
          href: `/console/second-factor?lang=${view.language}&next=${next}`,
          label: words.go,
          look: "main",
        })}
      </p>
    </div>`,
  })
}

/** A page of operators; for others it is not there. */
export const forOperator =
  (page: ConsolePage): ConsolePage =>
  (request) =>
    request.visitor.isOperator
      ? page(request)
      : Effect.succeed(request.show(statusContent(404, request.view)))

/** A change that operators make, by a form of theirs. */
export const byOperator = (
  parts: ConsoleParts,
  change: (request: ConsoleRequest, fields: FormFields) => ReturnType<ConsolePage>,
): ConsolePage =>
  forOperator((request) =>
    Effect.flatMap(checkedForm(parts, request), (fields) => change(request, fields)),
  )

/** Sends the browser on to a page that tells what was done. */
export const wasDone = (view: ConsoleView, path: string, done: string): Answer =>
  seeOther(consoleAddress(view, path, { done }))

/** A request as if it had asked for another page by GET, so that what was wrong is told there. */
export const asPage = <Request extends ConsoleRequest>(
  parts: OwnPagesParts,
  request: Request,
  path: string,
): Request => {
  const view = { ...request.view, path }
  const pages = prepareConsolePages(parts.makePage)
  return { ...request, view, show: (content: ConsoleContent) => pages(view, content) }
}

/** Whether a form is sent for the first time; what makes something is done once. */
export const isFirst = (
  { oneTime }: ConsoleParts,
  { visitor }: ConsoleRequest,
  fields: FormFields,
) => {
  const form = fields.text("form")
  return /^[0-9a-f-]{36}$/u.test(form)
    ? oneTime.spend(visitor.personId, form)
    : Effect.succeed(false)
}

/** What the console stands on. */
export interface ConsoleParts {
  readonly makePage: MakePage
  /** Where pages are made, a few at once: the rest of the database is for signed calls. */
  readonly places: WorkPlaces
  readonly baseUrl: string
  readonly visitors: Visitors
  readonly people: People["Service"]
  readonly secondFactors: SecondFactors["Service"]
  readonly notices: Notices["Service"]
  readonly mail: Mail["Service"]
  /** The network that a call comes from. */
  readonly networkOf: (call: RequestHead) => string
  readonly partners: Partners["Service"]
  readonly events: Events["Service"]
  readonly keys: Keys["Service"]
  readonly reviews: Reviews["Service"]
  readonly oneTime: OneTime["Service"]
  readonly trackedLinks: TrackedLinks["Service"]
  readonly sales: Sales["Service"]
  readonly payouts: Payouts["Service"]
  readonly payoutDesk: PayoutDesk["Service"]
  /** Codes of the countries in which a holder of a bank account may live. */
  readonly countries: ReadonlyArray<string>
  /** Who issues statements, as far as that is stated. */
  readonly issuer: OperatorIdentity
  readonly usage: Usage["Service"]
  readonly audit: AuditLog["Service"]
  /** What accounts start with, by the tables in force. */
  readonly policy: AccountPolicy
  /** The house's own handling fee, in basis points of the premium. */
  readonly standardFeeBps: Bps
  /** What the example trip comes to under some terms. */
  readonly example: (terms: FeeTerms) => ReadonlyArray<ExampleSale>
  /** Days after which a pending sale validates itself. */
  readonly validationDays: number
  /** Days for which payouts wait after a bank account was replaced. */
  readonly changedAccountDays: number
  /** Days that an invitation holds. */
  readonly invitationDays: number
}

/** What pages of a person's own stand on, which a workbench for a team shows, too. */
export type OwnPagesParts = Pick<
  ConsoleParts,
  "baseUrl" | "keys" | "makePage" | "people" | "places" | "secondFactors" | "visitors"
> & {
  /** Where the desks are listed, of such a workbench. */
  readonly desksPath?: string
}

/** What a page of the console is asked with. */
export interface ConsoleRequest {
  /** Its head alone: a page is made in a place, where nobody waits for what a client has to send. */
  readonly call: RequestHead
  /** The form that came with it; empty where none was sent. */
  readonly form: FormFields
  readonly visitor: Visitor
  readonly view: ConsoleView
  /** The fields of the address. */
  readonly query: (name: string) => string
  /** Shows a page in the console's frame. */
  readonly show: (content: ConsoleContent) => Answer
}

/** Why a page of the console cannot be shown at the moment. */
type ConsoleFailure =
  | EventStoreUnavailable
  | KeyStoreUnavailable
  | LinkStoreUnavailable
  | PartnerNotFound
  | PayoutStoreUnavailable
  | SaleStoreUnavailable
  | UsageUnavailable

/** What answers a page of the console. */
export type ConsolePage = (
  request: ConsoleRequest,
) => Effect.Effect<Answer, ConsoleFailure | FormRefused | PeopleUnavailable>

/** A request of somebody who works with an account. */
export interface PartnerRequest extends ConsoleRequest {
  readonly partnerCode: PartnerCode
}

const noForm = formFields("")

/** The form that a request sends; one that is not taken is refused without a place. */
const formOf = (
  parts: OwnPagesParts,
  call: IncomingCall,
): Effect.Effect<ConsoleRequest["form"], FormRefused> =>
  call.method === "POST" ? ownForm(call, parts.baseUrl) : Effect.succeed(noForm)

const viewOf = (parts: OwnPagesParts, call: RequestHead, visitor: Visitor) => {
  const fields = formFields(call.query)
  const { partner } = visitor
  const mode = modeOf(parts, fields.text("mode"), visitor)
  return Effect.zipWith(mode, RandomIds, (mode, nextId): ConsoleView => ({
    language: languageOf(fields.text("lang"), visitor),
    mode,
    path: call.path,
    partner: partner === null ? undefined : { code: partner.code, name: partner.name },
    email: visitor.email,
    role: partner?.role ?? "reader",
    isOperator: visitor.isOperator,
    tableRoles: visitor.tableRoles,
    desksPath: parts.desksPath,
    isSettingUp: visitor.needs === "setting up",
    csrfToken: visitor.csrfToken,
    form: nextId(),
    done: call.method === "POST" ? "" : fields.text("done"),
  }))
}

const modes = ["sandbox", "live"] as const

/** The mode that the address names, else live where the account has a live key. */
const modeOf = (parts: OwnPagesParts, asked: string, visitor: Visitor) => {
  const mode = modes.find((each) => each === asked)
  if (mode !== undefined) return Effect.succeed(mode)
  if (visitor.partner === null) return Effect.succeed<KeyMode>("sandbox")
  return Effect.map(parts.keys.modes(visitor.partner.code), ({ live }): KeyMode =>
    live?.isInUse === true ? "live" : "sandbox",
  )
}

const languageOf = (asked: string, visitor: Visitor): WrittenLanguage =>
  writtenLanguages.find((language) => language === asked) ?? visitor.language

const isConsoleFailure = (
  failure: ConsoleFailure | FormRefused | NoPlace | { readonly _tag: "PeopleUnavailable" },
): failure is ConsoleFailure =>
  failure._tag !== "FormRefused" &&
  failure._tag !== "NoPlace" &&
  failure._tag !== "PeopleUnavailable"

const unavailable =
  (show: ConsoleRequest["show"], view: ConsoleView) => (failure: ConsoleFailure) =>
    Effect.as(
      Effect.logError("a page of the console cannot be shown", failure),
      show(statusContent(503, view)),
    )

/** Who takes turns with others at the places of pages: an account, or somebody without one. */
const holderOf = ({ partner, personId }: Visitor): string => partner?.code ?? `person ${personId}`

/** Where somebody goes who works with no account: operators to their pages, others to open one. */
const elsewhere = ({ view, visitor }: ConsoleRequest): string =>
  visitor.isOperator ? consoleAddress(view, "/console/operator") : "/console/welcome"

/** The form of a request, if a page of this session showed it. */
const checkedForm = (parts: OwnPagesParts, { form, visitor }: ConsoleRequest) =>
  parts.visitors.ofSession(form, visitor)

const english = {
  403: {
    title: "Your role does not open this",
    text: "Your role in this account does not include this. An owner of the account can give you another role, under People. Nothing has changed.",
  },
  404: {
    title: "There is no such page",
    text: "The console has no page at this address. The menu leads to every page.",
  },
  503: {
    title: "This cannot be shown at the moment",
    text: "Our database does not answer. Prices and links may still work; load this page again in a minute.",
  },
  rush: {
    title: "The console is busy at the moment",
    text: "This page was not loaded, and nothing has changed. Load it again in a few seconds.",
  },
  "too long": {
    title: "This took too long",
    text: "We stopped it. What you sent may still have taken effect: check before you send it again.",
  },
  stale: {
    title: "Confirm that it is you",
    text: "You signed in a while ago, and this is a change that an open browser should not make for somebody else. Nothing has changed yet: confirm, and send it again.",
    go: "Confirm that it is me",
  },
}

/** What pages say that show nothing else. */
type StatusPageWords = typeof english

const french: StatusPageWords = {
  403: {
    title: "Votre rôle n'ouvre pas cette page",
    text: "Votre rôle dans ce compte ne comprend pas cela. Un propriétaire du compte peut vous en donner un autre, sous Équipe. Rien n'a changé.",
  },
  404: {
    title: "Cette page n'existe pas",
    text: "Rien de la console n'est à cette adresse. Le menu mène à tout ce qui existe.",
  },
  503: {
    title: "Impossible de l'afficher en ce moment",
    text: "Notre base de données ne répond pas. Les prix et les liens continuent peut-être ; rechargez cette page dans une minute.",
  },
  rush: {
    title: "Beaucoup de pages sont demandées en ce moment",
    text: "Celle-ci n'a pas été faite, et rien n'a changé. Rechargez-la dans quelques secondes.",
  },
  "too long": {
    title: "Cela a pris trop de temps",
    text: "La page a été interrompue. Ce que vous avez envoyé a peut-être été fait quand même : vérifiez avant de le renvoyer.",
  },
  stale: {
    title: "Confirmez que c'est vous",
    text: "Votre connexion date un peu, et un navigateur laissé ouvert ne doit pas faire ce changement pour quelqu'un d'autre. Rien n'a encore changé : confirmez, puis renvoyez le formulaire.",
    go: "Confirmer que c'est moi",
  },
}

/** What they say in each language. */
const statusWords: InBoth<StatusPageWords> = { en: english, fr: inFrench(french) }
