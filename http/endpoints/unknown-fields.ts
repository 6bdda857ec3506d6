import * as Result from "effect/Result"
import * as AST from "effect/SchemaAST"
import { findUnread, unreadHeader } from "../../core/fields/unread.ts"
import type { Refusal } from "../api/api-refusal.ts"
import { servedEndpoints, type ServedName } from "../api/api.ts"
import type { Operation, Operations, SignedCall, Work } from "../api/operation.ts"
import { unknownFieldsHeader } from "../api/unknown-fields.ts"
import type { FieldShape } from "../../core/fields/shape.ts"

const headerName = unknownFieldsHeader.toLowerCase()

/** Looked for at most: bodies are bounded, and headers tell how many they leave out. */
const foundMax = 1_000

/** Names what is not read in a header, before what that says already. */
const telling = <Success>(
  admitted: Result.Result<Work<Success>, Refusal>,
  unread: ReadonlyArray<{ readonly path: string }>,
): Result.Result<Work<Success>, Refusal> => {
  if (unread.length === 0) return admitted
  const told = unreadHeader(unread)
  const withTold = (headers: Readonly<Record<string, string>> = {}) => {
    const before = headers[headerName]
    return { ...headers, [headerName]: before === undefined ? told : `${told},${before}` }
  }
  return Result.mapBoth(admitted, {
    onSuccess: (work) => ({ ...work, headers: withTold(work.headers) }),
    onFailure: (refused) => ({ ...refused, headers: withTold(refused.headers) }),
  })
}

/**
 * Prepares to tell which fields of a body are not known, in a header of whatever comes of the call.
 * The API reads on as if they were not there; who integrates looks at the sandbox, so that live calls
 * are not looked at.
 */
export const prepareTellUnknown =
  (shape: FieldShape) =>
  <Success>(
    { key }: SignedCall,
    body: unknown,
    admitted: Result.Result<Work<Success>, Refusal>,
  ): Result.Result<Work<Success>, Refusal> => {
    if (key.mode !== "sandbox") return admitted
    return telling(admitted, findUnread(shape, body, { foundMax }))
  }

/** The names of the query that an endpoint documents. */
const parametersOf = (name: ServedName): ReadonlySet<string> => {
  const ast = servedEndpoints[name].query?.ast
  const fields = ast !== undefined && AST.isObjects(ast) ? ast.propertySignatures : []
  return new Set(fields.map((field) => String(field.name)))
}

/** The names of a query that are not among those known, each once. */
const unknownParameters = (query: string, known: ReadonlySet<string>) =>
  [...new Set(new URLSearchParams(query).keys())]
    .filter((name) => !known.has(name))
    .map((name) => ({ path: name === "" ? "_" : name }))

const tellingParameters = <Success>(
  known: ReadonlySet<string>,
  operation: Operation<Success>,
): Operation<Success> => ({
  admit: (call) => {
    const admitted = operation.admit(call)
    return call.query === "" || call.key.mode !== "sandbox"
      ? admitted
      : telling(admitted, unknownParameters(call.query, known))
  },
})

/**
 * The programs of all endpoints, which tell sandbox keys of parameters in the query that nobody reads:
 * before the fields of the body, at most as many of each.
 */
export const tellUnknownParameters = (operations: Operations): Operations =>
  Object.fromEntries(
    (Object.keys(servedEndpoints) as ReadonlyArray<ServedName>).map((name) => [
      name,
      tellingParameters<unknown>(parametersOf(name), operations[name]),
    ]),
  ) as unknown as Operations
