import * as Predicate from "effect/Predicate"

/**
 * A schema in its plainest form: it takes members that it does not name, as callers and service may
 * both be the newer one, and a choice of one is that one.
 *
 * ```ts
 * import { plainSchema } from "../http/pages/api-document/plain-schema.ts"
 *
 * plainSchema({ anyOf: [{ type: "string" }], description: "A text." }) // => { type: "string", description: "A text." }
 * ```
 */
export const plainSchema = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(plainSchema)
  if (!Predicate.isObject(node)) return node
  const plain = Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => !(name === "additionalProperties" && value === false))
      .map(([name, value]) => [name, plainSchema(value)]),
  )
  const { anyOf, ...rest } = plain
  const [only, ...others] = Array.isArray(anyOf) ? anyOf : []
  return Predicate.isObject(only) && others.length === 0 ? { ...only, ...rest } : plain
}
