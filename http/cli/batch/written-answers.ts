import type { Answers } from "../request-reader.ts"
import type { WriteJson } from "./text-bytes.ts"

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
