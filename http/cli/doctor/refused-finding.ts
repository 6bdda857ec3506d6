import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CallAnswer } from "../call-request.ts"
import { type ConnectionFinding, wrong } from "./finding.ts"
import { remedyOf } from "./remedies.ts"

const Refused = Schema.Struct({ error: Schema.String, detail: Schema.optional(Schema.String) })

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
        `${status} with a body that is not of this API`,
        "something else answers at the address: a proxy, a login page",
      ),
    onSome: ({ detail = "", error }) => {
      const id = headers["x-request-id"]
      const told = `${status} ${error}: ${detail}${id === undefined ? "" : ` (request ${id})`}`
      return wrong(check, told, remedyOf(error))
    },
  })
