import type { OpenAPISpecOperation } from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"
import { type RefusalName, refusals } from "../../../api/api-refusal.ts"
import type { DocsContext } from "../docs-context.ts"
import { operationEndpoint } from "../docs-menu.ts"
import type { OperationName } from "../docs-words.ts"
import { type FieldLine, makeFieldLines } from "./json-fields.ts"

/** The type of all bodies. */
export const jsonType = "application/json"

/** What the API document says of an operation. */
export const documentedOperation = (
  { document }: Pick<DocsContext, "document">,
  name: OperationName,
): OpenAPISpecOperation | undefined => {
  const { method, path } = operationEndpoint(name)
  return document.paths[path]?.[method === "POST" ? "post" : "get"]
}

/** The fields of a schema of the document. */
export const linesOf = ({ document }: DocsContext, schema: unknown): ReadonlyArray<FieldLine> => {
  const schemas: Readonly<Record<string, unknown>> = document.components.schemas
  return makeFieldLines((reference) => schemas[reference.slice(reference.lastIndexOf("/") + 1)])(
    schema,
  )
}

/** Whether a status is that of a refusal. */
export const isRefusal = (status: string): boolean => Number(status) >= 400

const codesOf = (schema: unknown): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap(codesOf)
  if (!Predicate.isObject(schema)) return []
  return Object.entries(schema).flatMap(([name, value]) =>
    name === "enum" && Array.isArray(value) ? value.map(String) : codesOf(value),
  )
}

/** The refusals of an operation, by what the API document lists under each status. */
export const refusalsOf = (operation: OpenAPISpecOperation): ReadonlyArray<RefusalName> =>
  Object.entries(operation.responses)
    .filter(([status]) => isRefusal(status))
    .flatMap(([status, { content }]) => {
      const schema = content?.[jsonType]?.schema
      const { error } = (schema as { readonly properties?: { readonly error?: unknown } })
        ?.properties ?? { error: undefined }
      const codes = codesOf(error)
      return (Object.keys(refusals) as ReadonlyArray<RefusalName>).filter(
        (name) => String(refusals[name].status) === status && codes.includes(refusals[name].code),
      )
    })
