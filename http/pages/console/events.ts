import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { copyLine, factsLine, foldTable, pageSteps } from "./controls.ts"
import { type EventsWords, eventsWords, outcomeText } from "./events-words.ts"
import { formatCount, formatDay, formatMinute, formatMoment } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField, onceFields } from "./frame.ts"
import {
  asPage,
  byOwner,
  type ConsoleParts,
  forPartner,
  isFirst,
  type PartnerRequest,
  prepareConsoleRoute,
  wasDone,
} from "./requests.ts"
import { consoleAddress, type ConsoleView, mayChange } from "./view.ts"
import {
  copyButton,
  describedBy,
  field,
  linkButton,
  submitButton,
  inputField,
} from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/symbols.ts"
import type {
  EndpointRefused,
  EventAttempt,
  EventDelivery,
  EventEndpoint,
  EventListening,
  EventsPage,
  HeardListener,
  ToldEvent,
} from "../../ports/events.ts"
import { eventTypes } from "../../../rules/events/event-policy.ts"

const path = "/console/events"

/** The routes of events: the page, and the forms that make, try, renew and remove endpoints. */
export const eventsRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showEvents(parts, request))),
    route(`${path}/create`, ["POST"], () => create(parts)),
    route(`${path}/rotate`, ["POST"], () => rotate(parts)),
    route(`${path}/remove`, ["POST"], () => remove(parts)),
    route(`${path}/pause`, ["POST"], () => rest(parts, true)),
    route(`${path}/resume`, ["POST"], () => rest(parts, false)),
    route(`${path}/ping`, ["POST"], () => ping(parts)),
    route(`${path}/example`, ["POST"], () => sendExample(parts)),
    route(`${path}/resend`, ["POST"], () => resend(parts)),
  ]
}

/** A secret that has just been made. */
interface NewEndpointSecret {
  readonly endpointId: string
  readonly secret: string
}

const cursorForm = /^\d{1,18}$/

/** Events a page. */
const eventsShown = 20

const showEvents = (
  { events }: ConsoleParts,
  request: PartnerRequest,
  more: {
    readonly shown?: NewEndpointSecret
    readonly wrong?: { readonly fault: string; readonly typed: string }
  } = {},
) =>
  Effect.gen(function* () {
    const owner = ownerOf(request)
    const asked = request.query("before")
    const before = cursorForm.test(asked) ? asked : undefined
    const endpoints = yield* events.endpoints(owner)
    const listeners = yield* events.listeners(owner)
    const page = yield* events.list({ ...owner, limit: eventsShown, before })
    const facts = { endpoints, listeners, page, isLater: before !== undefined, shown: more.shown }
    return request.show(eventsPage(request.view, facts, more.wrong))
  })

const ownerOf = ({ partnerCode, view }: PartnerRequest) => ({ partnerCode, mode: view.mode })

/** What the page of events is made of. */
interface EventsFacts {
  readonly endpoints: ReadonlyArray<EventEndpoint>
  readonly listeners: ReadonlyArray<HeardListener>
  readonly page: EventsPage
  /** Whether newer events stand before this page. */
  readonly isLater: boolean
  /** A secret that has just been made. */
  readonly shown?: NewEndpointSecret | undefined
}

/** The page of events: where they go, how that does, and what was told. */
const eventsPage = (
  view: ConsoleView,
  facts: EventsFacts,
  wrong?: { readonly fault: string; readonly typed: string },
): ConsoleContent => {
  const words = eventsWords[view.language]
  const { events } = facts.page
  return {
    title: words.title,
    fault: wrong?.fault,
    body: html`${facts.shown === undefined ? null : endpointSecretCard(facts.shown, view)}
      <div class="columns wide-first">
        <section class="card flush">
          ${cardHead(words.endpoints)} ${receiverList(facts, view)}
        </section>
        ${mayChange(view) ? endpointCreation(view, wrong?.typed ?? "") : null}
      </div>
      <section class="card flush">
        ${cardHead(words.told)}
        ${
          events.length === 0
            ? html`<p class="empty inset">${words.noEvents}</p>`
            : table(events, view, words)
        }
        <div class="inset actions">
          ${pageSteps(view, {
            kept: {},
            isLater: facts.isLater,
            next: facts.page.next === null ? null : { before: facts.page.next },
            words: { first: words.newest, next: words.older },
          })}
          <p class="help">${words.keptFor}</p>
        </div>
      </section>`,
  }
}

