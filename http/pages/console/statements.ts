import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { plusDays } from "../../../core/vocabulary/day.ts"
import { pageSteps } from "./controls.ts"
import { statementColumns, statementEntryLine } from "./exports.ts"
import { formatCount, formatDay, formatMoney, formatMonth } from "./format.ts"
import { cardHead, type ConsoleContent } from "./frame.ts"
import {
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
  statusContent,
} from "./requests.ts"
import { playMoney } from "./sales.ts"
import { rowsPerRead, sendExport } from "./send-export.ts"
import { statementsWords, type StatementState, type StatementsWords } from "./statements-words.ts"
import { consoleAddress, type ConsoleView } from "./view.ts"
import { linkButton } from "../kit/controls.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge, symbol } from "../kit/symbols.ts"
import type {
  Owed,
  Payout,
  ShownPayee,
  StatementEntry,
  StatementFound,
  StatementLink,
  StatementsPage,
} from "../../ports/payouts.ts"
import { nextMonth, type StatementLine } from "../../../rules/payouts/statement.ts"
import type { Statement } from "../../../rules/payouts/statement-record.ts"
import {
  readStatementsQuery,
  statementsCursorText,
} from "../../../rules/payouts/statements-query.ts"

const path = "/console/statements"

/** Statements that a page lists: a year and a half in two currencies. */
const rowsPerPage = 36

/** The routes of statements: the list, one as a sheet that prints, and its bookings as CSV. */
export const statementsRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showStatements(parts, request))),
    route(`${path}/*`, ["GET"], (rest) =>
      forPartner((request) =>
        rest.endsWith(".csv")
          ? exportStatement(parts, request, rest.slice(0, -".csv".length))
          : showStatement(parts, request, rest),
      ),
    ),
  ]
}

const showStatements = (parts: ConsoleParts, request: PartnerRequest) =>
  Effect.gen(function* () {
    const { partnerCode, query, show, view } = request
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const cursor = readStatementsQuery(
      (name) => (name === "cursor" && query(name) !== "" ? query(name) : undefined),
      { usual: rowsPerPage, max: rowsPerPage },
    )
    const after = Result.isSuccess(cursor) ? cursor.success.after : null
    const [page, owed, payee] = yield* Effect.all([
      parts.payouts.statements(owner, {
        currency: null,
        after,
        limit: rowsPerPage,
        isNewestFirst: true,
      }),
      parts.payouts.owed(owner),
      parts.payoutDesk.payee(partnerCode),
    ])
    const { validationDays } = parts
    const today = utcDay(yield* Clock.currentTimeMillis)
    return show(
      statementsPage(view, {
        ...page,
        owed,
        payee,
        validationDays,
        today,
        isLater: after !== null,
      }),
    )
  })

const showStatement = (parts: ConsoleParts, request: PartnerRequest, number: string) =>
  Effect.gen(function* () {
    const { partnerCode, show, view } = request
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const found = yield* parts.payouts.statement(owner, number)
    if (found === undefined) return show(statusContent(404, view))
    const [links, reversals, payee] = yield* Effect.all([
      parts.payouts.statementLinks(owner, number),
      parts.payouts.statementEntries(owner, number, {
        after: null,
        limit: reversalsShown,
        reversed: true,
      }),
      parts.payoutDesk.payee(partnerCode),
    ])
    const issuer = parts.issuer.name ?? "Viatica"
    return show(
      statementPage(view, {
        ...found,
        links,
        reversals: reversals.entries,
        payee,
        today: utcDay(yield* Clock.currentTimeMillis),
        issuer: [issuer, parts.issuer.address ?? null],
      }),
    )
  })

/** Reversals that a sheet tells one by one: the rest is in the CSV. */
const reversalsShown = 50

const exportStatement = (parts: ConsoleParts, request: PartnerRequest, number: string) =>
  sendExport(parts, request, {
    name: number.replaceAll(/[^\w.-]/g, "_"),
    columns: statementColumns,
    lineOf: (row: StatementEntry) => statementEntryLine(number.toUpperCase(), row),
    read: (owner, after: bigint | null) =>
      Effect.map(
        parts.payouts.statementEntries(owner, number, {
          after,
          limit: rowsPerRead,
          reversed: false,
        }),
        ({ entries, next }) => ({ rows: entries, next }),
      ),
  })

