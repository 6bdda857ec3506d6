import * as Predicate from "effect/Predicate"

type Node = Readonly<Record<string, unknown>>

const tag = {
  description: "The tag of this content: sent back as `If-None-Match`, it spares sending it again.",
  schema: { type: "string" },
}

const kept = {
  name: "If-None-Match",
  in: "header",
  required: false,
  schema: { type: "string", description: "The `ETag` of what you hold." },
}

/** An operation of the API document whose answer comes under a tag, and not at all to who holds it. */
export const tellsTag = (operation: Node): Node => {
  const { parameters, responses } = operation
  if (!Predicate.isObject(responses)) return operation
  const answers = responses as Readonly<Record<string, Node>>
  const headers = { ETag: tag }
  return {
    ...operation,
    parameters: [...(Array.isArray(parameters) ? parameters : []), kept],
    responses: {
      ...answers,
      "200": { ...answers["200"], headers },
      "304": { description: "What you hold is what is served.", headers },
    },
  }
}
