import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { foldCell, foldTable, pageSteps, rowsPerPage } from "./controls.ts"
import { formatCount, formatDay, formatMinute, formatMoney, oneLine } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField } from "./frame.ts"
import { partnerAddress } from "./operator-queue.ts"
import { payoutsWords, type PayoutsWords } from "./operator-payouts-words.ts"
import {
  asPage,
  byOperator,
  type ConsolePage,
  type ConsoleParts,
  type ConsoleRequest,
  forOperator,
  prepareConsoleRoute,
  statusContent,
  wasDone,
} from "./requests.ts"
import { consoleAddress, type ConsoleView } from "./view.ts"
import { textAnswer } from "../../api/answer.ts"
import { field, linkButton, submitButton, inputField } from "../kit/controls.ts"
import type { FormFields } from "../kit/form.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/symbols.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type {
  BatchState,
  OpenPayouts,
  Payout,
  PayoutBatch,
  PayoutRefused,
  PayoutStoreUnavailable,
} from "../../ports/payouts.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { type BankAccount, readBankAccount } from "../../../rules/payouts/payee.ts"
import type { PayoutState } from "../../../rules/payouts/payout.ts"

/** Where operators pay what is due. */
const payoutsPath = "/console/operator/payouts"

/** The routes of payouts: what is due and drawn up, one batch, and each step of it. */
export const payoutsRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  const desk = parts.payoutDesk

  const showAll = (request: ConsoleRequest, fault?: string) =>
    Effect.gen(function* () {
      const [open, batches] = yield* Effect.all([
        desk.open(rowsPerPage),
        desk.batches(batchesShown),
      ])
      const today = utcDay(yield* Clock.currentTimeMillis)
      return request.show(payoutsPage(request.view, { ...open, batches, today }, fault))
    })

  const showBatch = (request: ConsoleRequest, number: string, fault?: string) =>
    Effect.gen(function* () {
      const after = request.query("after").slice(0, 25)
      const found = yield* desk.batch(number, { after, limit: rowsPerPage + 1 })
      const facts = {
        batch: found.batch,
        payouts: found.payouts.slice(0, rowsPerPage),
        isLater: after !== "",
        isMore: found.payouts.length > rowsPerPage,
        today: utcDay(yield* Clock.currentTimeMillis),
      }
      return request.show(batchPage(request.view, facts, fault))
    }).pipe(
      Effect.catchTag("PayoutRefused", () =>
        Effect.succeed(request.show(statusContent(404, request.view))),
      ),
    )

  /** A step of a batch, which leads back to that; what refuses it is told there. */
  const step = (
    act: (
      fields: FormFields,
      number: string,
    ) => Effect.Effect<unknown, PayoutRefused | PayoutStoreUnavailable> | "day" | "why",
    done: string,
  ): ConsolePage =>
    byOperator(parts, (request, fields) => {
      const number = fields.text("batch")
      const path = `${payoutsPath}/${numberForm.test(number) ? number : "none"}`
      const words = payoutsWords[request.view.language]
      const back = asPage(parts, request, path)
      const acted = act(fields, number)
      if (typeof acted === "string") return showBatch(back, number, words.wrong[acted])
      return Effect.as(acted, wasDone(request.view, path, done)).pipe(
        Effect.catchTag("PayoutRefused", ({ refusal }) =>
          showBatch(back, number, words.refusals(refusal)),
        ),
      )
    })

  const draw = byOperator(parts, (request, fields) => {
    const words = payoutsWords[request.view.language]
    const back = asPage(parts, request, payoutsPath)
    const payOn = fields.text("on")
    if (!isCalendarDay(payOn)) return showAll(back, words.wrong.day)
    return desk.draw({ currency: fields.text("currency"), payOn }).pipe(
      Effect.map(({ batch }) =>
        wasDone(request.view, `${payoutsPath}/${batch.number}`, "batch-drawn"),
      ),
      Effect.catchTag("PayoutRefused", ({ refusal }) => showAll(back, words.refusals(refusal))),
    )
  })

  const exportFile = byOperator(parts, (request, fields) => {
    const words = payoutsWords[request.view.language]
    const number = fields.text("batch")
    const back = asPage(parts, request, `${payoutsPath}/${number}`)
    // A file that is there needs no account; where there is none, this one makes none.
    const debtor =
      fields.text("again") === ""
        ? readBankAccount({
            holder: fields.text("holder"),
            iban: fields.text("iban"),
            bic: fields.text("bic"),
          })
        : Result.succeed(nobody)
    if (Result.isFailure(debtor)) return showBatch(back, number, words.wrong.debtor)
    return desk.transferFile(number, debtor.success).pipe(
      Effect.map((file) =>
        textAnswer(200, "application/xml", file, {
          "content-disposition": `attachment; filename="${number.replaceAll(/[^\w-]/g, "_")}.xml"`,
          "cache-control": "no-store",
        }),
      ),
      Effect.catchTag("PayoutRefused", ({ refusal }) =>
        showBatch(back, number, words.refusals(refusal)),
      ),
    )
  })

  return [
    route(payoutsPath, ["GET"], () => forOperator((request) => showAll(request))),
    route(`${payoutsPath}/*`, ["GET"], (number) =>
      forOperator((request) => showBatch(request, number)),
    ),
    route(`${payoutsPath}/draw`, ["POST"], () => draw),
    route(`${payoutsPath}/export`, ["POST"], () => exportFile),
    route(`${payoutsPath}/approve`, ["POST"], () =>
      step((_, number) => desk.approve(number), "batch-approved"),
    ),
    route(`${payoutsPath}/dissolve`, ["POST"], () =>
      step((fields, number) => {
        const reason = reasonIn(fields)
        return reason === "" ? "why" : desk.dissolve(number, reason)
      }, "batch-dissolved"),
    ),
    route(`${payoutsPath}/sent`, ["POST"], () =>
      step((fields, number) => {
        const on = fields.text("on")
        const reference = reasonIn(fields, "reference")
        return isCalendarDay(on)
          ? desk.send(number, on, reference === "" ? null : reference)
          : "day"
      }, "batch-sent"),
    ),
    route(`${payoutsPath}/returned`, ["POST"], () =>
      step((fields) => {
        const on = fields.text("on")
        const reason = reasonIn(fields)
        if (!isCalendarDay(on)) return "day"
        return reason === "" ? "why" : desk.markReturned(fields.text("payout"), on, reason)
      }, "payout-returned"),
    ),
  ]
}

