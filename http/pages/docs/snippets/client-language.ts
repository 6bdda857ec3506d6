import type { SigningHeaderNames } from "../../../../rules/signing/headers.ts"
import type { ExampleRequest } from "./example-request.ts"

/** A language that examples are written in. */
export interface ClientLanguage {
  readonly id: string
  readonly label: string
  /** What the program is saved as. */
  readonly file: string
  /** How it is run. */
  readonly run: string
  /** A whole program: a function that signs and sends any call, and one call. */
  readonly program: (request: ExampleRequest, headers: SigningHeaderNames) => string
  /** One call by that function. */
  readonly line: (request: ExampleRequest) => string
}
