import { outOfTime } from "../../http/store/quota/real-time.ts"
import type { SentCall, Trial } from "./record.ts"

const tagged = <Tag extends SentCall["came"]["_tag"]>(
  calls: ReadonlyArray<SentCall>,
  tag: Tag,
): ReadonlyArray<SentCall & { readonly came: { readonly _tag: Tag } }> =>
  calls.filter((call): call is SentCall & { readonly came: { readonly _tag: Tag } } => {
    return call.came._tag === tag
  })

/** How the calls of a trial came out. */
export const countsOf = ({ calls }: Trial) => ({
  accepted: tagged(calls, "Accepted").length,
  refused: tagged(calls, "Refused").length,
  unanswered: tagged(calls, "Unanswered").length,
})

const duplicates = (values: ReadonlyArray<number>): ReadonlyArray<number> => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
]

/** What was accepted, unanswered and counted does not fit together. */
const judgeCounts = (trial: Trial): ReadonlyArray<string> => {
  const { accepted, refused, unanswered } = countsOf(trial)
  const { limit, ports, used } = trial
  const silent = ports.filter(
    (port) => !tagged(trial.calls, "Refused").some((call) => call.port === port),
  )
  return [
    ...(accepted > limit ? [`${accepted} calls were accepted`] : []),
    ...(used === limit ? [] : [`${used} are counted, though ${refused} calls were refused`]),
    ...(used < accepted ? [`${accepted} calls were accepted, and ${used} counted`] : []),
    ...(used > accepted + unanswered
      ? [`${used} are counted of ${accepted} accepted and ${unanswered} unanswered`]
      : []),
    ...silent.map((port) => `the server on port ${port} refused nothing at the end`),
  ]
}

/** Calls were told of remainders that no single counter gives in the order of real time. */
const judgeRemainders = ({ calls, limit }: Trial): ReadonlyArray<string> => {
  const accepted = tagged(calls, "Accepted").map((call) => ({
    ...call,
    remaining: call.came.remaining,
  }))
  const remainders = accepted.map(({ remaining }) => remaining)
  const late = outOfTime(accepted)
  const outside = remainders.filter((one) => !(Number.isInteger(one) && one >= 0 && one < limit))
  return [
    ...duplicates(remainders).map((one) => `two calls were told that ${one} remain`),
    ...outside.map((one) => `a call was told that ${one} remain`),
    ...(late === undefined
      ? []
      : [`a call was told that ${late.remaining} remain after another had been told of less`]),
  ]
}

/** Nothing is accepted once a refusal was answered: what is used never becomes less here. */
const judgeRefusals = ({ calls }: Trial): ReadonlyArray<string> => {
  const refused = tagged(calls, "Refused").map(({ answeredAtMs }) => answeredAtMs)
  const firstAtMs = Math.min(...refused, Infinity)
  return tagged(calls, "Accepted")
    .filter(({ sentAtMs }) => sentAtMs > firstAtMs)
    .map(
      ({ came }) => `a call was accepted after a refusal, and told that ${came.remaining} remain`,
    )
}

/** How a trial of a key departs from a limit that holds exactly. */
export const judgeTrial = (trial: Trial): ReadonlyArray<string> =>
  [
    ...judgeCounts(trial),
    ...judgeRemainders(trial),
    ...judgeRefusals(trial),
    ...tagged(trial.calls, "Other").map(({ came }) => `a call was answered ${came.outcome}`),
  ].map((violation) => `${trial.kind} of ${trial.limit}: ${violation}`)
