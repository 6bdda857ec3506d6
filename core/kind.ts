/**
 * A text or a number that says what it is of: one of another kind cannot stand in its place. A literal, or
 * what nobody has said anything of, still can, so that importers write `"FR"` as they always did.
 */
export type Kind<Base, Name extends string> = Base & { readonly [kind]?: Name }

declare const kind: unique symbol