/** What the list of statements is made of. */
interface StatementsFacts extends StatementsPage {
  readonly owed: ReadonlyArray<Owed>
  readonly payee: ShownPayee | null
  readonly validationDays: number
  readonly isLater: boolean
  /** The day on which the page is made, in UTC. */
  readonly today: string
}

/** The page of statements: what is owed by currency, each month, and where it goes. */
const statementsPage = (view: ConsoleView, facts: StatementsFacts): ConsoleContent => {
  const words = statementsWords[view.language]
  if (view.mode === "sandbox") {
    return {
      title: words.title,
      headline: words.sandboxTitle,
      body: html`<section class="card stack">${playMoney(view.language)}</section>`,
    }
  }
  return {
    title: words.title,
    headline: headlineOf(facts, view, words),
    body: html`${
        facts.owed.length === 0
          ? null
          : html`<div class="owed-cards">
              ${facts.owed.map((owed) => owedCard(owed, facts, view))}
            </div>`
      }
      <section class="card flush">
        ${cardHead(words.list)}
        ${
          facts.statements.length === 0
            ? html`<p class="empty inset">${words.noneWhy}</p>`
            : statementsTable(facts, view, words)
        }
        <div class="inset actions">
          ${pageSteps(view, {
            kept: {},
            isLater: facts.isLater,
            next: facts.next === null ? null : { cursor: statementsCursorText(facts.next) },
            words: words.steps,
          })}
          <p class="help">${words.never}</p>
        </div>
      </section>
      <div class="columns">${howCard(words)} ${payeeCard(facts.payee, words)}</div>`,
  }
}

const headlineOf = (
  { owed, payee, statements, today }: StatementsFacts,
  { language }: ConsoleView,
  words: StatementsWords,
): string => {
  const moneyOf = (payout: Payout): string =>
    formatMoney(language, { ...payout, minor: payout.amountMinor })
  const due = statements
    .flatMap(({ payout }) => (payout?.state === "due" ? payout : []))
    .toSorted((left, right) => (left.currency < right.currency ? -1 : 1))[0]
  if (due !== undefined) {
    if (payee === null) return words.waitsForAccount(moneyOf(due))
    const day = formatDay(language, due.dueOn)
    return due.dueOn < today ? words.dueSince(moneyOf(due), day) : words.leaves(moneyOf(due), day)
  }
  const newest = statements.filter(
    ({ statement }) => statement.month === statements[0]?.statement.month,
  )
  const sent = newest.flatMap(({ payout }) => (payout?.state === "sent" ? payout : []))[0]
  if (sent !== undefined) {
    return words.wereSent(moneyOf(sent), formatDay(language, sent.sentOn ?? sent.dueOn))
  }
  const waiting = owed.find(({ payableMinor }) => payableMinor > 0n)
  if (waiting !== undefined) {
    return words.isOwed(formatMoney(language, { ...waiting, minor: waiting.payableMinor }))
  }
  return statements.length === 0 ? words.none : words.nothingOwed
}

const owedCard = (
  owed: Owed,
  { validationDays }: StatementsFacts,
  { language }: ConsoleView,
): PageNode => {
  const words = statementsWords[language]
  const money = (minor: bigint): string => formatMoney(language, { ...owed, minor })
  const whole = owed.payableMinor + owed.onItsWayMinor
  const isBelow = owed.onItsWayMinor === 0n && whole > 0n && whole < owed.minimumMinor
  return html`<section class="card stack tight">
    <h2>${owed.currency}</h2>
    <p class="owed-figure">${money(whole)}</p>
    <p class="small-text second">
      ${isBelow ? words.below(money(owed.minimumMinor - whole)) : words.owed}
    </p>
    ${
      isBelow
        ? html`<progress max="100" value=${Number((whole * 100n) / owed.minimumMinor)}>
            ${money(whole)}
          </progress>`
        : null
    }
    <dl class="facts">
      ${
        owed.onItsWayMinor === 0n
          ? null
          : html`<dt>${words.onItsWay}</dt>
              <dd class="number">${money(owed.onItsWayMinor)}</dd>`
      }
      <dt>
        ${words.pending}
        <span class="help block">${words.pendingDue(formatCount(language, validationDays))}</span>
      </dt>
      <dd class="number">${money(owed.pendingMinor)}</dd>
      <dt>${words.minimum}</dt>
      <dd class="number">
        ${owed.minimumMinor === 0n ? words.noMinimum : money(owed.minimumMinor)}
      </dd>
    </dl>
  </section>` as PageNode
}

