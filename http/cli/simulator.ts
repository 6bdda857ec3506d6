import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { printedLanguages } from "../../rules/guarantees/printed/printed-vocabulary.ts"
import { describeNoFault, type Fault, faultForms, readFault } from "../emulator/simulator/faults.ts"
import { type SimulatorOptions, startSimulator } from "../emulator/simulator/server.ts"
import { untilStopped } from "../processes/exit-status.ts"
import { refusal } from "../terminal/command-refused.ts"
import { jsonFlag } from "../terminal/output.ts"

const portFlag = Flag.Int("port").pipe(
  Flag.withDescription("Port on this machine; 0 for any free one"),
  Flag.filter(
    (port) => port >= 0 && port <= 65_535,
    () => "Expected a port from 0 to 65535",
  ),
  Flag.withDefault(0),
)

const currencyFlag = Flag.String("currency").pipe(
  Flag.withDescription("Currency of its premiums, such as CHF"),
  Flag.filter(
    (code) => /^[A-Z]{3}$/.test(code),
    () => "Expected an ISO 4217 code",
  ),
  Flag.withDefault("EUR"),
)

const codeWithCurrency = /^([^=\s]+)=([A-Z]{3})$/

const currencyOfFlag = Flag.String("currency-of").pipe(
  Flag.withDescription("A code whose premium is in another currency, as CODE=CURRENCY; repeatable"),
  Flag.filterMap(
    (text) => {
      const [, code = "", currency = ""] = codeWithCurrency.exec(text) ?? []
      return code === "" ? Option.none() : Option.some([code, currency] as const)
    },
    (text) => `Expected CODE=CURRENCY, got ${JSON.stringify(text)}`,
  ),
  Flag.atLeast(0),
)

const languageFlag = Flag.Literals("language", printedLanguages).pipe(
  Flag.withDescription("Language of its guarantees"),
  Flag.withDefault("en" as const),
)

const faultFlag = Flag.String("fault").pipe(
  Flag.withDescription(
    `What goes wrong, then *TIMES (1 to 1000000) if not for ever: ${faultForms}`,
  ),
  Flag.filterMap(readFault, describeNoFault),
  Flag.atLeast(0),
)

const latencyFlag = Flag.Int("latency-ms").pipe(
  Flag.withDescription("Delay of every answer, in milliseconds"),
  Flag.filter(
    (ms) => ms >= 0 && ms <= 600_000,
    () => "Expected 0 to 600000 milliseconds",
  ),
  Flag.withDefault(0),
)

const notListening = (port: number, reason: string) =>
  reason === "EADDRINUSE"
    ? refusal("port-in-use", { port })
    : refusal("port-unusable", { port, reason })

const listening = (options: SimulatorOptions) =>
  Effect.mapError(startSimulator(options), ({ port, reason }) => notListening(port, reason))

const sentence = (url: string): string =>
  `viatica: an insurer is simulated at ${url}; ask it as KEY with ` +
  `INSURER_URLS=KEY=${url} INSURER_ALLOW_PRIVATE=true viatica serve`

/** `viatica simulator`: an insurer that speaks the rating contract, until it is told to stop. */
export const simulatorCommand = Command.make(
  "simulator",
  {
    port: portFlag,
    currency: currencyFlag,
    currencyOf: currencyOfFlag,
    language: languageFlag,
    faults: faultFlag,
    latencyMs: latencyFlag,
    json: jsonFlag,
  },
  ({ currencyOf, faults, json, latencyMs, ...options }) => {
    const latency: ReadonlyArray<Fault> =
      latencyMs === 0 ? [] : [{ kind: "latency", ms: latencyMs }]
    const all = [...latency, ...faults]
    const currencies = new Map(currencyOf)
    const simulated = Effect.gen(function* () {
      const { url } = yield* listening({ ...options, currencies, faults: all })
      yield* Console.log(json ? JSON.stringify({ url }) : sentence(url))
      return yield* Effect.never
    })
    return untilStopped(Effect.scoped(simulated))
  },
)
