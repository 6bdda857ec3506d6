import {
  type BodyProblems,
  answerProblems,
  anyAnswerProblems,
  errorBodyProblems,
  signedBodyProblems,
} from "../../support/answer-problems.ts"
import { type Answer, errorCode, outcomeOf } from "../../support/http-call.ts"
import type { InputCase } from "./case.ts"
import type { Brought } from "./connection.ts"
import type { RawTrick } from "./raw-tricks.ts"

type Problems = ReadonlyArray<string>

/** Failures that a caller may bring about: those of the sandbox's magic destinations. */
const magicCodes = ["PRICING_UNAVAILABLE", "QUOTE_CREATE_FAILED", "QUOTE_CREATE_UNAVAILABLE"]

/** Whether a body may name a magic destination; the sandbox answers those with a failure. */
const namesMagic = (body: Buffer | undefined): boolean =>
  /BV|HM|\\u/i.test(body?.toString("latin1") ?? "")

const isLive = ({ key }: Pick<InputCase, "key">): boolean =>
  key?.keyId.startsWith("ak_live_") ?? false

/** Whether an answer is a failure that its caller asked for. */
export const isAskedFailure = (asked: Pick<InputCase, "body" | "key">, answer: Answer): boolean => {
  const code = errorCode(answer) ?? ""
  if (![502, 504].includes(answer.status) || !magicCodes.includes(code)) return false
  return !isLive(asked) && namesMagic(asked.body)
}

/** How many bodies are remembered as judged. */
const rememberedMax = 20_000

/** How long the bodies are at most that are remembered. */
const rememberedLengthMax = 1_000

/** Judges bodies that are equal only once: refusals are many, and few of them differ. */
export const makeBodyMemory = (): BodyProblems => {
  const judged = new Map<string, Problems>()
  return (path, answer) => {
    if (answer.text.length > rememberedLengthMax) return signedBodyProblems(path, answer)
    const name = `${answer.status} ${path} ${answer.text}`
    const known = judged.get(name)
    if (known !== undefined) return known
    const problems = signedBodyProblems(path, answer)
    if (judged.size >= rememberedMax) judged.clear()
    judged.set(name, problems)
    return problems
  }
}

/** What is wrong with the answer to a case. */
export const caseProblems = (
  asked: InputCase,
  answer: Answer | undefined,
  ofBody: BodyProblems = signedBodyProblems,
): Problems => {
  if (answer === undefined) return ["no answer"]
  const failure =
    answer.status >= 500 && !isAskedFailure(asked, answer) ? [`a failure: ${answer.text}`] : []
  return [...failure, ...answerProblems(asked.method, asked.target, answer, ofBody)]
}

/** What is wrong with what a raw trick brought. */
export const trickProblems = (
  { expected }: RawTrick,
  { answers, end, fault }: Brought,
): Problems => {
  const outcomes = answers.map(outcomeOf).join(", ")
  return [
    ...(fault === undefined ? [] : [fault]),
    ...(expected.includes(outcomes)
      ? []
      : [`${outcomes || "nothing"}, not ${expected.join(" or ")}`]),
    ...(end === "closed" ? [] : ["the connection was left open"]),
    ...answers.flatMap((answer) => [
      ...anyAnswerProblems(answer),
      ...(answer.status >= 400 ? errorBodyProblems(answer) : []),
    ]),
  ]
}