/** A cell of a table that folds into cards on narrow screens, where it names its column. */
const cell = (label: string, content: PageContent): PageNode =>
  html`<td role="cell" class="number" data-label=${label}>${content}</td>`

const head = (...columns: ReadonlyArray<readonly [label: string, isNumber: boolean]>): PageNode =>
  html`<thead role="rowgroup">
    <tr role="row">
      ${columns.map(
        ([label, isNumber]) =>
          html`<th role="columnheader" scope="col" class=${isNumber ? "number" : undefined}>
            ${label}
          </th>`,
      )}
    </tr>
  </thead>`

const statementsTable = (
  { statements, today }: StatementsFacts,
  view: ConsoleView,
  words: StatementsWords,
): PageNode =>
  html`<table role="table" class="fold">
    <caption class="unseen">
      ${words.list}
    </caption>
    ${head(
      [words.month, false],
      [words.state, false],
      [words.opening, true],
      [words.validated, true],
      [words.reversed, true],
      [words.other, true],
      [words.closing, true],
    )}
    <tbody role="rowgroup">
      ${statements.map((found) => statementRow({ ...found, today }, view, words))}
    </tbody>
  </table>`

const addressOf = (view: ConsoleView, { number }: Statement, extension = ""): string =>
  consoleAddress(view, `${path}/${number}${extension}`)

/** A statement, and the day on which it is looked at. */
type SeenStatement = StatementFound & Pick<StatementsFacts, "today">

const statementRow = (
  found: SeenStatement,
  view: ConsoleView,
  words: StatementsWords,
): PageNode => {
  const { statement } = found
  const { owed } = statement
  const money = (minor: bigint): string => formatMoney(view.language, { ...statement, minor })
  const other = owed.changed.amountMinor + owed.corrected.amountMinor + owed.returned.amountMinor
  return html`<tr role="row">
    <th role="rowheader" scope="row">
      <a href=${addressOf(view, statement)}>${formatMonth(view.language, statement.month)}</a>
      <span class="help block"><code>${statement.number}</code></span>
      <a
        class="small-text"
        href=${addressOf(view, statement, ".csv")}
        aria-label=${words.csvOf(statement.number)}
        >${words.csv}</a
      >
    </th>
    <td role="cell" data-label=${words.state}><div>${stateOf(found, view, words)}</div></td>
    ${cell(words.opening, money(owed.openingMinor))}
    ${cell(words.validated, money(owed.validated.amountMinor))}
    ${cell(words.reversed, money(owed.reversed.amountMinor))} ${cell(words.other, money(other))}
    ${cell(words.closing, html`<b>${money(owed.closingMinor)}</b>`)}
  </tr>` as PageNode
}

const badges: Readonly<Record<StatementState, BadgeState>> = {
  due: "info",
  sent: "held",
  returned: "warning",
  withdrawn: "ended",
  carried: "unverified",
}

/** Where a statement stands, and since or until when. */
const stateOf = (
  { payout, today }: Pick<SeenStatement, "payout" | "today">,
  { language }: ConsoleView,
  words: StatementsWords,
): PageContent => {
  if (payout === null) return stateBadge(badges.carried, words.states.carried)
  const { dueOn, endedOn, sentOn, state } = payout
  const day = { due: dueOn, sent: sentOn, returned: endedOn, withdrawn: endedOn }[state] ?? dueOn
  const told = state === "due" && dueOn < today ? words.since : words.stateTold[state]
  return [
    stateBadge(badges[state], words.states[state]),
    html`<span class="help block">${told(formatDay(language, day))}</span>`,
  ]
}

const howCard = (words: StatementsWords): PageNode =>
  html`<section class="card stack">
    <h2>${words.how}</h2>
    <ol class="small-text">
      ${words.howSteps.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p class="help">${words.howWhy}</p>
  </section>`

const payeeCard = (payee: ShownPayee | null, words: StatementsWords): PageNode =>
  html`<section class="card stack">
    <h2>${words.where}</h2>
    ${
      payee === null
        ? html`<p class="second">${words.noAccount}</p>`
        : html`<dl class="facts">
              <dt>${words.account}</dt>
              <dd>${payee.holder}, ${payee.account}</dd>
              ${vatLines(payee, words)}
            </dl>
            <p class="help">${words.sealed}</p>`
    }
  </section>` as PageNode

const vatLines = (payee: ShownPayee, words: StatementsWords): PageContent => {
  const told = [payee.vatNumber, payee.vatNote].filter((text) => text !== null)
  return told.length === 0 ? null : [html`<dt>${words.vat}</dt>`, html`<dd>${told.join(", ")}</dd>`]
}