/** Shows a secret, this once. */
const endpointSecretCard = (
  { endpointId, secret }: NewEndpointSecret,
  view: ConsoleView,
): PageNode => {
  const words = eventsWords[view.language]
  const { copied } = words
  return html`<section class="card stack keep" aria-labelledby="keep">
    <h2 class="display" id="keep">${words.keepTitle}</h2>
    ${copyLine(words.endpointId, "new-endpoint-id", endpointId, { copy: words.copyId, copied })}
    ${copyLine(words.secret, "new-endpoint-secret", secret, { copy: words.copySecret, copied })}
    <p class="small-text second">${words.lost}</p>
    <div class="actions">
      ${linkButton({ href: consoleAddress(view, view.path), label: words.kept, look: "main" })}
    </div>
  </section>`
}

/** The endpoints of an account, and how each does, and the machines that listen. */
const receiverList = (
  { endpoints, listeners }: Pick<EventsFacts, "endpoints" | "listeners">,
  view: ConsoleView,
): PageContent => {
  const words = eventsWords[view.language]
  return endpoints.length + listeners.length === 0
    ? html`<p class="empty inset">${words.none}</p>`
    : html`<ul class="key-list">
        ${endpoints.map((endpoint) => item(endpoint, view, words))}
        ${listeners.map((listener) => listenerItem(listener, view, words))}
      </ul>`
}

const item = (endpoint: EventEndpoint, view: ConsoleView, words: EventsWords): PageNode => {
  const { createdAt, endpointId, previousValidUntil, types, url, waiting } = endpoint
  const id = `id-${endpointId}`
  return html`<li>
    <div class="key-line">
      <code class="address strong">${url}</code> ${standing(endpoint, view, words)}
    </div>
    <p class="small-text third">
      <code class="key-id" id=${id}>${endpointId}</code>
      ${copyButton({ copy: words.copyId, copied: words.copied }, id)}
    </p>
    <p class="small-text third">
      ${factsLine(
        words.made(formatDay(view.language, createdAt)),
        words.waiting(formatCount(view.language, waiting)),
        types.length === 0 ? words.all : types.join(", "),
      )}
    </p>
    ${
      previousValidUntil === null
        ? null
        : html`<p class="small-text">
            ${words.both(formatMinute(view.language, previousValidUntil))}
          </p>`
    }
    ${acts(endpoint, view, words)}
  </li>`
}

/** A developer's machine that listens, which examples can be sent to. */
const listenerItem = (
  { heardAt, listenerId, waiting }: HeardListener,
  view: ConsoleView,
  words: EventsWords,
): PageNode =>
  html`<li>
    <div class="key-line">
      <code class="address strong">viatica listen</code>
      ${stateBadge("held", words.listens(formatMinute(view.language, heardAt)))}
    </div>
    <p class="small-text third"><code class="key-id">${listenerId}</code></p>
    <p class="small-text third">${words.waiting(formatCount(view.language, waiting))}</p>
    ${mayChange(view) ? html`<div class="acts">${exampleForm(listenerId, view, words)}</div>` : null}
  </li>`

