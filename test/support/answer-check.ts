import { assert } from "@effect/vitest"
import { anyAnswerProblems, answerProblems } from "./answer-problems.ts"
import type { Answer } from "./http-call.ts"

/** Asserts what holds of every answer, whatever it answers. */
export const checkAnyAnswer = (answer: Answer, what: string): void =>
  assert.deepStrictEqual(anyAnswerProblems(answer), [], what)

/** Asserts that nothing is wrong with an answer; see {@link answerProblems}. */
export const checkAnswer = (method: string, target: string, answer: Answer): void =>
  assert.deepStrictEqual(
    answerProblems(method, target, answer),
    [],
    `${method} ${target} answered ${answer.status}`,
  )
