import * as Config from "effect/Config"
import type * as Option from "effect/Option"

/** What a setting may be: how it is read, and how that is said. */
export interface Kind<out Value> {
  readonly config: (name: string) => Config.Config<Value>
  /** The end of a sentence that begins with "expected". */
  readonly expected: string
}

/** What is said of a setting besides its name, its kind and its default. */
interface Described {
  /** What it is, as the documents tell it. */
  readonly about: string
  /** What is so while it is unset, where its default does not say it. */
  readonly unset?: string
  /** Whether its value may hold a secret, such as a password or a token, so that it is never shown. */
  readonly isSecret?: true
  /** The setting without which this one does nothing. */
  readonly needs?: string
  /** What a text has to be that is read without being checked. */
  readonly isRight?: (text: string) => boolean
}

/** A setting of the environment: a Config that also says what it is. */
export interface Setting<out Value = unknown> extends Config.Config<Value>, Described {
  readonly variable: string
  readonly expected: string
  /** What is so while it is unset. */
  readonly unset: string
}

/** A setting that has a default. */
export interface DefaultedSetting<out Value> extends Setting<Value> {
  readonly otherwise: Value
}

/** Declares a setting with a default. */
export const setting = <Value>(
  variable: string,
  { config, expected }: Kind<Value>,
  described: Described & { readonly otherwise: NoInfer<Value> },
): DefaultedSetting<Value> =>
  Object.assign(Config.withDefault(config(variable), described.otherwise), {
    variable,
    expected,
    unset: String(described.otherwise),
    ...described,
  })

/** Declares a setting that may be unset. */
export const optionalSetting = <Value>(
  variable: string,
  { config, expected }: Kind<Value>,
  described: Described,
): Setting<Option.Option<Value>> =>
  Object.assign(Config.option(config(variable)), {
    variable,
    expected,
    unset: "unset",
    ...described,
  })

const valueLengthMax = 200

/** A value fit for one line, without what stands before an `@`, which may be a password. */
const shownValue = (value: string): string =>
  JSON.stringify(value.slice(0, valueLengthMax).replace(/^(\w+:\/\/)?[^/]*@/, "$1***@"))

/**
 * Says what is wrong with a setting: its name, what it may be, and its value unless that may hold a
 * secret.
 *
 * ```ts
 * import { servicePort } from "../http/config/server.ts"
 * import { settingMistake } from "../http/config/setting.ts"
 * import { masterKey } from "../http/config/storage.ts"
 *
 * settingMistake(servicePort, "http") // => 'The setting PORT is wrong: expected a whole number from 1 to 65535, got "http"'
 * settingMistake(masterKey, "5a") // => "The setting MASTER_KEY is wrong: expected 32 bytes, as 64 hex digits or 44 characters of base64"
 * ```
 */
export const settingMistake = (
  { expected, isSecret, variable }: Pick<Setting, "expected" | "isSecret" | "variable">,
  value: string | undefined,
): string => {
  const got = isSecret === true || value === undefined ? "" : `, got ${shownValue(value)}`
  return `The setting ${variable} is wrong: expected ${expected}${got}`
}
