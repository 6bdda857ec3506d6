import { plusDays } from "../../../core/vocabulary/day.ts"
import { foldCell, foldTable } from "./controls.ts"
import { formatCount, formatDay, formatMoney, formatMonth } from "./format.ts"
import type { ConsoleContent } from "./frame.ts"
import { statementsWords, type StatementState, type StatementsWords } from "./statements-words.ts"
import { consoleAddress, type ConsoleView } from "./view.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge, symbol } from "../kit/symbols.ts"
import type {
  ShownPayee,
  StatementEntry,
  StatementFound,
  StatementLink,
} from "../../ports/payouts.ts"
import { nextMonth, type StatementLine } from "../../../rules/payouts/statement.ts"
import type { Statement } from "../../../rules/payouts/statement-record.ts"

/** Where statements are listed. */
export const statementsPath = "/console/statements"

/** What the sheet of a statement is made of. */
interface SheetFacts extends StatementFound {
  readonly links: ReadonlyArray<StatementLink>
  readonly reversals: ReadonlyArray<StatementEntry>
  readonly payee: ShownPayee | null
  /** The key that its checkpoint is signed with. */
  readonly publicKey: string
  readonly today: string
  /** Who issues it: the name, and the address where that is stated. */
  readonly issuer: readonly [name: string, address: string | null]
}

/** One statement as a sheet: two accounts that each add up, its payout, its links and its reversals. */
export const statementPage = (view: ConsoleView, facts: SheetFacts): ConsoleContent => {
  const words = statementsWords[view.language]
  const { statement } = facts
  const month = formatMonth(view.language, statement.month)
  return {
    title: words.titleOf(month),
    headline: words.titleOf(month),
    body: html`<div class="actions unprinted">
        ${linkButton({ href: consoleAddress(view, statementsPath), label: words.all, isSmall: true })}
        ${linkButton({ href: statementAddress(view, statement, ".csv"), label: words.csv, isSmall: true })}
        ${
          facts.checkpoint === null
            ? null
            : linkButton({
                href: statementAddress(view, statement, ".books"),
                label: words.books,
                isSmall: true,
              })
        }
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
      <p>${statementState({ payout, today }, view, words)}</p>
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
    ${foldTable({
      caption: words.byLink,
      columns: [
        words.link,
        { number: words.count },
        { number: words.paid },
        { number: words.commission },
      ],
      rows: links.map(
        ({ amountMinor, commissionMinor, ref, sales }) =>
          html`<tr role="row">
            <th role="rowheader" scope="row"><code class="order">${ref}</code></th>
            ${foldCell(words.count, formatCount(language, sales))}
            ${foldCell(words.paid, money(amountMinor))}
            ${foldCell(words.commission, money(commissionMinor))}
          </tr>`,
      ),
    })}
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
    ${foldTable({
      caption: words.reversals,
      columns: [words.sale, words.reversedOn, { number: words.commission }],
      rows: reversals.map(
        ({ amountMinor, at, externalOrderId }) =>
          html`<tr role="row">
            <th role="rowheader" scope="row"><code class="order">${externalOrderId}</code></th>
            <td role="cell" data-label=${words.reversedOn}>${formatDay(language, at)}</td>
            ${foldCell(words.commission, formatMoney(language, { ...statement, minor: amountMinor }))}
          </tr>`,
      ),
    })}
  </section>`
}

const sheetFoot = (
  { checkpoint, fingerprint, payee, publicKey }: SheetFacts,
  words: StatementsWords,
): PageNode => {
  const [, size = "", root = ""] = (checkpoint ?? "").split("\n")
  return html`<footer class="sheet-foot">
    <p class="help">
      ${[words.more, words.never, payee?.vatNote ?? null].filter((text) => text !== null).join(" ")}
    </p>
    <p class="help">
      ${words.fingerprint} <code>${fingerprint.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
    </p>
    ${
      checkpoint === null
        ? null
        : html`<p class="help">
            ${words.signed(size)}${" "}<code class="hash">${root}</code>.
            ${words.signedWith}${" "}<code class="hash">${publicKey}</code>. ${words.verified}
          </p>`
    }
  </footer>` as PageNode
}

/** Where a statement lies, as a page or, with its extension, as CSV. */
export const statementAddress = (
  view: ConsoleView,
  { number }: Statement,
  extension = "",
): string => consoleAddress(view, `${statementsPath}/${number}${extension}`)

const badges: Readonly<Record<StatementState, BadgeState>> = {
  due: "info",
  sent: "held",
  returned: "warning",
  withdrawn: "ended",
  carried: "unverified",
}

/** Where a statement stands, and since or until when. */
export const statementState = (
  { payout, today }: Pick<SheetFacts, "payout" | "today">,
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

/** The lines of who is paid that are about tax. */
export const vatLines = (payee: ShownPayee, words: StatementsWords): PageContent => {
  const told = [payee.vatNumber, payee.vatNote].filter((text) => text !== null)
  return told.length === 0 ? null : [html`<dt>${words.vat}</dt>`, html`<dd>${told.join(", ")}</dd>`]
}
