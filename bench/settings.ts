/** A whole number that the environment may set. */
interface Setting {
  readonly usual: number
  readonly least: number
  readonly about: string
}

/** What the environment sets of the bench, beside its command line. */
export const settings = {
  // The seeds that tests print may be negative.
  VIATICA_SEED: { usual: 20_261_121, least: -(2 ** 31), about: "from which all inputs are drawn" },
  BENCH_ROUNDS: { usual: 9, least: 1, about: "rounds of each race" },
  BENCH_ROUND_MS: { usual: 150, least: 1, about: "milliseconds of a turn in a round" },
  BENCH_LINES: { usual: 1_000_000, least: 1, about: "lines of the long input of batch-memory" },
  BENCH_MINUTES: { usual: 10, least: 1, about: "minutes of load of memory" },
  BENCH_ENTRIES: { usual: 1_000_000, least: 1, about: "entries of ledger" },
  BENCH_BUSY: { usual: 0, least: 0, about: "processes that keep processors busy beside memory" },
} as const satisfies Readonly<Record<string, Setting>>

type SettingName = keyof typeof settings

/** The names of all settings, in the order in which they are told. */
export const settingNames = Object.keys(settings) as ReadonlyArray<SettingName>

const readSetting = (name: SettingName, text: string | undefined): number | undefined => {
  const { least, usual } = settings[name]
  if (text === undefined) return usual
  const value = text.trim() === "" ? Number.NaN : Number(text)
  return Number.isSafeInteger(value) && value >= least ? value : undefined
}

const amissText = (name: SettingName): string =>
  `${name} is a whole number from ${settings[name].least}`

/** A setting as the environment has it, or the usual one; an error where it is no such number. */
export const settingOf = (name: SettingName): number => {
  const value = readSetting(name, process.env[name])
  if (value === undefined) throw new Error(amissText(name))
  return value
}

/** Tells in one line which settings of an environment are amiss; undefined where none is. */
export const settingsAmiss = (
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const amiss = settingNames.filter((name) => readSetting(name, environment[name]) === undefined)
  return amiss.length === 0 ? undefined : amiss.map(amissText).join("; ")
}
