import * as Schema from "effect/Schema"

/** A text of the query, which may be left out. */
export const textParameter = (description: string) =>
  Schema.optionalKey(Schema.String.annotate({ description }))

const digits = /^\d{1,9}$/

/** A whole number of the query, which may be left out; the document says that it is one. */
export const wholeParameter = (
  description: string,
  { maximum, minimum }: { readonly minimum: number; readonly maximum: number },
) => {
  const isWithin = (text: string): boolean =>
    digits.test(text) && Number(text) >= minimum && Number(text) <= maximum
  const toJsonSchema = () => ({ type: "integer", minimum, maximum }) as const
  return Schema.optionalKey(
    Schema.String.check(Schema.makeFilter(isWithin, { toJsonSchema })).annotate({ description }),
  )
}
