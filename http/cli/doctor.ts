import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { examine, examineOperator } from "./doctor/examine.ts"
import { findingsText } from "./doctor/findings.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { callerFlags, readCaller } from "../terminal/caller.ts"
import { refusal } from "../terminal/command-refused.ts"

/** `viatica doctor`: looks for what keeps a partner's calls from working, and tells what to do. */
export const doctorCommand = Command.make(
  "doctor",
  {
    ...callerFlags,
    noPrice: Flag.Boolean("no-price").pipe(
      Flag.withDescription("Skip the trial quote, which costs a read"),
      Flag.withDefault(false),
    ),
    json: jsonFlag,
  },
  Effect.fn("doctor")(function* ({ json, noPrice, ...given }) {
    const caller = yield* readCaller(given)
    const examined = yield* examine({ ...caller, isPriced: !noPrice })
    // Where nothing answers, an answer is waited for once.
    const isThere = examined.some(({ check, state }) => check === "address" && state === "ok")
    const findings = isThere ? [...examined, ...(yield* examineOperator(caller.origin))] : examined
    yield* print(json, findings, () => findingsText(findings))
    const checks = findings.filter(({ state }) => state === "wrong").map(({ check }) => check)
    if (checks.length > 0) return yield* refusal("connection-wrong", { checks })
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica doctor",
      description:
        "Look at address, TLS, clock, signature, scopes, quota and a first price, by VIATICA_URL, VIATICA_KEY and VIATICA_SECRET",
    },
  ]),
)
