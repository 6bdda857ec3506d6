import { type Finding } from "./finding.ts"
import { judgeMints } from "./judge-mints.ts"
import { judgeReports } from "./judge-reports.ts"
import {
  type Asked,
  type AskedFor,
  type Intent,
  isAcknowledged,
  isRefused,
  isUnknown,
  type MintIntent,
  type ReportIntent,
} from "./record.ts"
import type { Stored, StoredQuota } from "./stored.ts"

/** The sendings for some intents, counted. */
const sentOf = (asked: ReadonlyArray<Asked>, kinds: ReadonlyArray<Intent["kind"]>) => {
  const sent = asked.filter(({ intent }) => kinds.includes(intent.kind)).flatMap((it) => it.sent)
  return {
    acknowledged: sent.filter(isAcknowledged).length,
    unknown: sent.filter(isUnknown).length,
  }
}

/** A count is at least what was acknowledged, and at most that and what nobody knows of. */
const judgeCount = (
  name: string,
  counted: number,
  { acknowledged, unknown }: ReturnType<typeof sentOf>,
): ReadonlyArray<Finding> => {
  const due = `${acknowledged} acknowledged and ${unknown} unknown`
  if (counted < acknowledged) return [{ as: "lost", what: `${name}: ${counted} counted of ${due}` }]
  return counted > acknowledged + unknown
    ? [{ as: "doubled", what: `${name}: ${counted} counted of ${due}` }]
    : []
}

const judgeQuota = (
  quota: StoredQuota,
  asked: ReadonlyArray<Asked>,
  { subscriptions }: Stored,
  firstDay: number,
): ReadonlyArray<Finding> => {
  const { bilans, day, links, partnerCode, prices, readsUsed, writesUsed } = quota
  const own = asked.filter((it) => it.partnerCode === partnerCode)
  const minted = subscriptions.filter((it) => it.partnerCode === partnerCode).length
  const ofDay: ReadonlyArray<Finding> =
    day === firstDay
      ? [
          ...judgeCount(`${partnerCode}, reads`, readsUsed, sentOf(own, ["price", "bilan"])),
          ...judgeCount(`${partnerCode}, writes`, writesUsed, { acknowledged: minted, unknown: 0 }),
        ]
      : []
  return [
    // A day that began meanwhile has begun to count afresh; the key's life goes on.
    ...ofDay,
    ...judgeCount(`${partnerCode}, prices`, prices, sentOf(own, ["price"])),
    ...judgeCount(`${partnerCode}, bilans`, bilans, sentOf(own, ["bilan"])),
    ...judgeCount(`${partnerCode}, links`, links, { acknowledged: minted, unknown: 0 }),
  ]
}

const isFor =
  <Kind extends Intent>(kind: Kind["kind"]) =>
  (asked: Asked): asked is AskedFor<Kind> =>
    asked.intent.kind === kind

/** Answers that clients gave no reason for: a session or a key that is no longer known, say. */
const refusals = (asked: ReadonlyArray<Asked>): ReadonlyArray<Finding> =>
  asked.flatMap(({ intent, sent }) =>
    sent.filter(isRefused).map((answer): Finding => ({
      as: "wrong",
      what: `${intent.kind} was refused: ${JSON.stringify(answer)}`,
    })),
  )

/**
 * Holds the log of clients against what the database holds once all of it is over; `firstDay` is the
 * UTC day (days since 1970) on which the first call was sent.
 */
export const judge = (
  asked: ReadonlyArray<Asked>,
  stored: Stored,
  firstDay: number,
): ReadonlyArray<Finding> => [
  ...refusals(asked),
  ...judgeMints(asked.filter(isFor<MintIntent>("mint")), stored),
  ...judgeReports(asked.filter(isFor<ReportIntent>("report")), stored.sales),
  ...stored.quotas.flatMap((quota) => judgeQuota(quota, asked, stored, firstDay)),
  ...stored.ledger.unbalanced.map(({ journalId, totalMinor }): Finding => ({
    as: "wrong",
    what: `journal ${journalId} comes to ${totalMinor}`,
  })),
  ...stored.ledger.misbooked.map(({ externalOrderId, partnerCode }): Finding => ({
    as: "wrong",
    what: `order ${partnerCode}/${externalOrderId} disagrees with the ledger`,
  })),
  ...stored.ledger.broken.map(({ fault, number, partnerCode, strand }): Finding => ({
    as: fault === "altered" ? "wrong" : "lost",
    what: `record ${number} of ${partnerCode} in strand ${strand} is ${fault}`,
  })),
]
