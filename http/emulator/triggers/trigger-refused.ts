import * as Data from "effect/Data"
import type { TableRefusal } from "../../../core/engine/answer-table.ts"
import { describeFeelProblem, type FeelProblem } from "../../../core/portable/read-portable.ts"
import { describeTableError, type TableError } from "../../../core/table/error.ts"
import { type TellingOf, toldBy } from "../../../core/told-by.ts"
import {
  describePortableFault,
  type PortableFault,
} from "../../tables/forms/portable/portable-files.ts"

/** What makes no sense of what was asked of the emulator. */
export type TriggerProblem =
  | { readonly _tag: "BodyCut" }
  /** What the schema says of the body, and the fields that one may have. */
  | {
      readonly _tag: "BodyWrong"
      readonly says: string
      readonly fields: ReadonlyArray<string>
    }
  | { readonly _tag: "NoDuration"; readonly form: string }
  | { readonly _tag: "NoEndpoint"; readonly name: string; readonly names: ReadonlyArray<string> }
  /** A trigger that an endpoint never answers, and those that do; none where it befalls no call. */
  | {
      readonly _tag: "NotOfEndpoint"
      readonly endpoint: string
      readonly trigger: string
      readonly endpoints: ReadonlyArray<string>
    }
  | { readonly _tag: "NoTrigger"; readonly name: string }
  | { readonly _tag: "NoEventTypes"; readonly types: ReadonlyArray<string> }
  /** An address that events cannot go to, by what of it is wrong. */
  | { readonly _tag: "NoAddress"; readonly wrong: "address" | "port" | "scheme" }
  | { readonly _tag: "NobodyListensAt"; readonly which: string }
  | { readonly _tag: "NobodyListens" }
  | { readonly _tag: "NoSandboxKey" }
  | { readonly _tag: "NoKey"; readonly key: string }
  | { readonly _tag: "NoSubscription" }
  | { readonly _tag: "NoSale" }
  | { readonly _tag: "NoPayout"; readonly state: "due" | "sent" }
  /** No folder of imported tables was named. */
  | { readonly _tag: "NoTables" }
  | { readonly _tag: "NoTable"; readonly name: string; readonly names: ReadonlyArray<string> }
  | { readonly _tag: "NoDefinition"; readonly file: string; readonly fault: PortableFault }
  | { readonly _tag: "WrongRows"; readonly errors: ReadonlyArray<TableError> }
  | { readonly _tag: "NotAsked"; readonly name: string; readonly problem: FeelProblem }
  | { readonly _tag: "NotAnswered"; readonly refusal: TableRefusal }
  /** Something failed on the way, in its own words. */
  | { readonly _tag: "Failed"; readonly says: string }

/** Something that was asked of the emulator makes no sense; the sentence says what would. */
export class TriggerRefused extends Data.TaggedError("TriggerRefused")<{
  readonly problem: TriggerProblem
  /** What may have been meant. */
  readonly near?: ReadonlyArray<string>
}> {
  override get message() {
    const { near = [], problem } = this
    const detail = toldBy(sentences, problem)
    return near.length === 0 ? detail : `${detail} Did you mean ${near.join(" or ")}?`
  }
}

/** Makes a refusal of what was asked. */
export const triggerRefused = (
  problem: TriggerProblem,
  near: ReadonlyArray<string> = [],
): TriggerRefused => new TriggerRefused({ problem, near })

const sample = "http://127.0.0.1:9000/hooks"

const addresses = {
  address: `An endpoint is an address of http or https of at most 1,000 characters, without a fragment, such as ${sample}.`,
  port: `An endpoint is at port 443, at port 80, or at one above 1023, such as ${sample}.`,
  scheme: `An endpoint is an address of http or https, such as ${sample}.`,
} as const

const sentences: TellingOf<TriggerProblem> = {
  BodyCut: () => "The body did not arrive whole.",
  BodyWrong: ({ fields, says }) =>
    `The body is wrong (${says}); it is JSON and may hold ${fields.join(", ")}.`,
  NoDuration: ({ form }) => `advance is ${form}; the clock moves forward only.`,
  NoEndpoint: ({ name, names }) => `There is no endpoint ${name}; there are ${names.join(", ")}.`,
  NotOfEndpoint: ({ endpoint, endpoints, trigger }) =>
    `${endpoint} never answers ${trigger}; ${endpoints.length === 0 ? "it befalls no single call" : `${endpoints.join(", ")} do`}.`,
  NoTrigger: ({ name }) => `There is no trigger ${name}.`,
  NoEventTypes: ({ types }) => `types are out of ${types.join(", ")}.`,
  NoAddress: ({ wrong }) => addresses[wrong],
  NobodyListensAt: ({ which }) =>
    `No endpoint has the id or the address ${which}: viatica emulator endpoints lists them.`,
  NobodyListens: () => `No endpoint listens yet: viatica emulator listen ${sample}`,
  NoSandboxKey: () => "There is no sandbox key in use any more; name a key, or reset the emulator.",
  NoKey: ({ key }) => `There is no key ${key}; GET /_emulator/keys lists those in use.`,
  NoSubscription: () => "There is no subscription yet: mint a link with the live key first.",
  NoPayout: ({ state }) =>
    state === "due"
      ? "No payout is due yet: report live sales for more than the least payout, then viatica emulator advance 60d"
      : "No payout is on its way: viatica emulator trigger send-payout",
  NoSale: () => "There is no live sale yet: report one with the live key first.",
  NoTables: () => "No tables are named: viatica emulator --imported FOLDER",
  NoTable: ({ name, names }) => `There is no table ${name}; there are ${names.join(", ")}.`,
  NoDefinition: ({ fault, file }) => `${file}: ${describePortableFault(fault)}`,
  WrongRows: ({ errors }) => errors.map(describeTableError).join("; "),
  NotAsked: ({ name, problem }) => `${name}: ${describeFeelProblem(problem, "npm install feelin")}`,
  NotAnswered: ({ refusal: { detail, error } }) => `${error}: ${detail}`,
  Failed: ({ says }) => says,
}
