import type {
  EventAttempt,
  EventDelivery,
  EventEndpoint,
  EventsPage,
  ToldEvent,
} from "../../ports/events.ts"
import { submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/state-badge.ts"
import { formatCount, formatMoment } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField } from "./frame.ts"
import { pageSteps } from "./controls.ts"
import { type ConsoleView, consoleAddress, mayChange } from "./view.ts"
import {
  endpointCreation,
  endpointList,
  endpointSecretCard,
  type NewEndpointSecret,
} from "./events/endpoint-list.ts"
import { type EventsWords, eventsWords, outcomeText } from "./events-words.ts"

/** What the page of events is made of. */
export interface EventsFacts {
  readonly endpoints: ReadonlyArray<EventEndpoint>
  readonly page: EventsPage
  /** Whether newer events stand before this page. */
  readonly isLater: boolean
  /** A secret that has just been made. */
  readonly shown?: NewEndpointSecret | undefined
}

const badges: Readonly<Record<EventDelivery["state"], BadgeState>> = {
  waiting: "info",
  delivered: "held",
  given_up: "error",
}

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

const resending = (event: ToldEvent, view: ConsoleView, words: EventsWords): PageContent =>
  mayChange(view) && event.type !== "ping"
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

const row = (event: ToldEvent, view: ConsoleView, words: EventsWords): PageNode =>
  html`<tr>
    <td class="third">
      <time datetime=${event.at}>${formatMoment(view.language, event.at)}</time>
    </td>
    <th scope="row">
      <span class="together">${event.type}</span>
      <span class="help block"><code class="request">${event.id}</code></span>
      ${resending(event, view, words)}
    </th>
    <td class="wrong">${event.deliveries.map((one) => delivery(one, view, words))}</td>
  </tr>`

const table = (events: ReadonlyArray<ToldEvent>, view: ConsoleView, words: EventsWords): PageNode =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${words.told}>
    <table class="events">
      <caption class="unseen">
        ${words.told}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.time}</th>
          <th scope="col">${words.event}</th>
          <th scope="col">${words.state}</th>
        </tr>
      </thead>
      <tbody>
        ${events.map((event) => row(event, view, words))}
      </tbody>
    </table>
  </div>`

/** The page of events: where they go, how that does, and what was told. */
export const eventsPage = (
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
          ${cardHead(words.endpoints)} ${endpointList(facts.endpoints, view)}
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
