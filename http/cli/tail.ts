import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { untilStopped } from "../processes/exit-status.ts"
import { callerFlags, readCaller } from "../terminal/caller.ts"
import { modeFlag } from "../terminal/flags.ts"
import { jsonFlag } from "../terminal/output.ts"
import { followService } from "./tail/follow-service.ts"
import { wrongUsage } from "../terminal/command-refused.ts"

const lastFlag = Flag.Int("last").pipe(
  Flag.withDescription("How many earlier calls to begin with; 10 when left out"),
  Flag.filter(
    (count) => count >= 0 && count <= 500,
    (count) => `Expected a number from 0 to 500, got ${count}`,
  ),
  Flag.withDefault(10),
)

/** `viatica tail`: calls as they come, until it is told to stop: over the API, or from the database. */
export const tailCommand = Command.make(
  "tail",
  {
    code: Argument.String("code").pipe(
      Argument.withDescription(
        "For operators: code of the partner, to read the calls from the database",
      ),
      Argument.optional,
    ),
    ...callerFlags,
    mode: modeFlag.pipe(Flag.optional),
    last: lastFlag,
    refused: Flag.Boolean("refused").pipe(
      Flag.withDescription("Only calls that were refused or failed"),
      Flag.withDefault(false),
    ),
    json: jsonFlag,
  },
  Effect.fn("tail")(function* ({ baseUrl, code, json, key, last, mode, refused, secret }) {
    const wish = { last, isRefusedOnly: refused, json }
    if (Option.isSome(code)) {
      if (Option.isSome(key) || Option.isSome(secret) || Option.isSome(baseUrl)) {
        return yield* wrongUsage(
          "tail takes the code of a partner, or --key and --secret, not both",
        )
      }
      const { followDatabase } = yield* Effect.promise(
        async () => await import("./tail/follow-database.ts"),
      )
      const asked = Option.getOrElse(mode, () => "live" as const)
      return yield* untilStopped(followDatabase(code.value, asked, wish))
    }
    if (Option.isSome(mode)) {
      return yield* wrongUsage("--mode goes with the code of a partner: a key has its mode")
    }
    return yield* untilStopped(followService(yield* readCaller({ baseUrl, key, secret }), wish))
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica tail",
      description:
        "Follow the calls of your account, by VIATICA_URL, VIATICA_KEY and VIATICA_SECRET",
    },
    {
      command: "viatica tail acme --mode test --refused",
      description: "Follow what is refused to a partner, in the database of the service",
    },
  ]),
)
