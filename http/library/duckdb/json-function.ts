import { VARCHAR } from "@duckdb/node-api"
import * as Result from "effect/Result"
import type { SqlFunction } from "./sql-function.ts"

const notJson = { error: "INVALID_JSON", detail: "not valid JSON" }

/** A function of SQL from the JSON of a request to the JSON of its answer or refusal; NULL of NULL. */
export const jsonFunction = <Request>(
  name: string,
  // What came as JSON may have any shape; what answers it refuses what it cannot take.
  answer: (request: Request) => object,
): SqlFunction => ({
  name,
  parameterTypes: [VARCHAR],
  returnType: VARCHAR,
  answer: ([text = null]) => {
    if (typeof text !== "string") return null
    const request = Result.try((): Request => JSON.parse(text))
    return JSON.stringify(Result.isSuccess(request) ? answer(request.success) : notJson)
  },
})