const standing = (endpoint: EventEndpoint, view: ConsoleView, words: EventsWords): PageContent => {
  const { failingSince, lastOutcome, pausedAt, retryAt, triedAt } = endpoint
  const told = (say: (at: string) => string, at: string) => say(formatMinute(view.language, at))
  if (pausedAt !== null) return stateBadge("warning", told(words.pausedSince, pausedAt))
  if (failingSince === null) {
    if (triedAt === null) return stateBadge("info", words.untried)
    return lastOutcome === "delivered"
      ? stateBadge("held", told(words.answers, triedAt))
      : html`${stateBadge("error", told(words.pingFailed, triedAt))} ${why(lastOutcome, words)}`
  }
  const since = words.failing(formatMinute(view.language, failingSince))
  return html`${stateBadge("error", since)} ${why(lastOutcome, words)}
  ${
    retryAt === null
      ? null
      : html`<span class="help">${words.retried(formatMinute(view.language, retryAt))}</span>`
  }`
}

/** How the last attempt went, where it was not taken. */
const why = (outcome: string | null, words: EventsWords): PageContent =>
  outcome === null || outcome === "delivered"
    ? null
    : html`<span class="help">${words.because(outcomeText(words, outcome))}</span>`

const acts = (endpoint: EventEndpoint, view: ConsoleView, words: EventsWords): PageContent =>
  mayChange(view)
    ? html`<div class="acts">
        ${directAct(endpoint, view, "ping", words.ping)}
        ${view.mode === "sandbox" ? exampleForm(endpoint.endpointId, view, words) : null}
        ${
          endpoint.pausedAt === null
            ? directAct(endpoint, view, "pause", words.pause)
            : directAct(endpoint, view, "resume", words.resume)
        }
        ${endpointForm(endpoint, view, "rotate", {
          open: words.rotate,
          why: words.rotateWhy,
          now: words.rotateNow,
        })}
        ${endpointForm(endpoint, view, "remove", {
          open: words.remove,
          why: words.removeWhy,
          now: words.removeNow,
        })}
      </div>`
    : null

/** A button that does something with an endpoint at once. */
const directAct = (
  { endpointId }: EventEndpoint,
  view: ConsoleView,
  action: "pause" | "ping" | "resume",
  label: string,
): PageNode =>
  html`<form method="post" action=${consoleAddress(view, `/console/events/${action}`)}>
    ${csrfField(view)}
    <input type="hidden" name="endpoint" value=${endpointId} />
    ${submitButton({ label, look: "plain", isSmall: true })}
  </form>` as PageNode

/** What has an example of an event sent, of a type to choose. */
const exampleForm = (receiverId: string, view: ConsoleView, words: EventsWords): PageNode => {
  const id = `example-${receiverId}`
  return html`<details class="act">
    <summary class="button small">
      ${words.example}<span class="unseen"> ${receiverId}</span>
    </summary>
    <form
      method="post"
      action=${consoleAddress(view, "/console/events/example")}
      class="stack inset"
    >
      ${csrfField(view)}
      <input type="hidden" name="endpoint" value=${receiverId} />
      ${field({
        id,
        label: words.exampleWhich,
        help: words.exampleWhy,
        control: html`<select
          id=${id}
          name="type"
          required
          aria-describedby=${describedBy(id, { help: true })}
        >
          ${eventTypes.map(
            (type) => html`<option value=${type}>${`${type}: ${words.types[type]}`}</option>`,
          )}
        </select>`,
      })}
      <div class="actions">
        ${submitButton({ label: words.exampleNow, look: "plain", isSmall: true })}
      </div>
    </form>
  </details>`
}

const endpointForm = (
  { endpointId }: EventEndpoint,
  view: ConsoleView,
  action: "rotate" | "remove",
  words: { readonly open: string; readonly why: string; readonly now: string },
): PageNode =>
  html`<details class="act">
    <summary class="button small">${words.open}<span class="unseen"> ${endpointId}</span></summary>
    <form
      method="post"
      action=${consoleAddress(view, `/console/events/${action}`)}
      class="stack inset"
    >
      ${onceFields(view)}
      <input type="hidden" name="endpoint" value=${endpointId} />
      <p class="small-text second">${words.why}</p>
      <div class="actions">
        ${submitButton({ label: words.now, look: action === "remove" ? "danger" : "plain", isSmall: true })}
      </div>
    </form>
  </details>`

