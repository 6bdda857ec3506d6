import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { apiVersion } from "../config/version.ts"
import { utcDay } from "../platform/utc-day.ts"
import { MoreHelp } from "../processes/exit-status.ts"
import { rendererOf } from "../tables/table-bundle.ts"
import { answerRequests, isStrict, requestOrigin, strictFlag } from "../bulk/answer-requests.ts"
import { fileExample, requestArgument, type RequestOrigin } from "../bulk/request-origin.ts"
import { workersFlag } from "../bulk/batch/workers.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import { answerText, explainFlag, renderedAnswer, renderFlag } from "./answer-text.ts"
import { requestFields } from "./fields-help.ts"
import { jsonFlag } from "../terminal/output.ts"
import { outputFlags, type OutputFlags } from "../bulk/output-flags.ts"
import { answeringTables } from "../bulk/answering-tables.ts"

const bilans = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  flags: {
    readonly explain: boolean
    readonly json: boolean
    readonly render: boolean
    readonly strict: boolean
    readonly workers: number
  } & OutputFlags,
) {
  const { folder, hash, sources, tables } = yield* answeringTables
  const plain = answerText(flags.json, folder)
  const today = utcDay(yield* Clock.currentTimeMillis)
  const text = flags.render
    ? renderedAnswer({
        render: yield* rendererOf(folder, sources),
        json: flags.json,
        folder,
        today,
      })
    : plain
  const shape = async () =>
    (await import("../bulk/rows/bilan-shape.ts")).bilanShape((name) => limitOf(tables, name))
  return yield* answerRequests(origin, {
    noun: "bilan",
    answering: {
      _tag: "Bilan",
      engineVersion: `${apiVersion}+${hash}`,
      explain: flags.explain,
      today,
    },
    tables,
    sources,
    text,
    isJson: flags.json || !(flags.explain || flags.render),
    strict: flags.strict,
    workers: flags.workers,
    output: flags,
    shape,
    ...(flags.render
      ? { noLines: "--render takes one request, as an argument or in a file, not lines" }
      : {}),
  })
})

const whyNotFlag = Flag.String("why-not").pipe(
  Flag.withDescription(
    "Id of an argument, or key of a headline: what would bring it into the bilan",
  ),
  Flag.optional,
)

/** `viatica bilan`: bilans without network and database, one or one for each line. */
export const bilanCommand = Command.make(
  "bilan",
  {
    request: requestArgument,
    explain: explainFlag,
    render: renderFlag,
    strict: strictFlag,
    whyNot: whyNotFlag,
    json: jsonFlag,
    workers: workersFlag,
    ...outputFlags,
  },
  Effect.fn("bilan")(function* ({ request, whyNot, ...flags }) {
    const origin = yield* requestOrigin("bilan", request)
    if (Option.isSome(whyNot)) {
      const { whyNotInBilan } = yield* Effect.promise(() => import("./why-not/bilan.ts"))
      return yield* whyNotInBilan(origin, whyNot.value, flags.json)
    }
    return yield* bilans(origin, { ...flags, strict: isStrict(flags.strict, request) })
  }),
).pipe(
  Command.annotate(MoreHelp, requestFields("bilan")),
  Command.withExamples([
    {
      command: `viatica bilan '{"residence":"FR","destinations":["US"],"card":{"none":true}}'`,
      description: "One bilan",
    },
    {
      command: "viatica bilan - < requests.ndjson > bilans.ndjson",
      description: "A bilan for each line",
    },
    {
      command: "viatica bilan @cards.csv --out bilans.xlsx",
      description: fileExample("A workbook of bilans for a file of cards and trips, CSV or XLSX:", [
        "id,residence,destinations,card.bank,card.network,card.tier,friends",
        "a1,FR,US;CA,,visa,premier,TRUE",
        "a2,FR,ES,,,,",
      ]),
    },
    {
      command: "viatica bilan @cards.csv --format csv --columns row,id,argument.id,argument.figure",
      description: "Columns of your own: paths as in the JSON; argument.… has a row each",
    },
    {
      command: "viatica bilan @cards.parquet --out bilans.arrow --refusals inline",
      description: "Parquet and Arrow likewise; every row has an answer or says why it has none",
    },
    {
      command: `viatica bilan --explain '{"residence":"FR","destinations":["US"]}'`,
      description: "The rows that decided each figure",
    },
    {
      command: `viatica bilan --render '{"residence":"FR","destinations":["US"]}'`,
      description: "The sentences of a bilan",
    },
    {
      command: `viatica bilan --render --explain '{"residence":"FR","destinations":["US"]}'`,
      description: "The sentences with the pages behind them, then the rows",
    },
    {
      command: `viatica bilan --why-not friends_not_insured '{"residence":"FR","destinations":["US"]}'`,
      description: "What would bring an argument into the bilan",
    },
  ]),
)
