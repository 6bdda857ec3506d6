import { eventTypes } from "../../../../rules/events/event-types.ts"
import type { EventEndpoint } from "../../../ports/events.ts"
import { copyButton, describedBy, field, linkButton, submitButton } from "../../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import { stateBadge } from "../../kit/state-badge.ts"
import { formatCount, formatDay, formatMinute } from "../format.ts"
import { csrfField, onceFields } from "../frame.ts"
import { copyLine } from "../parts/copy-line.ts"
import { factsLine } from "../parts/facts-line.ts"
import { type ConsoleView, consoleAddress, mayChange } from "../view.ts"
import { type EventsWords, eventsWords, outcomeText } from "../events-words.ts"

/** A secret that has just been made. */
export interface NewEndpointSecret {
  readonly endpointId: string
  readonly secret: string
}

/** Shows a secret, this once. */
export const endpointSecretCard = (
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

const acts = (endpoint: EventEndpoint, view: ConsoleView, words: EventsWords): PageContent =>
  mayChange(view)
    ? html`<div class="acts">
        ${directAct(endpoint, view, "ping", words.ping)}
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

/** How the last attempt went, where it was not taken. */
const why = (outcome: string | null, words: EventsWords): PageContent =>
  outcome === null || outcome === "delivered"
    ? null
    : html`<span class="help">${words.because(outcomeText(words, outcome))}</span>`

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

/** The endpoints of an account, and how each does. */
export const endpointList = (
  endpoints: ReadonlyArray<EventEndpoint>,
  view: ConsoleView,
): PageContent => {
  const words = eventsWords[view.language]
  return endpoints.length === 0
    ? html`<p class="empty inset">${words.none}</p>`
    : html`<ul class="key-list">
        ${endpoints.map((endpoint) => item(endpoint, view, words))}
      </ul>`
}

/** The form that makes an endpoint in the mode that is shown. */
export const endpointCreation = (view: ConsoleView, typed: string): PageNode => {
  const words = eventsWords[view.language]
  return html`<section class="card">
    <form method="post" action=${consoleAddress(view, "/console/events/create")} class="stack">
      ${onceFields(view)}
      <h2>${words.create}</h2>
      <p class="small-text second">${words.createWhy}</p>
      ${field({
        id: "url",
        label: words.url,
        help: words.urlHelp,
        control: html`<input
          id="url"
          name="url"
          type="url"
          autocomplete="off"
          spellcheck=${false}
          required
          maxlength="1000"
          value=${typed}
          aria-describedby=${describedBy("url", { help: true })}
        />`,
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