/** The form that makes an endpoint in the mode that is shown. */
const endpointCreation = (view: ConsoleView, typed: string): PageNode => {
  const words = eventsWords[view.language]
  return html`<section class="card">
    <form method="post" action=${consoleAddress(view, "/console/events/create")} class="stack">
      ${onceFields(view)}
      <h2>${words.create}</h2>
      <p class="small-text second">${words.createWhy}</p>
      ${inputField({
        id: "url",
        label: words.url,
        help: words.urlHelp,
        input: {
          type: "url",
          autocomplete: "off",
          spellcheck: false,
          required: true,
          maxlength: 1000,
          value: typed,
        },
      })}
      <fieldset class="stack" aria-describedby="types-help">
        <legend class="label">${words.which}</legend>
        ${eventTypes.map(
          (type) =>
            html`<label class="check small-text"
              ><input type="checkbox" name=${type} value="1" />
              <span>${words.types[type]}</span></label
            >`,
        )}
        <p class="help" id="types-help">${words.whichHelp}</p>
      </fieldset>
      <div class="actions">${submitButton({ label: words.create })}</div>
    </form>
  </section>` as PageNode
}

const table = (events: ReadonlyArray<ToldEvent>, view: ConsoleView, words: EventsWords): PageNode =>
  foldTable({
    kind: "events",
    caption: words.told,
    columns: [words.time, words.event, words.state],
    rows: events.map((event) => row(event, view, words)),
  })

const row = (event: ToldEvent, view: ConsoleView, words: EventsWords): PageNode =>
  html`<tr role="row">
    <td role="cell" class="third" data-label=${words.time}>
      <time datetime=${event.at}>${formatMoment(view.language, event.at)}</time>
    </td>
    <th role="rowheader" scope="row">
      <span class="together">${event.type}</span>
      <span class="help block"><code class="request">${event.id}</code></span>
      ${resending(event, view, words)}
    </th>
    <td role="cell" class="wrong" data-label=${words.state}>
      <div>
        ${event.deliveries.map((one) => delivery(one, view, words))}
        ${event.listened.map((one) => listening(one, view, words))}
        ${
          event.deliveries.length + event.listened.length === 0
            ? html`<span class="help block">${words.listenerGone}</span>`
            : null
        }
      </div>
    </td>
  </tr>`

/** A ping, or an example, which says so in its body. */
const isSentOnce = ({ body, type }: ToldEvent): boolean =>
  type === "ping" || (JSON.parse(body) as { readonly example?: boolean }).example === true

const resending = (event: ToldEvent, view: ConsoleView, words: EventsWords): PageContent =>
  mayChange(view) && event.deliveries.length > 0 && !isSentOnce(event)
    ? html`<form method="post" action=${consoleAddress(view, "/console/events/resend")}>
        ${csrfField(view)}
        <input type="hidden" name="event" value=${event.id} />
        ${submitButton({
          label: html`${words.resend}<span class="unseen"> ${event.id}</span>`,
          look: "plain",
          isSmall: true,
        })}
      </form>`
    : null

/** How an event went to a listener, which says nothing of its program's answers. */
const listening = (
  { listenerId, settledAt }: EventListening,
  view: ConsoleView,
  words: EventsWords,
): PageNode =>
  html`<div>
    ${
      settledAt === null
        ? stateBadge("info", words.states.waiting)
        : html`${stateBadge("held", words.states.delivered)}
            <span class="help block">
              ${words.forwarded(formatMoment(view.language, settledAt))}
            </span>`
    }
    <span class="help block"><code class="request">${listenerId}</code></span>
  </div>`

const badges: Readonly<Record<EventDelivery["state"], BadgeState>> = {
  waiting: "info",
  delivered: "held",
  given_up: "error",
}

