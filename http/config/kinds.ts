import * as Config from "effect/Config"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { Kind } from "./setting.ts"

/** Any text but none. */
export const text: Kind<string> = { config: Config.NonEmptyString, expected: "some text" }

/** Yes or no. */
export const yesOrNo: Kind<boolean> = { config: Config.Boolean, expected: "true or false" }

/** A port to listen on. */
export const port: Kind<number> = {
  config: Config.Port,
  expected: "a whole number from 1 to 65535",
}

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** A whole number within bounds, of a unit if it is told. */
export const wholeNumber = (
  bounds: Bounds & { readonly unit?: "milliseconds" | "megabytes" },
): Kind<number> => {
  const { maximum, minimum, unit } = bounds
  const schema = Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween(bounds))
  return {
    config: (name) => Config.schema(schema, name),
    expected: `a whole number from ${minimum} to ${maximum}${unit === undefined ? "" : ` (${unit})`}`,
  }
}

/** A number from 0 to 1. */
export const share: Kind<number> = {
  config: (name) =>
    Config.schema(
      Schema.NumberFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
      name,
    ),
  expected: "a number from 0 to 1",
}

/** One of some words, in whatever case it is written. */
export const oneOf = <const Word extends string>(words: ReadonlyArray<Word>): Kind<Word> => {
  const byLowerCase = new Map(words.map((word) => [word.toLowerCase(), word]))
  const schema = Schema.String.pipe(
    Schema.decodeTo(
      Schema.Literals(words),
      SchemaTransformation.transform({
        decode: (text) => byLowerCase.get(text.toLowerCase()) ?? (text as Word),
        encode: (word) => word,
      }),
    ),
  )
  return {
    config: (name) => Config.schema(schema, name),
    expected: `one of ${words.join(", ")}, in any case`,
  }
}

const addressRule = "an address that begins with http:// or https://, without a name or password"

const HttpAddress = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, { expected: addressRule }),
).pipe(Schema.decodeTo(Schema.URLFromString))

/** An address of HTTP without a name and password in it: fetch sends none. */
export const httpAddress: Kind<URL> = {
  config: (name) => Config.schema(HttpAddress, name),
  expected: addressRule,
}

const BaseAddress = HttpAddress.check(
  Schema.makeFilter(({ href }) => !/[?#]/.test(href), {
    expected: "an address without a query or fragment",
  }),
)

/** An address of HTTP that paths are put behind. */
export const baseAddress: Kind<URL> = {
  config: (name) => Config.schema(BaseAddress, name),
  expected: `${addressRule}, query or fragment`,
}