const nobody: BankAccount = { holder: "", iban: "", bic: null }

/** Batches that are shown, the newest first. */
const batchesShown = 24

const numberForm = /^PB-\d{1,18}$/i

/** A line that an operator types: one, and not long. */
const reasonIn = (fields: FormFields, name = "reason"): string =>
  oneLine(fields.text(name).toWellFormed().replaceAll("\0", " ")).slice(0, 140)

interface PayoutsFacts extends OpenPayouts {
  readonly batches: ReadonlyArray<PayoutBatch>
  readonly today: string
}

type OpenTotal = OpenPayouts["totals"][number]

const payoutsPage = (
  view: ConsoleView,
  { batches, payouts, today, totals }: PayoutsFacts,
  fault?: string,
): ConsoleContent => {
  const { language } = view
  const words = payoutsWords[language]
  const waiting = batches.find(({ state }) => state === "drawn")
  return {
    title: words.title,
    headline:
      waiting === undefined
        ? totals.length === 0
          ? words.nothing
          : words.due(totals.map((total) => totalMoney(language, total)).join(", "))
        : words.waits(batchMoney(language, waiting)),
    ...(fault === undefined ? {} : { fault: "payout", faultText: fault }),
    body: html`${totals.map((total) => dueCard(total, payouts, today, view, words))}
      <section class="card flush">
        ${cardHead(words.batches)}
        ${
          batches.length === 0
            ? html`<p class="empty inset">${words.noBatches}</p>`
            : batchesTable(batches, view, words)
        }
      </section>`,
  }
}

const totalMoney = (language: ConsoleView["language"], total: OpenTotal): string =>
  formatMoney(language, { ...total, minor: total.amountMinor })

const batchMoney = (language: ConsoleView["language"], batch: PayoutBatch): string =>
  formatMoney(language, { ...batch, minor: batch.totalMinor })

const dueCard = (
  total: OpenTotal,
  payouts: ReadonlyArray<Payout>,
  today: string,
  view: ConsoleView,
  words: PayoutsWords,
): PageNode => {
  const { currency, dueOn, minorUnits } = total
  const shown = payouts.filter(
    (payout) => payout.currency === currency && payout.minorUnits === minorUnits,
  )
  const id = `on-${currency}-${minorUnits}`
  const sum = {
    count: formatCount(view.language, total.payouts),
    amount: totalMoney(view.language, total),
  }
  return html`<section class="card flush">
    ${cardHead(words.dueIn(currency))} ${payoutsTable(shown, sum, view, words)}
    ${
      shown.length === total.payouts
        ? null
        : html`<p class="help inset">${words.shown(formatCount(view.language, shown.length))}</p>`
    }
    <form method="post" action=${consoleAddress(view, `${payoutsPath}/draw`)} class="inset actions">
      ${csrfField(view)}<input type="hidden" name="currency" value=${currency} />
      ${dayField(id, words.payOn, dueOn > today ? dueOn : today)}
      ${submitButton({ label: words.draw })}
    </form>
    <p class="help inset">${words.drawWhy}</p>
  </section>` as PageNode
}

