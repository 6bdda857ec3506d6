import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { metricsAddress, metricsPort } from "./observability.ts"
import { serviceHost, servicePort } from "./server.ts"
import { type Setting, settingMistake } from "./setting.ts"
import { settings } from "./settings.ts"
import { SettingsWrong } from "./settings-wrong.ts"

/** The text of a setting; undefined where it is unset. */
const textOf = (variable: string): Effect.Effect<string | undefined> =>
  Config.option(Config.String(variable)).pipe(
    Effect.map(Option.getOrUndefined),
    Effect.orElseSucceed(() => undefined),
  )

const everyAddress = ["0.0.0.0", "::"]
const thisMachine = ["localhost", "127.0.0.1", "::1"]

/** Whether one port on both hosts is one to listen on. */
const isSameHost = (one: string, other: string): boolean =>
  one === other ||
  [one, other].some((host) => everyAddress.includes(host)) ||
  [one, other].every((host) => thisMachine.includes(host))

/** What is wrong with two ports that are each right: one of them would find the other one taken. */
const samePort = Effect.gen(function* () {
  const metrics = yield* metricsAddress
  const port = yield* servicePort
  const host = yield* serviceHost
  return Option.isSome(metrics) &&
    metrics.value.port === port &&
    isSameHost(metrics.value.host, host)
    ? [settingMistake({ ...metricsPort, expected: "another port than PORT has" }, String(port))]
    : []
}).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

const mistakeOf = (setting: Setting): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const text = yield* textOf(setting.variable)
    const isRead = yield* Effect.isSuccess(setting)
    const isRight = isRead && (text === undefined || setting.isRight?.(text) !== false)
    return isRight ? [] : [settingMistake(setting, text)]
  })

const isSet = (variable: string) => Effect.map(textOf(variable), (text) => (text ?? "") !== "")

/** What a setting does nothing without, where that is unset. */
const idleOf = ({ needs, variable }: Setting): Effect.Effect<ReadonlyArray<string>> =>
  needs === undefined
    ? Effect.succeed([])
    : Effect.map(Effect.all([isSet(variable), isSet(needs)]), ([isGiven, isNeeded]) =>
        isGiven && !isNeeded ? [`${variable} does nothing without ${needs}`] : [],
      )

/**
 * Reads every setting of a server before anything is done with one, and fails with all that are
 * wrong. Gives a sentence for each that does nothing without another one.
 */
export const checkSettings: Effect.Effect<ReadonlyArray<string>, SettingsWrong> = Effect.gen(
  function* () {
    const mistakes = (yield* Effect.forEach(settings, mistakeOf)).flat()
    const all = [...mistakes, ...(yield* samePort)]
    if (all.length > 0) return yield* new SettingsWrong({ mistakes: all })
    return (yield* Effect.forEach(settings, idleOf)).flat()
  },
)

/** Says of each setting that does nothing without another one that this is so. */
export const tellIdle = (idle: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.forEach(idle, (sentence) => Effect.logWarning(sentence), { discard: true })
