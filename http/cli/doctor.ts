import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { serverSettings } from "../config/server.ts"
import { examine, examineOperator } from "./doctor/examine.ts"
import { findingsText } from "./doctor/findings.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { baseUrlFlag, keyFlag, secretFlag } from "../terminal/flags.ts"
import { refusal } from "../terminal/command-refused.ts"

/** `viatica doctor`: looks for what keeps a partner's calls from working, and tells what to do. */
export const doctorCommand = Command.make(
  "doctor",
  {
    key: keyFlag,
    secret: secretFlag,
    baseUrl: baseUrlFlag,
    noPrice: Flag.Boolean("no-price").pipe(
      Flag.withDescription("Skip the trial quote, which costs a read"),
      Flag.withDefault(false),
    ),
    json: jsonFlag,
  },
  Effect.fn("doctor")(function* ({ baseUrl, json, key, noPrice, secret }) {
    const settings = yield* serverSettings
    const origin = Option.getOrElse(baseUrl, () => new URL(settings.baseUrl))
    const examined = yield* examine({
      origin,
      keyId: key,
      secret: Redacted.value(secret),
      headerPrefix: settings.headerPrefix,
      isPriced: !noPrice,
    })
    // Where nothing answers, an answer is waited for once.
    const isThere = examined.some(({ check, state }) => check === "address" && state === "ok")
    const findings = isThere ? [...examined, ...(yield* examineOperator(origin))] : examined
    yield* print(json, findings, () => findingsText(findings))
    const checks = findings.filter(({ state }) => state === "wrong").map(({ check }) => check)
    if (checks.length > 0) return yield* refusal("connection-wrong", { checks })
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica doctor --key ak_test_… --secret vsk_test_… --base-url https://api.example",
      description: "Look at address, TLS, clock, signature, scopes, quota and a first price",
    },
  ]),
)
