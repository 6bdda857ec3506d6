import { minorToNumber } from "../../../core/money/minor.ts"
import type { SignedSale } from "../../../rules/sales/read-report.ts"
import { reportSale } from "../../../rules/sales/report-sale.ts"
import { earnedMinor, type FrozenRates, type Sale } from "../../../rules/sales/sale-record.ts"
import type { Finding } from "./finding.ts"
import {
  type AskedFor,
  groupedBy,
  isAcknowledged,
  isUnknown,
  type ReportIntent,
  type ReportTold,
  told,
} from "./record.ts"
import type { StoredSale } from "./stored.ts"

type AskedReport = AskedFor<ReportIntent>

/** The rates of a new account without an uplift: the standard handling fee and the base rate. */
export const usualRates: FrozenRates = { feeBps: 1_000, baseRateBps: 1_000, upliftBps: 0 }

/** Sales here are in euros. */
const minorUnits = 2

/** How a sale stands and what is booked for it, as far as its reports are done. */
interface Standing {
  readonly sale: Sale | undefined
  readonly booked: ReadonlyArray<string>
}

const unknownSale: Standing = { sale: undefined, booked: [] }

/**
 * Reports of an order are signed one after the other, each again for every sending: they go by the
 * order in which they were sent, as if all were signed in one second.
 */
const reportOf = ({ amountMinor, status }: ReportIntent): SignedSale => ({
  amountMinor,
  status,
  commissionMinor: null,
  uplift: { _tag: "Unknown" },
  signedAtSeconds: 0,
})

/** What a report makes of a standing when it is done once, however often it was sent. */
const after = ({ booked, sale }: Standing, { intent }: AskedReport) => {
  const done = reportSale(sale, reportOf(intent), usualRates)
  const lines = done.movements.map((moved) =>
    [moved.kind, moved.from, moved.to, moved.amountMinor].join(" "),
  )
  return {
    standing: { sale: done.sale, booked: [...booked, ...lines] } satisfies Standing,
    isCreated: done.created,
    isUpdated: done.updated,
  }
}

const saleText = (sale: Sale | undefined): string =>
  sale === undefined
    ? "none"
    : `${sale.status} of ${sale.amountMinor} earning ${sale.commissionMinor}`

/** What the acknowledgements of one report contradict: all show how it stands, one says what it did. */
const judgeAnswers = (
  name: string,
  report: AskedReport,
  expected: ReturnType<typeof after>,
): ReadonlyArray<Finding> => {
  const answers = told<ReportTold>(report)
  const { sale } = expected.standing
  const wrong = answers.filter(
    ({ amount, commission, status }) =>
      status !== sale?.status ||
      amount !== minorToNumber(sale.amountMinor, minorUnits) ||
      commission !== minorToNumber(earnedMinor(sale), minorUnits),
  )
  const mayMiss = report.sent.some(isUnknown)
  const count = (told: "created" | "updated", isDue: boolean): ReadonlyArray<Finding> => {
    const times = answers.filter((answer) => answer[told]).length
    if (times > (isDue ? 1 : 0)) {
      return [{ as: "doubled", what: `${name}: ${times} answers of ${told}` }]
    }
    return isDue && times === 0 && !mayMiss
      ? [{ as: "lost", what: `${name}: no answer of ${told}` }]
      : []
  }
  return [
    ...wrong.map(({ amount, commission, status }): Finding => ({
      as: "wrong",
      what: `${name}: told ${status} of ${amount} earning ${commission}, not ${saleText(sale)}`,
    })),
    ...count("created", expected.isCreated),
    ...count("updated", expected.isUpdated),
  ]
}

const isAs = (row: StoredSale, { booked, sale }: Standing): boolean =>
  sale !== undefined &&
  row.status === sale.status &&
  row.amountMinor === sale.amountMinor &&
  row.commissionMinor === sale.commissionMinor &&
  row.booked.join() === booked.join()

const standingText = ({ booked, sale }: Standing): string =>
  `${saleText(sale)} (${booked.join(", ")})`

const judgeOrder = (
  name: string,
  reports: ReadonlyArray<AskedReport>,
  rows: ReadonlyArray<StoredSale>,
): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  let possible: ReadonlyArray<Standing> = [unknownSale]
  for (const [index, report] of reports.entries()) {
    const [held = unknownSale] = possible
    const expected = after(held, report)
    findings.push(...judgeAnswers(`${name}, report ${index + 1}`, report, expected))
    const isSettled = report.sent.some(isAcknowledged)
    // A client that gets no answer to the last report leaves it open whether it was done.
    possible = isSettled ? [expected.standing] : [held, expected.standing]
  }
  const [row] = rows
  if (rows.length > 1) findings.push({ as: "doubled", what: `${name} has ${rows.length} rows` })
  if (row === undefined) {
    if (possible.every(({ sale }) => sale !== undefined)) {
      findings.push({ as: "lost", what: `${name} is not stored` })
    }
  } else if (!possible.some((standing) => isAs(row, standing))) {
    const stored = standingText({ sale: row as unknown as Sale, booked: row.booked })
    const due = possible.map(standingText).join(" or ")
    const isMore = possible.every(({ booked }) => row.booked.length > booked.length)
    findings.push({
      as: isMore ? "doubled" : "lost",
      what: `${name} is stored as ${stored}, not ${due}`,
    })
  }
  return findings
}

/**
 * Holds the reports of clients against the database: each order that was acknowledged is there once,
 * stands where its last acknowledgement says, and was booked once for each thing that happened.
 */
export const judgeReports = (
  reports: ReadonlyArray<AskedReport>,
  sales: ReadonlyArray<StoredSale>,
): ReadonlyArray<Finding> => {
  const asked = groupedBy(reports, (it) => `${it.partnerCode}/${it.intent.externalOrderId}`)
  const rows = groupedBy(sales, (it) => `${it.partnerCode}/${it.externalOrderId}`)
  return [
    ...[...asked].flatMap(([name, group]) =>
      judgeOrder(`order ${name}`, group, rows.get(name) ?? []),
    ),
    ...[...rows.keys()]
      .filter((name) => !asked.has(name))
      .map((name): Finding => ({ as: "doubled", what: `order ${name} was never reported` })),
  ]
}
