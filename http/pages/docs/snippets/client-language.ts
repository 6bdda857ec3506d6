import type { SigningHeaderNames } from "../../../../rules/signing/headers.ts"
import type { ExampleRequest } from "./example-request.ts"

/** A language that examples are written in: a shell, or one that has a client. */
export type LanguageId = "curl" | CodedLanguageId

/** A language that has a client. */
export type CodedLanguageId = "typescript" | "python" | "go" | "php" | "java"

/** A program to save and to run. */
export interface SavedProgram {
  /** What it is saved as. */
  readonly file: string
  /** How it is run. */
  readonly run: string
}

/** How a language calls without a client. */
export interface ByHandLanguage extends SavedProgram {
  readonly id: LanguageId
  readonly label: string
  /** A whole program: a function that signs and sends any call, and one call. */
  readonly program: (request: ExampleRequest, headers: SigningHeaderNames) => string
}
