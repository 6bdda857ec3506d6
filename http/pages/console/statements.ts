import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { bankAccountPath } from "./bank-account.ts"
import { foldCell, foldTable, pageSteps } from "./controls.ts"
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
import {
  statementAddress,
  statementPage,
  statementsPath,
  statementState,
  vatLines,
} from "./statement-sheet.ts"
import { statementsWords, type StatementsWords } from "./statements-words.ts"
import { consoleAddress, type ConsoleView, showsArea } from "./view.ts"
import { linkButton } from "../kit/controls.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { html, type PageNode } from "../kit/html.ts"
import type {
  Owed,
  Payout,
  ShownPayee,
  StatementEntry,
  StatementFound,
  StatementsPage,
} from "../../ports/payouts.ts"
import {
  readStatementsQuery,
  statementsCursorText,
} from "../../../rules/payouts/statements-query.ts"

/** Statements that a page lists: a year and a half in two currencies. */
const statementsShown = 36

/** The routes of statements: the list, one as a sheet that prints, and its bookings as CSV. */
export const statementsRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(statementsPath, ["GET"], () => forPartner((request) => showStatements(parts, request))),
    route(`${statementsPath}/*`, ["GET"], (rest) =>
      forPartner((request) =>
        rest.endsWith(".csv")
          ? exportStatement(parts, request, rest.slice(0, -".csv".length))
          : rest.endsWith(".books")
            ? exportBooks(parts, request, rest.slice(0, -".books".length))
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
      { usual: statementsShown, max: statementsShown },
    )
    const after = Result.isSuccess(cursor) ? cursor.success.after : null
    const [page, owed, payee] = yield* Effect.all([
      parts.payouts.statements(owner, {
        currency: null,
        after,
        limit: statementsShown,
        isNewestFirst: true,
      }),
      parts.payouts.owed(owner),
      parts.payoutDesk.payee(partnerCode),
    ])
    const { changedAccountDays, validationDays } = parts
    const today = utcDay(yield* Clock.currentTimeMillis)
    return show(
      statementsPage(view, {
        ...page,
        owed,
        payee,
        changedAccountDays,
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
        publicKey: yield* parts.payouts.publicKey,
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

/** The books of a statement, which anybody can verify who has the service's public key. */
const exportBooks = (parts: ConsoleParts, request: PartnerRequest, number: string) =>
  sendExport(parts, request, {
    name: number.replaceAll(/[^\w.-]/g, "_"),
    columns: null,
    lineOf: (line: string) => `${line}\n`,
    read: (owner, after: bigint | null) =>
      Effect.map(
        parts.payouts.statementBooks(owner, number, { after, limit: rowsPerRead }),
        (page) => ({
          rows: page === undefined ? [] : [...(after === null ? [page.head] : []), ...page.lines],
          next: page?.next ?? null,
        }),
      ),
  })

/** What the list of statements is made of. */
interface StatementsFacts extends StatementsPage {
  readonly owed: ReadonlyArray<Owed>
  readonly payee: ShownPayee | null
  readonly changedAccountDays: number
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
      <div class="columns">${howCard(words)} ${payeeCard(facts, view, words)}</div>`,
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

const statementsTable = (
  { statements, today }: StatementsFacts,
  view: ConsoleView,
  words: StatementsWords,
): PageNode =>
  foldTable({
    caption: words.list,
    columns: [
      words.month,
      words.state,
      { number: words.opening },
      { number: words.validated },
      { number: words.reversed },
      { number: words.other },
      { number: words.closing },
    ],
    rows: statements.map((found) => statementRow({ ...found, today }, view, words)),
  })

const statementRow = (
  found: StatementFound & Pick<StatementsFacts, "today">,
  view: ConsoleView,
  words: StatementsWords,
): PageNode => {
  const { statement } = found
  const { owed } = statement
  const money = (minor: bigint): string => formatMoney(view.language, { ...statement, minor })
  const other = owed.changed.amountMinor + owed.corrected.amountMinor + owed.returned.amountMinor
  return html`<tr role="row">
    <th role="rowheader" scope="row">
      <a href=${statementAddress(view, statement)}
        >${formatMonth(view.language, statement.month)}</a
      >
      <span class="help block"><code>${statement.number}</code></span>
      <a
        class="small-text"
        href=${statementAddress(view, statement, ".csv")}
        aria-label=${words.csvOf(statement.number)}
        >${words.csv}</a
      >
    </th>
    <td role="cell" data-label=${words.state}><div>${statementState(found, view, words)}</div></td>
    ${foldCell(words.opening, money(owed.openingMinor))}
    ${foldCell(words.validated, money(owed.validated.amountMinor))}
    ${foldCell(words.reversed, money(owed.reversed.amountMinor))}
    ${foldCell(words.other, money(other))}
    ${foldCell(words.closing, html`<b>${money(owed.closingMinor)}</b>`)}
  </tr>` as PageNode
}

const howCard = (words: StatementsWords): PageNode =>
  html`<section class="card stack">
    <h2>${words.how}</h2>
    <ol class="small-text">
      ${words.howSteps.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p class="help">${words.howWhy}</p>
  </section>`

const payeeCard = (
  { changedAccountDays, payee }: StatementsFacts,
  view: ConsoleView,
  words: StatementsWords,
): PageNode =>
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
            <p class="help">${words.sealed(formatCount(view.language, changedAccountDays))}</p>`
    }
    ${
      showsArea(view, "bank account")
        ? html`<div class="actions">
            ${linkButton({
              href: consoleAddress(view, bankAccountPath),
              label: payee === null ? words.setAccount : words.changeAccount,
              isSmall: true,
            })}
          </div>`
        : null
    }
  </section>` as PageNode