const dayField = (id: string, label: string, value: string): PageNode =>
  inputField({
    id,
    label,
    input: { name: "on", type: "date", required: true, value },
  })

const textField = (id: string, name: string, label: string, isRequired = true): PageNode =>
  inputField({
    id,
    label,
    input: { name, type: "text", autocomplete: "off", maxlength: 140, required: isRequired },
  })

const payoutBadges: Readonly<Record<PayoutState, BadgeState>> = {
  due: "info",
  sent: "held",
  returned: "warning",
  withdrawn: "ended",
}

const payoutsTable = (
  payouts: ReadonlyArray<Payout>,
  sum: { readonly count: string; readonly amount: string },
  view: ConsoleView,
  words: PayoutsWords,
): PageNode => {
  const { language } = view
  return foldTable({
    caption: words.payouts(sum.count),
    columns: [words.partner, { number: words.amount }, words.account, words.state],
    rows: payouts.map(
      (payout) =>
        html`<tr role="row">
          <th role="rowheader" scope="row">
            <a href=${partnerAddress(view, payout.partnerCode)}>${payout.partnerCode}</a>
            <span class="help block"><code>${payout.number}</code> ${payout.statement}</span>
          </th>
          ${foldCell(words.amount, formatMoney(language, { ...payout, minor: payout.amountMinor }))}
          <td role="cell" data-label=${words.account}>${payout.account ?? words.notYet}</td>
          <td role="cell" data-label=${words.state}>
            ${stateBadge(payoutBadges[payout.state], words.states[payout.state])}
            <span class="help block">${standsSince(payout, language, words)}</span>
          </td>
        </tr>`,
    ),
    foot: html`<tr role="row">
      <th role="rowheader" scope="row">${words.payouts(sum.count)}</th>
      ${foldCell(words.amount, html`<b>${sum.amount}</b>`)}
      <td role="cell"></td>
      <td role="cell"></td>
    </tr>`,
  })
}

const standsSince = (
  { dueOn, endedOn, reason, sentOn, state }: Payout,
  language: ConsoleView["language"],
  words: PayoutsWords,
): string => {
  if (state === "due") return words.dueOn(formatDay(language, dueOn))
  const day = formatDay(language, (state === "sent" ? sentOn : endedOn) ?? dueOn)
  return reason === null ? day : `${day}: ${reason}`
}

const batchBadges: Readonly<Record<BatchState, BadgeState>> = {
  drawn: "conditional",
  approved: "info",
  exported: "info",
  sent: "held",
  dissolved: "ended",
}

const batchesTable = (
  batches: ReadonlyArray<PayoutBatch>,
  view: ConsoleView,
  words: PayoutsWords,
): PageNode => {
  const { language } = view
  return foldTable({
    caption: words.batches,
    columns: [words.batch, { number: words.amount }, words.by, words.state],
    rows: batches.map(
      (batch) =>
        html`<tr role="row">
          <th role="rowheader" scope="row">
            <a href=${consoleAddress(view, `${payoutsPath}/${batch.number}`)}>${batch.number}</a>
            <span class="help block">
              ${[
                words.payouts(formatCount(language, batch.payouts)),
                formatDay(language, batch.payOn),
              ].join(", ")}
            </span>
          </th>
          ${foldCell(words.amount, batchMoney(language, batch))}
          <td role="cell" data-label=${words.by}>
            ${[batch.drawnBy, batch.approvedBy].filter((name) => name !== null).join(", ")}
          </td>
          <td role="cell" data-label=${words.state}>
            ${stateBadge(batchBadges[batch.state], words.batchStates[batch.state])}
          </td>
        </tr>`,
    ),
  })
}

interface BatchFacts {
  readonly batch: PayoutBatch
  readonly payouts: ReadonlyArray<Payout>
  readonly isLater: boolean
  readonly isMore: boolean
  readonly today: string
}

