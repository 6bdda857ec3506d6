/**
 * The type of an answer whose words may grow: where the service knows some words today, any other text
 * may stand too, and editors still propose the known ones.
 */
export type Open<Answer> = Answer extends string
  ? string extends Answer
    ? Answer
    : Answer | (string & {})
  : Answer extends ReadonlyArray<infer Element>
    ? ReadonlyArray<Open<Element>>
    : Answer extends object
      ? { readonly [Name in keyof Answer]: Open<Answer[Name]> }
      : Answer
