import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { recordText, type Shown, tableText } from "../../core/plain-text.ts"

const Triggered = Schema.Struct({
  trigger: Schema.String,
  what: Schema.String,
  endpoints: Schema.Array(Schema.String),
  changed: Schema.Array(Schema.Unknown),
})

const Account = Schema.Struct({
  partner: Schema.String,
  ref: Schema.NullOr(Schema.String),
  keys: Schema.Array(
    Schema.Struct({ keyId: Schema.String, secret: Schema.String, mode: Schema.String }),
  ),
})

const Listening = Schema.Struct({
  endpointId: Schema.String,
  secret: Schema.String,
  mode: Schema.String,
  url: Schema.String,
  types: Schema.Array(Schema.String),
})

const readListening = Schema.decodeUnknownOption(Listening)
const readTriggered = Schema.decodeUnknownOption(Triggered)
const readAccount = Schema.decodeUnknownOption(Account)

const isPlain = (value: unknown): value is Exclude<Shown, undefined> =>
  value === null || ["string", "number", "boolean"].includes(typeof value)

/** The fields of an answer, a line each. */
export const fieldsText = (answer: unknown): string =>
  typeof answer === "object" && answer !== null
    ? recordText(
        Object.fromEntries(
          Object.entries(answer).map(([name, field]) => [
            name,
            isPlain(field) ? field : JSON.stringify(field),
          ]),
        ),
      )
    : String(answer)

/**
 * What a trigger came to, for people.
 *
 * ```ts
 * import { triggeredText } from "../http/emulator/told-text.ts"
 *
 * const what = "the next body loses its last byte"
 * triggeredText({ trigger: "INVALID_JSON", what, endpoints: ["quotes"], changed: [] }) // => "INVALID_JSON: the next body loses its last byte.\nIt waits for a call of quotes."
 * ```
 */
export const triggeredText = (answer: unknown): string =>
  Option.match(readTriggered(answer), {
    onNone: () => fieldsText(answer),
    onSome: ({ changed, endpoints, trigger, what }) => {
      const once = [...new Set(changed.map(fieldsText))]
      return [
        `${trigger}: ${what}.`,
        ...(endpoints.length === 0 ? [] : [`It waits for a call of ${endpoints.join(", ")}.`]),
        ...(once.length === 0 ? [] : ["", once.join("\n\n")]),
      ].join("\n")
    },
  })

/** The account and its keys, for people. */
export const accountText = (answer: unknown): string =>
  Option.match(readAccount(answer), {
    onNone: () => fieldsText(answer),
    onSome: ({ keys, partner, ref }) =>
      [
        recordText({ partner, "live ref": ref }),
        "",
        tableText(
          ["mode", "key id", "secret"],
          keys.map(({ keyId, mode, secret }) => [mode, keyId, secret]),
        ),
      ].join("\n"),
  })

/** An endpoint that was made, and how to try it, for people. */
export const listeningText = (answer: unknown, flag: string): string =>
  Option.match(readListening(answer), {
    onNone: () => fieldsText(answer),
    onSome: (made) =>
      [
        recordText({ ...made, types: made.types.length === 0 ? "all" : made.types }),
        "",
        `Try it: viatica emulator trigger ping${flag}`,
      ].join("\n"),
  })

const readListeners = Schema.decodeUnknownOption(
  Schema.Struct({
    endpoints: Schema.Array(
      Schema.Struct({
        endpointId: Schema.String,
        mode: Schema.String,
        url: Schema.String,
        types: Schema.Array(Schema.String),
        waiting: Schema.Int,
        lastOutcome: Schema.NullOr(Schema.String),
        failingSince: Schema.NullOr(Schema.String),
      }),
    ),
  }),
)

/** The endpoints of events, for people. */
export const listenersText = (answer: unknown): string =>
  Option.match(readListeners(answer), {
    onNone: () => fieldsText(answer),
    onSome: ({ endpoints }) =>
      endpoints.length === 0
        ? "No address listens: viatica emulator listen http://127.0.0.1:9000/hooks"
        : tableText(
            ["endpoint", "mode", "url", "types", "waiting", "last", "failing since"],
            endpoints.map((one) => [
              one.endpointId,
              one.mode,
              one.url,
              one.types.length === 0 ? "all" : one.types,
              one.waiting,
              one.lastOutcome,
              one.failingSince,
            ]),
          ),
  })