const delivery = (
  { attempts, endpointId, state }: EventDelivery,
  view: ConsoleView,
  words: EventsWords,
): PageNode =>
  html`<div>
    ${stateBadge(badges[state], words.states[state])}
    <span class="help block"><code class="request">${endpointId}</code></span>
    ${
      attempts.length === 0
        ? html`<span class="help block">${words.notYet}</span>`
        : html`<ul class="attempts">
            ${attempts.slice(-3).map((one) => attempt(one, view, words))}
          </ul>`
    }
  </div>`

const attempt = (
  { answer, at, durationMs, outcome, status }: EventAttempt,
  view: ConsoleView,
  words: EventsWords,
): PageNode =>
  html`<li class="small-text">
    <time datetime=${at} class="third">${formatMoment(view.language, at)}</time>
    ${status === null ? null : html`<b>${status}</b>`} ${outcomeText(words, outcome)}
    <span class="third">${words.took(formatCount(view.language, durationMs))}</span>
    ${answer === "" ? null : html`<code class="help block request">${answer}</code>`}
  </li>`

const create = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      if (!(yield* isFirst(parts, request, fields))) return wasDone(request.view, path, "already")
      const url = fields.text("url").trim()
      const types = eventTypes.filter((type) => fields.text(type) !== "")
      const made = yield* parts.events.create({ ...ownerOf(request), url, types })
      return yield* showSecret(parts, request, made)
    }).pipe(
      Effect.catchTag("EndpointRefused", ({ reason }) =>
        wrongly(parts, request, faultOf(reason), fields.text("url").slice(0, 1_000)),
      ),
    ),
  )

/** Shows a new secret in the answer itself: it is kept by nobody, and a second try makes no other. */
const showSecret = (
  parts: ConsoleParts,
  request: PartnerRequest,
  made: { readonly endpointId: string; readonly secret: Redacted.Redacted<string> },
) =>
  showEvents(parts, asPage(parts, request, path), {
    shown: { endpointId: made.endpointId, secret: Redacted.value(made.secret) },
  })

const wrongly = (parts: ConsoleParts, request: PartnerRequest, fault: string, typed = "") =>
  showEvents(parts, asPage(parts, request, path), { wrong: { fault, typed } })

/** What the page says of an address that is refused. */
const faultOf = (reason: EndpointRefused["reason"]): string => {
  if (reason === "too_many") return "endpoints"
  return reason === "port" ? "port" : "address"
}

const rotate = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      if (!(yield* isFirst(parts, request, fields))) return wasDone(request.view, path, "already")
      const rotated = yield* parts.events.rotate(ownerOf(request), fields.text("endpoint"))
      return yield* showSecret(parts, request, rotated)
    }).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const remove = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.remove(ownerOf(request), fields.text("endpoint")),
      wasDone(request.view, path, "endpoint-removed"),
    ).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const rest = (parts: ConsoleParts, paused: boolean) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.update(ownerOf(request), fields.text("endpoint"), { paused }),
      wasDone(request.view, path, paused ? "endpoint-paused" : "endpoint-resumed"),
    ).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const ping = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.ping(ownerOf(request), fields.text("endpoint")),
      wasDone(request.view, path, "pinged"),
    ).pipe(Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint"))),
  )

const sendExample = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.gen(function* () {
      const type = eventTypes.find((named) => named === fields.text("type"))
      if (type === undefined) return yield* wrongly(parts, request, "event")
      yield* parts.events.sendExample(ownerOf(request), fields.text("endpoint"), type)
      return wasDone(request.view, path, "example-sent")
    }).pipe(
      Effect.catchTag("EndpointNotFound", () => wrongly(parts, request, "endpoint")),
      Effect.catchTag("ExampleRefused", ({ reason }) =>
        wrongly(parts, request, reason === "live" ? "example-live" : "examples"),
      ),
    ),
  )

const resend = (parts: ConsoleParts) =>
  byOwner(parts, (request, fields) =>
    Effect.as(
      parts.events.resend(ownerOf(request), fields.text("event")),
      wasDone(request.view, path, "resent"),
    ).pipe(Effect.catchTag("EventNotFound", () => wrongly(parts, request, "event"))),
  )
