import * as Effect from "effect/Effect"
import { type Answer, textAnswer } from "../../api/answer.ts"
import type { IncomingCall, UnreadBody } from "../../api/incoming.ts"

/** How many bytes the form of a page has at most. */
const formBytesMax = 16_384

/** The fields of a form as they were sent. */
export interface FormFields {
  /** A field's first value without the spaces around it; empty where it was not sent. */
  readonly text: (name: string) => string
  /** All values of a field that occurs several times. */
  readonly all: (name: string) => ReadonlyArray<string>
}

/** The fields of a query or of a form's body. */
export const formFields = (encoded: string): FormFields => {
  const fields = new URLSearchParams(encoded)
  return {
    text: (name) => (fields.get(name) ?? "").trim(),
    all: (name) => fields.getAll(name),
  }
}

/** Reads the body of a form; one that is too long or broken off is the caller's mistake. */
export const readForm = (call: IncomingCall): Effect.Effect<FormFields, UnreadBody> =>
  Effect.map(call.readBody(formBytesMax), (body) => formFields(new TextDecoder().decode(body)))

/**
 * Whether a form came from a page of this origin, as far as the browser tells: one that says that it
 * comes from elsewhere does not. What `Sec-Fetch-Site` says holds under every name of this machine;
 * browsers without it tell by `Origin`, which is compared with the address that partners use.
 */
export const isOwnForm = (
  { headerValues }: Pick<IncomingCall, "headerValues">,
  baseUrl: string,
): boolean => {
  const sites = headerValues("sec-fetch-site")
  if (sites.length > 0) return sites.every((site) => site === "same-origin" || site === "none")
  return headerValues("origin").every((origin) => origin === new URL(baseUrl).origin)
}

/** An answer that sends the browser on by GET after a form was taken, without keeping anything. */
export const seeOther = (
  location: string,
  headers: Readonly<Record<string, string>> = {},
): Answer =>
  textAnswer(303, "text/plain", "See the address that this answer names.\n", {
    location,
    "cache-control": "no-store",
    ...headers,
  })
