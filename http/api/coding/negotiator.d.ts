/** The part of the package that is used here; it ships no types. */
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | undefined>> })
    /** Those of some codings that a client takes, the best first. */
    encodings(
      available: ReadonlyArray<string>,
      options: { readonly preferred: ReadonlyArray<string> },
    ): ReadonlyArray<string>
    /** Those of some languages that a client takes, the best first. */
    languages(available: ReadonlyArray<string>): ReadonlyArray<string>
    /** Those of some media types that a client takes, the best first. */
    mediaTypes(available: ReadonlyArray<string>): ReadonlyArray<string>
  }
}
