import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { memo } from "../../core/memory.ts"
import { limitOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { apiVersion } from "../config/version.ts"
import { utcDay } from "../platform/utc-day.ts"
import { prepareAnswers } from "../bulk/batch/answering.ts"
import { outputFlags } from "../bulk/output-flags.ts"
import type { AnswerShape } from "../bulk/rows/answer-columns.ts"
import { requestColumns } from "../bulk/rows/row-request.ts"
import { answerFrames, type AskedFrames, workerTelling } from "../bulk/worker/answer-frames.ts"
import {
  frameBytesMax,
  makeFrameSink,
  protocolVersion,
  tellFailure,
  type WorkerNoun,
} from "../bulk/worker/frames.ts"
import {
  toldColumns,
  workerForm,
  workerFormats,
  type WorkerGreeting,
} from "../bulk/worker/greeting.ts"
import { wrongUsage } from "../terminal/command-refused.ts"
import type { Answering } from "../bulk/batch/prepared-answers.ts"
import { answeringTables, quoteAnswering } from "../bulk/answering-tables.ts"
import {
  answeringTable,
  type FoundPortable,
  readAskable,
  tableHash,
} from "./tables/imported-table.ts"

const shapeOf = async (
  noun: WorkerNoun,
  tables: Tables,
  asked: FoundPortable | undefined,
): Promise<AnswerShape> => {
  if (asked !== undefined)
    return (await import("../bulk/rows/table-shape.ts")).tableShape(asked.table)
  const limits = (name: Parameters<typeof limitOf>[1]) => limitOf(tables, name)
  const { bilanShape, quoteShape } = await import("../bulk/rows/bilan-shape.ts")
  return noun === "bilan" ? bilanShape(limits) : quoteShape(limits)
}

const formatFlag = Flag.Literals("format", workerFormats).pipe(
  Flag.withDescription("Format of the answers: lines of JSON, or record batches of Arrow"),
  Flag.withDefault("ndjson"),
)

const tableFlag = Flag.String("table").pipe(
  Flag.withDescription(
    "Answer facts by an imported table, its .table.json, in place of bilans and quotes",
  ),
  Flag.optional,
)

const answersFlag = Flag.Literals("answers", ["bilan", "quote"]).pipe(
  Flag.withDescription("Which answers the columns are from; whole answers need no choice"),
  Flag.withDefault("bilan"),
)

/** `viatica worker`: answers the requests of a program in frames, until its input ends. */
export const workerCommand = Command.make(
  "worker",
  { columns: outputFlags.columns, format: formatFlag, answers: answersFlag, table: tableFlag },
  Effect.fn("worker")(function* ({ answers: named, columns, format, table }) {
    if (process.stdin.isTTY === true) {
      return yield* wrongUsage("worker talks to a program, not to a terminal (see docs/bulk.md)")
    }
    const asked = Option.isSome(table) ? yield* readAskable(table.value) : undefined
    const answers: WorkerNoun = asked === undefined ? named : "table"
    const { folder, hash: ofAll, tables } = yield* answeringTables
    const hash = asked === undefined ? ofAll : tableHash(asked)
    const shapes = memo((noun: WorkerNoun) => shapeOf(noun, tables, asked))
    const requestColumnsOf = memo(async (noun: WorkerNoun) =>
      requestColumns((await shapes(noun)).request),
    )
    const form = yield* workerForm({ columns, format }, () => shapes(answers)).pipe(
      Effect.tapError((failure) => tellFailure(makeFrameSink(process.stdout), failure)),
    )
    const engineVersion = `${apiVersion}+${hash}`
    const told = toldColumns(form)
    const greeting: WorkerGreeting = {
      protocol: protocolVersion,
      engineVersion,
      tables: hash,
      today: utcDay(yield* Clock.currentTimeMillis),
      frameBytesMax,
      lineBytesMax: limitOf(tables, "body_bytes_max"),
      format,
      ...(told === undefined && asked === undefined ? {} : { answers }),
      ...(told === undefined ? {} : { columns: told }),
    }
    const prepare = Effect.fnUntraced(function* ({ hello, noun }: AskedFrames) {
      const { explain = false, mode = "sandbox", today = greeting.today } = hello
      const answering: Answering =
        asked !== undefined
          ? answeringTable(asked)
          : noun === "bilan"
            ? { _tag: "Bilan", engineVersion, explain, today }
            : yield* quoteAnswering(folder, { engineVersion, explain, mode, today })
      const { row, telling, write } = yield* Effect.promise(() =>
        prepareAnswers(answering, tables, form),
      )
      return {
        write,
        row,
        telling: told === undefined ? workerTelling : { ...telling, isBlankAsked: true },
      }
    })
    yield* answerFrames(process.stdin, process.stdout, {
      greeting,
      form,
      requestColumns: requestColumnsOf,
      prepare,
    })
  }),
).pipe(
  Command.withExamples([
    {
      command: "viatica worker",
      description: "Started by a program, which talks to it by pipes (see docs/bulk.md)",
    },
    {
      command: "viatica worker --columns id,headline,medicalTarget,gapCount --format arrow",
      description: "Columns of bilans, in record batches",
    },
    {
      command: "viatica worker --table fares.table.json --columns id,fare --format arrow",
      description: "Facts of an imported table, in record batches",
    },
    {
      command: "viatica worker --answers quote --columns id,offers.0.price.amount",
      description: "Columns of quotes, in lines of JSON",
    },
  ]),
)
