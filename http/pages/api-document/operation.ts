import * as Predicate from "effect/Predicate"
import type { LimitOf } from "../../../rules/reference/limits.ts"
import { operationLinks } from "./operation-links.ts"
import { type RefusedOperation, refusalExample, refusalNamed } from "./refusal-examples.ts"

/** A call of an operation and what it is answered. */
export interface OperationShown {
  readonly request: { readonly target: string; readonly body?: unknown }
  readonly answer: unknown
}

/** The examples of operations, by the names of their endpoints. */
export type ShownOperations = Readonly<Record<string, OperationShown | undefined>>

/** What examples are made of. */
export interface ShownParts {
  readonly baseUrl: string
  readonly limitOf: LimitOf
  readonly shown: ShownOperations
}

type Node = Readonly<Record<string, unknown>>

/** The first member of long lists that examples show. */
const membersMax = 3

const nodeOf = (value: unknown): Node => (Predicate.isObject(value) ? (value as Node) : {})

const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, membersMax).map(shortened)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
}

const inJson = (content: unknown, change: (media: Node) => Node): Node => {
  const media = nodeOf(content)["application/json"]
  return { ...nodeOf(content), "application/json": change(nodeOf(media)) }
}

const codesOf = (media: Node): ReadonlyArray<string> => {
  const { error } = nodeOf(nodeOf(media["schema"])["properties"])
  const codes = nodeOf(error)["enum"]
  return Array.isArray(codes) ? codes.map(String) : []
}

const refusedMedia = (status: string, operation: RefusedOperation, limitOf: LimitOf) => {
  return (media: Node): Node => ({
    ...media,
    examples: Object.fromEntries(
      codesOf(media).flatMap((code) => {
        const name = refusalNamed(status, code)
        return name === undefined
          ? []
          : [[code, { value: refusalExample(name, operation, limitOf) }]]
      }),
    ),
  })
}

const answeredMedia = (example: OperationShown | undefined, address: string, status: string) => {
  const answer = example?.answer
  const summary = `Lists are cut after ${membersMax} entries.`
  // What the document says of a link that is there already, as the example is of one that is new.
  const value =
    status === "200" && "replayed" in nodeOf(answer)
      ? { ...nodeOf(answer), replayed: true }
      : answer
  return (media: Node): Node => ({
    ...media,
    examples: {
      answer:
        answer === undefined
          ? { summary: "The answer itself, which needs no signature.", externalValue: address }
          : { summary, value: shortened(value) },
    },
  })
}

const shownResponses = (operation: Node, called: RefusedOperation, parts: ShownParts): Node => {
  const links = operationLinks[String(operation["operationId"])] ?? {}
  const example = parts.shown[called.name]
  return Object.fromEntries(
    Object.entries(nodeOf(operation["responses"])).map(([status, response]) => {
      const change = status.startsWith("2")
        ? answeredMedia(example, `${parts.baseUrl}${called.path}`, status)
        : refusedMedia(status, called, parts.limitOf)
      const { content } = nodeOf(response)
      return [
        status,
        {
          ...nodeOf(response),
          ...(content === undefined ? {} : { content: inJson(content, change) }),
          ...(links[status] === undefined ? {} : { links: links[status] }),
        },
      ]
    }),
  )
}

/** Parameters described as tools look for it, beside their schema, with the example's values. */
const shownParameters = (parameters: unknown, target: string): ReadonlyArray<Node> => {
  const query = new URLSearchParams(target.split("?")[1] ?? "")
  return (Array.isArray(parameters) ? parameters : []).map((given: unknown) => {
    const parameter = nodeOf(given)
    const { description, ...schema } = nodeOf(parameter["schema"])
    const example = query.get(String(parameter["name"]))
    return { ...parameter, description, schema, ...(example === null ? {} : { example }) }
  })
}

/** An operation of the document with its examples and links; `called` says which it is. */
export const shownOperation = (
  operation: Node,
  called: RefusedOperation,
  parts: ShownParts,
): Node => {
  const { body, target } = parts.shown[called.name]?.request ?? { target: "", body: undefined }
  const { requestBody } = operation
  const sent = (media: Node): Node => ({ ...media, example: body })
  return {
    ...operation,
    parameters: shownParameters(operation["parameters"], target),
    ...(requestBody === undefined || body === undefined
      ? {}
      : {
          requestBody: {
            ...nodeOf(requestBody),
            content: inJson(nodeOf(requestBody)["content"], sent),
          },
        }),
    responses: shownResponses(operation, called, parts),
  }
}
