import * as Effect from "effect/Effect"
import type { IncomingCall, UnreadBody } from "../../api/incoming.ts"

/** How many bytes the form of a page has at most. */
export const formBytesMax = 16_384

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
 * comes from elsewhere does not.
 */
export const isOwnForm = ({ headerValues }: IncomingCall, baseUrl: string): boolean => {
  const [site] = headerValues("sec-fetch-site")
  const [origin] = headerValues("origin")
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  return origin === undefined || origin === new URL(baseUrl).origin
}

/** An answer that sends the browser on by GET after a form was taken. */
export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}) => ({
  status: 303,
  headers: { location, "cache-control": "no-store", ...headers },
})
