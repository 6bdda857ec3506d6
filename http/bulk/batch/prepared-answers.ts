import * as Result from "effect/Result"
import type { ByteText } from "../../../core/json/byte-text.ts"
import type { WriteJson } from "./text-bytes.ts"
import { type Answers, objectAnswers, type WarningsOf } from "../request-reader.ts"

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

const comma = 44

/** Answers that write the JSON of an object with some field. */
export const writtenAnswers = (answer: Answers<WriteJson>["answer"]): Answers<WriteJson> => ({
  answer,
  identified: (write, id) => (bytes) => {
    bytes.write(`{"id":${JSON.stringify(id)}`)
    const at = bytes.length()
    write(bytes)
    // The brace that the answer begins with.
    bytes.replace(at, comma)
  },
  warned: (write, warnings) => (bytes) => {
    write(bytes)
    // The brace that the answer ends with.
    bytes.replace(bytes.length() - 1, comma)
    bytes.write(`"warnings":${JSON.stringify(warnings)}}`)
  },
})
