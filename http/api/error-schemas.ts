import * as Schema from "effect/Schema"
import { type RefusalName, refusals } from "./api-refusal.ts"

const fields = {
  detail: Schema.optionalKey(Schema.String),
  bucket: Schema.optionalKey(Schema.Literals(["reads", "writes"])),
  cardModes: Schema.optionalKey(Schema.Array(Schema.String)),
}

/** The body of any refusal. */
export const RefusalBody = Schema.Struct({
  error: Schema.String.annotate({
    description: "The code; each answer names those that it may hold, and more may come.",
  }),
  ...fields,
}).annotate({ identifier: "Refusal", description: "Why a call was refused." })

const errorOf = (status: number, names: ReadonlyArray<RefusalName>) => {
  const codes = names.map((name) => refusals[name].code)
  return Schema.Struct({ error: Schema.Literals(codes), ...fields }).annotate({
    httpApiStatus: status,
    description: codes.length > 1 ? `One of ${codes.join(", ")}.` : `${codes.join()}.`,
  })
}

/** The error bodies of a set of refusals, one schema for each HTTP status. */
export const errorSchemas = (names: ReadonlyArray<RefusalName>) => {
  const byStatus = new Map<number, ReadonlyArray<RefusalName>>()
  for (const name of names) {
    const { status } = refusals[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  return [...byStatus].map(([status, group]) => errorOf(status, group))
}

/** Refusals that every signed endpoint may answer. */
export const signedRefusals = [
  "UNAUTHORIZED",
  "V1_SCHEME_RETIRED",
  "STALE_TIMESTAMP",
  "INVALID_SIGNATURE",
  "ADDRESS_FORBIDDEN",
  "SCOPE_FORBIDDEN",
  "RATE_LIMITED",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_ENCODING",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
] as const satisfies ReadonlyArray<RefusalName>