/** What the sheet of a statement is made of. */
interface SheetFacts extends StatementFound {
  readonly links: ReadonlyArray<StatementLink>
  readonly reversals: ReadonlyArray<StatementEntry>
  readonly payee: ShownPayee | null
  readonly today: string
  /** Who issues it: the name, and the address where that is stated. */
  readonly issuer: readonly [name: string, address: string | null]
}

/** One statement as a sheet: two accounts that each add up, its payout, its links and its reversals. */
const statementPage = (view: ConsoleView, facts: SheetFacts): ConsoleContent => {
  const words = statementsWords[view.language]
  const { statement } = facts
  const month = formatMonth(view.language, statement.month)
  return {
    title: words.titleOf(month),
    headline: words.titleOf(month),
    body: html`<div class="actions unprinted">
        ${linkButton({ href: consoleAddress(view, path), label: words.all, isSmall: true })}
        ${linkButton({ href: addressOf(view, statement, ".csv"), label: words.csv, isSmall: true })}
        <button type="button" class="button small scripted" data-print>
          ${symbol("document")}<span>${words.print}</span>
        </button>
      </div>
      <article class="card sheet stack" aria-labelledby="sheet">
        ${sheetHead(facts, view, words)} ${accounts(facts, view, words)}
        ${outcome(facts, view, words)} ${linksTable(facts, view, words)}
        ${reversalsTable(facts, view, words)} ${sheetFoot(facts, words)}
      </article>`,
  }
}

const sheetHead = (
  { issuer, statement }: SheetFacts,
  { language }: ConsoleView,
  words: StatementsWords,
): PageNode => {
  const last = lastDayOf(statement.month)
  const closedAt = new Date(statement.closedAtMs).toISOString()
  return html`<div>
      <h2 class="display" id="sheet">${words.sheet}</h2>
      <p class="second">
        ${[
          words.number(statement.number),
          formatMonth(language, statement.month),
          words.inCurrency(statement.currency),
        ].join(" · ")}
      </p>
    </div>
    <dl class="facts sheet-parties">
      <dt>${words.issuedBy}</dt>
      <dd>${issuer.filter((part) => part !== null).join(", ")}</dd>
      <dt>${words.issuedFor}</dt>
      <dd>${statement.partnerName}</dd>
      <dt>${words.issuedAt}</dt>
      <dd>${formatDay(language, closedAt)}, ${closedAt.slice(11, 16)} UTC</dd>
      <dt>${words.period}</dt>
      <dd>
        ${words.periodOf(formatDay(language, `${statement.month}-01`), formatDay(language, last))}
      </dd>
    </dl>` as PageNode
}

/** The last day of a month. */
const lastDayOf = (month: string): string => plusDays(`${nextMonth(month)}-01`, -1) ?? month

type AccountLine = readonly [label: string, minor: bigint, detail?: string]

