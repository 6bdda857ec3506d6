import { foldTable, pageSteps, shortKey } from "./controls.ts"
import { formatCount, formatMoment } from "./format.ts"
import type { ConsoleContent } from "./frame.ts"
import { consoleAddress, type ConsoleView, inFrench } from "./view.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { RecentCall, RecentCallsPage } from "../../ports/usage.ts"
import { callCursorText } from "../../../rules/usage/next-calls.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"

/** The rows of recent calls as a table that becomes a list where it is narrow. */
export const callTable = (
  calls: ReadonlyArray<RecentCall>,
  view: ConsoleView,
  caption: string,
): PageNode => {
  const words = callsWords[view.language]
  return foldTable({
    kind: "calls",
    caption,
    columns: [words.time, words.call, words.status, words.wrong],
    rows: calls.map((call) => row(call, view, words)),
  })
}

/** Which calls the page shows. */
interface CallsFacts extends RecentCallsPage {
  readonly isRefusedOnly: boolean
  /** Whether newer calls stand on pages before this one. */
  readonly isLater: boolean
}

/** The page of recent calls, the newest first: what was wrong with each, and nothing of its body. */
export const callsPage = (view: ConsoleView, facts: CallsFacts): ConsoleContent => {
  const words = callsWords[view.language]
  const only: Readonly<Record<string, string>> = facts.isRefusedOnly ? { refused: "1" } : {}
  const steps = pageSteps(view, {
    kept: only,
    isLater: facts.isLater,
    next: facts.next === null ? null : { before: callCursorText(facts.next) },
    words: { first: words.newest, next: words.older },
  })
  return {
    title: words.title,
    body: html`${filter(facts, view, words)}
      <section class="card flush">
        ${
          facts.calls.length === 0
            ? html`<p class="empty inset">
                ${facts.isRefusedOnly ? words.noneRefused : words.none}
              </p>`
            : callTable(facts.calls, view, words.title)
        }
        <div class="inset actions">
          ${steps}
          <p class="help">${words.kept}</p>
        </div>
      </section>`,
  }
}

const row = (call: RecentCall, view: ConsoleView, words: CallsWords): PageNode =>
  html`<tr role="row">
    <td role="cell" class="third" data-label=${words.time}>
      <time datetime=${call.at}>${formatMoment(view.language, call.at)}</time>
    </td>
    <th role="rowheader" scope="row">
      <span class="together"
        >${call.method} ${call.path.slice(call.path.lastIndexOf("/") + 1)}</span
      >
      <span class="help block">${words.took(formatCount(view.language, call.durationMs))}</span>
    </th>
    <td role="cell" class=${statusClass(call.status)} data-label=${words.status}>${call.status}</td>
    <td role="cell" class="wrong" data-label=${words.wrong}>
      <div>
        ${wrong(call, words)}
        <span class="help block">
          <code class="request">${call.requestId}</code>
        </span>
        <span class="help block">${shortKey(call.keyId)}</span>
      </div>
    </td>
  </tr>`

const statusClass = (status: number): string => (status < 400 ? "status held" : "status error")

const wrong = (call: RecentCall, words: CallsWords): PageContent =>
  call.errorCode === null
    ? html`<span class="third">${words.nothing}</span>`
    : html`<code class="strong">${call.errorCode}</code> ${call.detail}
        ${call.isSigned ? null : html`<span class="help block">${words.unsigned}</span>`}`

const filter = (facts: CallsFacts, view: ConsoleView, words: CallsWords): PageNode =>
  html`<nav class="actions filter" aria-label=${words.filter}>
    <a
      class="chip"
      href=${consoleAddress(view, view.path)}
      aria-current=${facts.isRefusedOnly ? undefined : "true"}
      >${words.all}</a
    >
    <a
      class="chip"
      href=${consoleAddress(view, view.path, { refused: "1" })}
      aria-current=${facts.isRefusedOnly ? "true" : undefined}
      >${words.refusedOnly}</a
    >
  </nav>`

const english = {
  title: "Calls",
  all: "All calls",
  refusedOnly: "Refused only",
  time: "Time",
  call: "Call",
  status: "Status",
  wrong: "What was wrong, request id, key",
  nothing: "nothing",
  unsigned: "The signature does not verify: anybody who knows the key id may have sent it.",
  kept: "Bodies are never kept.",
  older: "Older calls",
  newest: "Newest calls",
  none: "A call appears here a few seconds after it is made.",
  noneRefused: "Nothing has been refused lately.",
  filter: "Which calls",
  took: (ms: string) => `${ms} ms`,
}

/** What the page of calls says. */
type CallsWords = typeof english

const french: CallsWords = {
  title: "Appels",
  all: "Tous les appels",
  refusedOnly: "Refusés seulement",
  time: "Heure",
  call: "Appel",
  status: "Statut",
  wrong: "Ce qui n'allait pas, identifiant de requête, clé",
  nothing: "rien",
  unsigned: "La signature ne tient pas : quiconque connaît l'identifiant de clé a pu l'envoyer.",
  kept: "Le contenu des appels n’est jamais conservé.",
  older: "Appels plus anciens",
  newest: "Derniers appels",
  none: "Un appel apparaît ici quelques secondes après avoir été fait.",
  noneRefused: "Rien n'a été refusé ces derniers temps.",
  filter: "Quels appels",
  took: (ms) => `${ms} ms`,
}

/** What the page of calls says in each language. */
export const callsWords: InBoth<CallsWords> = { en: english, fr: inFrench(french) }
