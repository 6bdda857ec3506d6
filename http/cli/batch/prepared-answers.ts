import * as Result from "effect/Result"
import type { ByteText } from "../../../core/json/byte-text.ts"
import { type Answers, objectAnswers, type WarningsOf } from "../request-reader.ts"
import type { WriteJson } from "./text-bytes.ts"
import { writtenAnswers } from "./written-answers.ts"

/** Answers as objects, and as what writes their JSON. */
export interface PreparedAnswers {
  readonly objects: Answers<object>
  readonly written: Answers<WriteJson>
  readonly warningsOf: WarningsOf
}

/** Answers whose JSON is made of the object. */
export const stringified = (
  answer: Answers<object>["answer"],
  warningsOf: WarningsOf,
): PreparedAnswers => ({
  warningsOf,
  objects: objectAnswers(answer),
  written: writtenAnswers((request) =>
    Result.map(answer(request), (found) => (bytes) => bytes.write(JSON.stringify(found))),
  ),
})

/** Answers whose JSON is put together from parts that are written once. */
export const putTogether = (
  answer: Answers<object>["answer"],
  json: Answers<ByteText>["answer"],
  warningsOf: WarningsOf,
): PreparedAnswers => ({
  warningsOf,
  objects: objectAnswers(answer),
  written: writtenAnswers((request) =>
    Result.map(json(request), (found) => (bytes) => bytes.copy(found)),
  ),
})