const account = (
  heading: string,
  lines: ReadonlyArray<AccountLine>,
  money: (minor: bigint) => string,
): PageNode =>
  html`<section>
    <h3>${heading}</h3>
    <table class="account">
      <caption class="unseen">
        ${heading}
      </caption>
      <tbody>
        ${lines.map(
          ([label, minor, detail], place) =>
            html`<tr class=${place === lines.length - 1 ? "sum" : undefined}>
              <th scope="row">
                ${label}${detail === undefined ? null : html` <small>${detail}</small>`}
              </th>
              <td class="number">${money(minor)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`

const accounts = (
  { statement }: SheetFacts,
  { language }: ConsoleView,
  words: StatementsWords,
): PageNode => {
  const money = (minor: bigint): string => formatMoney(language, { ...statement, minor })
  const sales = (count: number): string => words.sales(formatCount(language, count))
  const { lines } = words
  const { owed, pending } = statement
  const line = (label: string, { amountMinor, sales: count }: StatementLine): AccountLine => [
    label,
    amountMinor,
    sales(count),
  ]
  /** A line that says nothing in most months. */
  const rare = (label: string, figure: StatementLine): ReadonlyArray<AccountLine> =>
    figure.sales === 0 ? [] : [line(label, figure)]
  const last = formatDay(language, lastDayOf(statement.month))
  const back = owed.returned
  return html`<div class="accounts">
    ${account(
      words.owedAccount,
      [
        [lines.carried, owed.openingMinor],
        line(lines.validated, owed.validated),
        ...rare(lines.changed, owed.changed),
        line(lines.reversed, owed.reversed),
        ...rare(lines.corrected, owed.corrected),
        ...(back.sales === 0
          ? []
          : [
              [
                lines.returned,
                back.amountMinor,
                words.payouts(formatCount(language, back.sales)),
              ] as const,
            ]),
        [lines.owedAt(last), owed.closingMinor],
      ],
      money,
    )}
    ${account(
      words.pendingAccount,
      [
        [lines.pendingBefore, pending.openingMinor],
        line(lines.opened, pending.opened),
        ...rare(lines.changedBefore, pending.changed),
        line(lines.becameOwed, pending.validated),
        line(lines.cancelled, pending.cancelled),
        ...rare(lines.corrected, pending.corrected),
        [lines.pendingAt(last), pending.closingMinor],
      ],
      money,
    )}
  </div>` as PageNode
}

/** What is paid by the statement, and what is carried over. */
const outcome = (
  { payout, statement, today }: SheetFacts,
  view: ConsoleView,
  words: StatementsWords,
): PageNode => {
  const { language } = view
  const money = (minor: bigint): string => formatMoney(language, { ...statement, minor })
  const { carriedMinor, heldMinor, holdDays, minimumMinor } = statement
  const notes = [
    payout?.bankReference === null || payout === null
      ? null
      : words.reference(payout.bankReference),
    carriedMinor === 0n ? words.nothingCarried : words.carriedOver(money(carriedMinor)),
    heldMinor > 0n ? words.held(money(heldMinor), formatCount(language, holdDays)) : null,
    minimumMinor > 0n ? words.minimumOf(money(minimumMinor)) : null,
  ].filter((note) => note !== null)
  return html`<div class="outcome">
    <div>
      <p>
        ${
          payout === null
            ? words.noPayout
            : `${words.payoutOf(payout.number, formatDay(language, payout.sentOn ?? payout.dueOn))}${
                payout.account === null ? "" : words.toAccount(payout.account)
              }`
        }
      </p>
      <p>${stateOf({ payout, today }, view, words)}</p>
      <p class="help">${notes.join(" ")}</p>
    </div>
    <b>${money(statement.dueMinor)}</b>
  </div>` as PageNode
}

const linksTable = (
  { links, statement }: SheetFacts,
  { language }: ConsoleView,
  words: StatementsWords,
): PageContent => {
  if (links.length === 0) return null
  const money = (minor: bigint): string => formatMoney(language, { ...statement, minor })
  return html`<section>
    <h3>${words.byLink}</h3>
    <table role="table" class="fold">
      <caption class="unseen">
        ${words.byLink}
      </caption>
      ${head([words.link, false], [words.count, true], [words.paid, true], [words.commission, true])}
      <tbody role="rowgroup">
        ${links.map(
          ({ amountMinor, commissionMinor, ref, sales }) =>
            html`<tr role="row">
              <th role="rowheader" scope="row"><code class="order">${ref}</code></th>
              ${cell(words.count, formatCount(language, sales))}
              ${cell(words.paid, money(amountMinor))}
              ${cell(words.commission, money(commissionMinor))}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

const reversalsTable = (
  { reversals, statement }: SheetFacts,
  { language }: ConsoleView,
  words: StatementsWords,
): PageContent => {
  if (reversals.length === 0) return null
  return html`<section>
    <h3>${words.reversals}</h3>
    <table role="table" class="fold">
      <caption class="unseen">
        ${words.reversals}
      </caption>
      ${head([words.sale, false], [words.reversedOn, false], [words.commission, true])}
      <tbody role="rowgroup">
        ${reversals.map(
          ({ amountMinor, at, externalOrderId }) =>
            html`<tr role="row">
              <th role="rowheader" scope="row"><code class="order">${externalOrderId}</code></th>
              <td role="cell" data-label=${words.reversedOn}>${formatDay(language, at)}</td>
              ${cell(words.commission, formatMoney(language, { ...statement, minor: amountMinor }))}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

const sheetFoot = ({ fingerprint, payee }: SheetFacts, words: StatementsWords): PageNode =>
  html`<footer class="sheet-foot">
    <p class="help">
      ${[words.more, words.never, payee?.vatNote ?? null].filter((text) => text !== null).join(" ")}
    </p>
    <p class="help">
      ${words.fingerprint} <code>${fingerprint.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
    </p>
  </footer>`
