import { parseSessionToken } from "../../../rules/session/token.ts"
import {
  type AskedFor,
  groupedBy,
  isAcknowledged,
  isUnknown,
  type MintIntent,
  type MintTold,
  told,
} from "./record.ts"
import type { Finding } from "./finding.ts"
import type { Stored, StoredSession } from "./stored.ts"

type AskedMint = AskedFor<MintIntent>

const nonceOf = ({ intent }: AskedMint): string =>
  parseSessionToken(intent.sessionId)?.nonce ?? intent.sessionId

const isSettled = ({ sent }: AskedMint): boolean => sent.some(isAcknowledged)

const statuses = ({ sent }: AskedMint): ReadonlyArray<number> =>
  sent.filter(isAcknowledged).map(({ status }) => status)

/** How often something may be told: once; or not at all where a lost answer may have told it. */
const isToldOnce = ({ sent }: AskedMint, times: number): boolean =>
  times === 1 || (times === 0 && sent.some(isUnknown))

/** What the answers of a session contradict: it has one subscription, made once, changed once a trip. */
const judgeAnswers = (name: string, mints: ReadonlyArray<AskedMint>): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  const ids = new Set(mints.flatMap((mint) => told<MintTold>(mint)).map((it) => it.subscriptionId))
  if (ids.size > 1) {
    findings.push({ as: "doubled", what: `${name} was told of subscriptions ${[...ids].join()}` })
  }
  for (const [index, mint] of mints.entries()) {
    if (!isSettled(mint)) continue
    const made = statuses(mint).filter((status) => status === 201).length
    const changed = told<MintTold>(mint).filter(({ updated }) => updated).length
    const { version } = mint.intent
    const isNewTrip = index > 0 && mints[index - 1]?.intent.version !== version
    if (index === 0 ? !isToldOnce(mint, made) : made > 0) {
      const what = `${name}, call ${index + 1}: ${made} answers of 201`
      findings.push({ as: made > 0 ? "doubled" : "lost", what })
    }
    if (isNewTrip ? !isToldOnce(mint, changed) : changed > 0) {
      const what = `${name}, call ${index + 1}: ${changed} answers of a changed trip`
      findings.push({ as: changed > 0 ? "doubled" : "lost", what })
    }
  }
  return findings
}

/** The trips that a session's subscription may hold: the last acknowledged, or one left open after it. */
const tripsPossible = (mints: ReadonlyArray<AskedMint>): ReadonlyArray<number> => {
  const last = mints.findLastIndex(isSettled)
  return mints.slice(Math.max(0, last)).map(({ intent }) => intent.version)
}

const judgeSession = (
  name: string,
  mints: ReadonlyArray<AskedMint>,
  rows: ReadonlyArray<StoredSession>,
  agesOf: ReadonlyMap<string, number | null>,
): ReadonlyArray<Finding> => {
  const findings = [...judgeAnswers(name, mints)]
  const [row] = rows
  if (rows.length > 1) findings.push({ as: "doubled", what: `${name} has ${rows.length} rows` })
  if (row === undefined) {
    if (mints.some(isSettled)) findings.push({ as: "lost", what: `${name} is not stored` })
    return findings
  }
  const ids = mints.flatMap((mint) => told<MintTold>(mint)).map((it) => it.subscriptionId)
  const age = agesOf.get(row.subscriptionId)
  if (ids.some((id) => id !== row.subscriptionId)) {
    const what = `${name} follows ${row.subscriptionId}, and was told of ${ids.join()}`
    findings.push({ as: "lost", what })
  }
  if (age === undefined) {
    findings.push({ as: "lost", what: `${name}: its subscription is not stored` })
  } else if (age === null || !tripsPossible(mints).includes(age)) {
    const what = `${name} holds trip ${age}, not ${tripsPossible(mints).join(" or ")}`
    findings.push({ as: "lost", what })
  }
  return findings
}

/**
 * Holds the mints of clients against the database: each session that was acknowledged has the one
 * subscription that it was told of, in quoting, with the last trip; no subscription is there beside.
 */
export const judgeMints = (
  mints: ReadonlyArray<AskedMint>,
  { sessions, subscriptions }: Pick<Stored, "sessions" | "subscriptions">,
): ReadonlyArray<Finding> => {
  const asked = groupedBy(mints, (mint) => `${mint.partnerCode}/${nonceOf(mint)}`)
  const rows = groupedBy(sessions, ({ nonce, partnerCode }) => `${partnerCode}/${nonce}`)
  const agesOf = new Map(subscriptions.map(({ age, subscriptionId }) => [subscriptionId, age]))
  const followed = new Set(sessions.map(({ subscriptionId }) => subscriptionId))
  return [
    ...[...asked].flatMap(([name, group]) =>
      judgeSession(`session ${name}`, group, rows.get(name) ?? [], agesOf),
    ),
    ...[...rows.keys()]
      .filter((name) => !asked.has(name))
      .map((name): Finding => ({ as: "doubled", what: `session ${name} was never asked for` })),
    ...subscriptions.flatMap(({ stage, subscriptionId: id }): ReadonlyArray<Finding> => [
      ...(followed.has(id)
        ? []
        : [{ as: "doubled" as const, what: `subscription ${id} belongs to no session` }]),
      ...(stage === "quoting" ? [] : [{ as: "wrong" as const, what: `${id} is ${stage}` }]),
    ]),
  ]
}
