import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { utcDay } from "../platform/utc-day.ts"
import { apiVersion } from "../config/version.ts"
import type { QuoteMode } from "../bulk/offline-quotes.ts"
import { MoreHelp } from "../processes/exit-status.ts"
import { answerRequests, isStrict, requestOrigin, strictFlag } from "../bulk/answer-requests.ts"
import { fileExample, requestArgument, type RequestOrigin } from "../bulk/request-origin.ts"
import { workersFlag } from "../bulk/batch/workers.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import { answerText, explainFlag } from "./answer-text.ts"
import { requestFields } from "./fields-help.ts"
import { jsonFlag } from "../terminal/output.ts"
import { outputFlags, type OutputFlags } from "../bulk/output-flags.ts"
import { answeringTables, quoteAnswering } from "../bulk/answering-tables.ts"
import { sampleTripIn } from "../../rules/trip/sample-trip.ts"

const quotes = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  flags: {
    readonly explain: boolean
    readonly json: boolean
    readonly mode: QuoteMode
    readonly strict: boolean
    readonly workers: number
  } & OutputFlags,
) {
  const { folder, hash, sources, tables } = yield* answeringTables
  const shape = async () =>
    (await import("../bulk/rows/bilan-shape.ts")).quoteShape((name) => limitOf(tables, name))
  return yield* answerRequests(origin, {
    noun: "quote",
    answering: yield* quoteAnswering(folder, {
      engineVersion: `${apiVersion}+${hash}`,
      explain: flags.explain,
      mode: flags.mode,
      today: utcDay(yield* Clock.currentTimeMillis),
    }),
    tables,
    sources,
    text: answerText(flags.json, folder),
    isJson: flags.json || !flags.explain,
    strict: flags.strict,
    workers: flags.workers,
    output: flags,
    shape,
  })
})

const example = JSON.stringify({ trip: sampleTripIn(2027) })

const modeFlag = Flag.Literals("mode", ["sandbox", "live"]).pipe(
  Flag.withDescription("Which catalogue: the sandbox's, or the live one as far as its tables go"),
  Flag.withDefault("sandbox"),
)

const whyNotFlag = Flag.String("why-not").pipe(
  Flag.withDescription("Id or name of an offer: what would bring it into the quote"),
  Flag.optional,
)

/** `viatica quote`: prices without network and database, one or one for each line. */
export const quoteCommand = Command.make(
  "quote",
  {
    request: requestArgument,
    mode: modeFlag,
    explain: explainFlag,
    strict: strictFlag,
    whyNot: whyNotFlag,
    json: jsonFlag,
    workers: workersFlag,
    ...outputFlags,
  },
  Effect.fn("quote")(function* ({ request, whyNot, ...flags }) {
    const origin = yield* requestOrigin("quote", request)
    if (Option.isSome(whyNot)) {
      const { whyNotInQuote } = yield* Effect.promise(() => import("./why-not/quote.ts"))
      return yield* whyNotInQuote(origin, { ...flags, wanted: whyNot.value })
    }
    return yield* quotes(origin, { ...flags, strict: isStrict(flags.strict, request) })
  }),
).pipe(
  Command.annotate(MoreHelp, requestFields("quote")),
  Command.withExamples([
    { command: `viatica quote '${example}'`, description: "The offers for a trip" },
    {
      command: "viatica quote --explain @trip.json",
      description: "The rows that decided each figure",
    },
    {
      command: "viatica quote @trips.csv --out offers.xlsx",
      description: fileExample("A workbook of the offers for a file of trips, CSV or XLSX:", [
        "id,intent,startDate,endDate,countryResidence,arrivalCountries,travellers,tripPrice",
        "a1,forTourism,2027-07-01,2027-07-14,FR,US;CA,34;31,2500",
        "a2,forTourism,2027-08-02,2027-08-09,FR,ES,67,",
      ]),
    },
    {
      command: "viatica quote @trips.csv --format csv --columns row,id,name,price,offers.0.name",
      description:
        "Columns of your own: short names, or paths as in the JSON; offer.… has a row each",
    },
    {
      command: "viatica quote --mode live --explain @trip.json",
      description: "The live catalogue: prices, near misses and what keeps each apart",
    },
    {
      command: "viatica quote --why-not 103 @trip.json",
      description: "What would bring an offer into the quote",
    },
  ]),
)
