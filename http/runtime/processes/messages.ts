import * as Schema from "effect/Schema"

/** How often a process tells the primary one that it is alive. */
export const beatMs = 1_000

/** What a serving process tells the primary one. */
export const WorkerMessage = Schema.Union([
  Schema.TaggedStruct("Serving", {}),
  Schema.TaggedStruct("NotStarted", { lines: Schema.Array(Schema.String) }),
  Schema.TaggedStruct("Beat", {}),
  Schema.TaggedStruct("Figures", { id: Schema.Number, text: Schema.String }),
])

/** What a serving process tells the primary one. */
export type WorkerMessage = typeof WorkerMessage.Type

/** What the primary process tells one that serves. */
export const PrimaryMessage = Schema.Union([
  Schema.TaggedStruct("Retire", {}),
  Schema.TaggedStruct("GiveFigures", { id: Schema.Number }),
  Schema.TaggedStruct("Status", {
    status: Schema.Struct({
      wanted: Schema.Number,
      serving: Schema.Number,
      refused: Schema.optional(Schema.Struct({ atMs: Schema.Number, reason: Schema.String })),
    }),
  }),
])

/** What the primary process tells one that serves. */
export type PrimaryMessage = typeof PrimaryMessage.Type

const isWorkerMessage = Schema.is(WorkerMessage)
const isPrimaryMessage = Schema.is(PrimaryMessage)

/** A message of a serving process; undefined for what is none. */
export const readWorkerMessage = (message: unknown): WorkerMessage | undefined =>
  isWorkerMessage(message) ? message : undefined

/** A message of the primary process; undefined for what is none. */
export const readPrimaryMessage = (message: unknown): PrimaryMessage | undefined =>
  isPrimaryMessage(message) ? message : undefined
