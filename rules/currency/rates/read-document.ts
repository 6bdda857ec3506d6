import * as Result from "effect/Result"
import type { RatesDocument } from "./document.ts"
import { readJsonRates } from "./read-json.ts"
import { readXmlRates } from "./read-xml.ts"
import { malformed, type RatesRefusal } from "./rates-refusal.ts"

/** Reads a document of rates, in XML or in JSON: its first character tells, whatever a header said. */
export const readRatesDocument = (text: string): Result.Result<RatesDocument, RatesRefusal> => {
  // trim also takes a byte order mark off.
  const content = text.trim()
  switch (content[0]) {
    case "<":
      return readXmlRates(content)
    case "{":
      return readJsonRates(content)
    default:
      return Result.fail(malformed("it is neither XML nor JSON"))
  }
}