const batchPage = (view: ConsoleView, facts: BatchFacts, fault?: string): ConsoleContent => {
  const { language } = view
  const words = payoutsWords[language]
  const { batch, payouts } = facts
  const money = batchMoney(language, batch)
  return {
    title: `${words.batch} ${batch.number}`,
    headline: words.headlines[batch.state](money, formatCount(language, batch.payouts)),
    ...(fault === undefined ? {} : { fault: "payout", faultText: fault }),
    body: html`<div class="actions">
        ${linkButton({ href: consoleAddress(view, payoutsPath), label: words.all, isSmall: true })}
      </div>
      <div class="columns wide-first">
        <section class="card flush">
          ${cardHead(words.payOnDay(formatDay(language, batch.payOn)))}
          ${
            payouts.length === 0
              ? html`<p class="empty inset">${words.noPayouts}</p>`
              : payoutsTable(
                  payouts,
                  { count: formatCount(language, batch.payouts), amount: money },
                  view,
                  words,
                )
          }
          <div class="inset actions">
            ${pageSteps(view, {
              kept: {},
              isLater: facts.isLater,
              next: facts.isMore ? { after: payouts.at(-1)?.number ?? "" } : null,
              words: words.steps,
            })}
          </div>
        </section>
        <div class="stack">${batchCard(facts, view, words)} ${acts(facts, view, words)}</div>
      </div>`,
  }
}

const batchCard = (
  { batch }: BatchFacts,
  { language }: ConsoleView,
  words: PayoutsWords,
): PageNode =>
  html`<section class="card stack">
    <h2>${batch.number}</h2>
    <dl class="facts">
      <dt>${words.total}</dt>
      <dd class="number">${batchMoney(language, batch)}</dd>
      <dt>${words.drawnBy}</dt>
      <dd>${batch.drawnBy}, ${formatMinute(language, batch.drawnAt)}</dd>
      ${
        batch.approvedBy === null || batch.approvedAt === null
          ? null
          : html`<dt>${words.approvedBy}</dt>
              <dd>${batch.approvedBy}, ${formatMinute(language, batch.approvedAt)}</dd>`
      }
      ${
        batch.fileDigest === null
          ? null
          : html`<dt>SHA-256</dt>
              <dd><code class="hash">${batch.fileDigest}</code></dd>`
      }
      ${
        batch.reason === null
          ? null
          : html`<dt>${words.reason}</dt>
              <dd>${batch.reason}</dd>`
      }
    </dl>
  </section>` as PageNode

/** What may be done with a batch as it stands. */
const acts = (facts: BatchFacts, view: ConsoleView, words: PayoutsWords): PageContent => {
  const { batch, payouts, today } = facts
  const form = (act: string, content: PageContent): PageNode =>
    html`<form
      method="post"
      action=${consoleAddress(view, `${payoutsPath}/${act}`)}
      class="card stack"
    >
      ${csrfField(view)}<input type="hidden" name="batch" value=${batch.number} />${content}
    </form>` as PageNode
  const approve = (): PageContent =>
    batch.drawnBy === view.email
      ? html`<section class="card stack"><p>${words.secondOnly}</p></section>`
      : form("approve", [
          html`<p>${words.approveWhy}</p>`,
          submitButton({ label: words.approve(batchMoney(view.language, batch)) }),
        ])
  const dissolve = (): PageNode =>
    form("dissolve", [
      textField("dissolve-reason", "reason", words.why),
      submitButton({ label: words.dissolve, look: "danger" }),
    ])
  const file = (): PageContent =>
    batch.currency === "EUR"
      ? form("export", [
          html`<p>${words.exportWhy}</p>`,
          ...(batch.state === "exported"
            ? [html`<input type="hidden" name="again" value="1" />`]
            : [
                textField("holder", "holder", words.holder),
                textField("iban", "iban", words.iban),
                textField("bic", "bic", words.bic, false),
              ]),
          submitButton({ label: words.export, look: "plain" }),
        ])
      : null
  const sent = (): PageNode =>
    form("sent", [
      dayField("sent-on", words.sentOn, today),
      textField("reference", "reference", words.reference, false),
      submitButton({ label: words.markSent }),
    ])
  const returned = (): PageContent => {
    const open = payouts.filter(({ state }) => state === "sent")
    if (open.length === 0) return null
    return form("returned", [
      field({
        id: "payout",
        label: words.payout,
        control: html`<select id="payout" name="payout" required>
          ${open.map(
            ({ number, partnerCode }) =>
              html`<option value=${number}>${number} ${partnerCode}</option>`,
          )}
        </select>`,
      }),
      dayField("returned-on", words.returnedOn, today),
      textField("returned-reason", "reason", words.why),
      submitButton({ label: words.markReturned, look: "danger" }),
    ])
  }
  switch (batch.state) {
    case "drawn":
      return [approve(), dissolve()]
    case "approved":
      return [file(), sent(), dissolve()]
    case "exported":
      return [file(), sent()]
    case "sent":
      return returned()
    case "dissolved":
      return null
  }
}
