import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CallAnswer } from "../call-request.ts"
import { type ConnectionFinding, wrong } from "./finding.ts"
import { remedyOf } from "./remedies.ts"

const Refused = Schema.Struct({ error: Schema.String, detail: Schema.optional(Schema.String) })

/** What is wrong when these are refused is how a call is signed, or by whom; else it is the call itself. */
const signingCodes: ReadonlySet<string> = new Set([
  "UNAUTHORIZED",
  "V1_SCHEME_RETIRED",
  "STALE_TIMESTAMP",
  "INVALID_SIGNATURE",
])

/** The check that a refusal of a signed call belongs to. */
const checkOf = (check: string, code: string): string =>
  check === "signature" && !signingCodes.has(code) ? "call" : check

const told = (headers: CallAnswer["headers"], name: string, text: (value: string) => string) =>
  headers[name] === undefined ? "" : text(headers[name])

const readRefused = Schema.decodeUnknownOption(Schema.fromJsonString(Refused))

/** What an answer that is none of the wanted ones tells: the refusal and what to do, or that something else answers. */
export const refusedFinding = (
  check: string,
  { body, headers, status }: CallAnswer,
): ConnectionFinding =>
  Option.match(readRefused(body), {
    onNone: () =>
      wrong(
        check,
        `${status}${told(headers, "location", (to) => ` that leads to ${to},`)} with a body that is not of this API`,
        "something else answers at the address: a proxy, a login page",
      ),
    onSome: ({ detail = "", error }) => {
      const id = told(headers, "x-request-id", (id) => ` (request ${id})`)
      const after = told(headers, "retry-after", (seconds) => ` (Retry-After: ${seconds} s)`)
      return wrong(
        checkOf(check, error),
        `${status} ${error}: ${detail}${after}${id}`,
        remedyOf(error),
      )
    },
  })
