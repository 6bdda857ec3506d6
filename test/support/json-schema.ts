import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"

/** A JSON Schema, as the API document holds them. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Schemas = Readonly<Record<string, JsonSchema>>

// Strict, so that a keyword that nobody knows is an error and nothing passes unread.
const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false })
ajv.addVocabulary(["components"])
// The choices that the document tells apart from `anyOf`, as generators do not take them, hold all the same.
ajv.addKeyword({ keyword: "x-any-of", macro: (anyOf: ReadonlyArray<JsonSchema>) => ({ anyOf }) })

const validators = new WeakMap<JsonSchema, ValidateFunction>()

const validatorOf = (schema: JsonSchema, schemas: Schemas): ValidateFunction => {
  const known = validators.get(schema) ?? ajv.compile({ ...schema, components: { schemas } })
  validators.set(schema, known)
  return known
}

/** Everything that is wrong with a value under a JSON Schema whose `$ref`s point into `schemas`. */
export const schemaProblems = (
  schema: JsonSchema,
  value: unknown,
  schemas: Schemas,
): ReadonlyArray<string> => {
  const validate = validatorOf(schema, schemas)
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) =>
        ["$", instancePath, ` ${message}, `, JSON.stringify(params)].join(""),
      )
}
