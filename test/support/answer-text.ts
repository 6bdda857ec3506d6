import type { Answer } from "../../http/api/answer.ts"

/** The body of an answer as text. */
export const answerText = ({ body }: Pick<Answer, "body">): string =>
  typeof body === "string" ? body : new TextDecoder().decode(body)
