import type { InBoth, WrittenLanguage } from "./vocabulary/written-language.ts"

/** How a language tells each kind of a union, by its tag. */
export type TellingOf<Union extends { readonly _tag: string }> = {
  readonly [Tag in Union["_tag"]]: (fact: Extract<Union, { readonly _tag: Tag }>) => string
}

/**
 * A sentence by the teller of its tag.
 *
 * ```ts
 * import { type TellingOf, toldBy } from "../core/told-by.ts"
 *
 * type Fault = { readonly _tag: "Empty" } | { readonly _tag: "TooLong"; readonly bytes: number }
 * const english: TellingOf<Fault> = {
 *   Empty: () => "it is empty",
 *   TooLong: ({ bytes }) => `it has ${bytes} bytes`,
 * }
 * toldBy(english, { _tag: "TooLong", bytes: 9 }) // => "it has 9 bytes"
 * ```
 */
export const toldBy = <Union extends { readonly _tag: string }>(
  telling: TellingOf<Union>,
  fact: Union,
): string => (telling[fact._tag as Union["_tag"]] as (fact: Union) => string)(fact)

/** How both languages tell each kind of a union, by its tag. */
export type TellingInBoth<Union extends { readonly _tag: string }> = {
  readonly [Tag in Union["_tag"]]: InBoth<(fact: Extract<Union, { readonly _tag: Tag }>) => string>
}

/**
 * A sentence in one of both languages, by the tellers of its tag.
 *
 * ```ts
 * import { type TellingInBoth, toldIn } from "../core/told-by.ts"
 *
 * const telling: TellingInBoth<{ readonly _tag: "Gone"; readonly path: string }> = {
 *   Gone: { en: ({ path }) => `${path} is gone`, fr: ({ path }) => `${path} n’est plus là` },
 * }
 * toldIn("fr", telling, { _tag: "Gone", path: "a.csv" }) // => "a.csv n’est plus là"
 * ```
 */
export const toldIn = <Union extends { readonly _tag: string }>(
  language: WrittenLanguage,
  telling: TellingInBoth<Union>,
  fact: Union,
): string => (telling[fact._tag as Union["_tag"]][language] as (fact: Union) => string)(fact)
