/** What the environment sets of the bench, beside its command line: whole numbers. */
export const settings = {
  // The seeds that tests print may be negative.
  VIATICA_SEED: { least: -(2 ** 31), about: "from which all inputs are drawn; usually 20261121" },
  BENCH_ROUNDS: { least: 1, about: "rounds of each part; usually 9, over HTTP 27" },
  BENCH_ROUND_MS: {
    least: 1,
    about: "milliseconds of a turn in a round; usually 150, of quotas 700, over HTTP 500",
  },
  BENCH_MINUTES: {
    least: 1,
    about: "minutes of steady load; usually 2 of http-steady, 10 of memory",
  },
} as const satisfies Readonly<Record<string, { readonly least: number; readonly about: string }>>

type SettingName = keyof typeof settings

/** The names of all settings, in the order in which they are told. */
export const settingNames = Object.keys(settings) as ReadonlyArray<SettingName>

const isWholeFrom = (least: number, text: string): boolean =>
  text.trim() !== "" && Number.isSafeInteger(Number(text)) && Number(text) >= least

const amissText = (name: SettingName): string =>
  `${name} is a whole number from ${settings[name].least}`

/** A setting as the environment has it, or the usual one; an error where it is no such number. */
export const settingOf = (name: SettingName, usual: number): number => {
  const text = process.env[name]
  if (text === undefined) return usual
  if (!isWholeFrom(settings[name].least, text)) throw new Error(amissText(name))
  return Number(text)
}

/** The seed of all inputs. */
export const seed = (): number => settingOf("VIATICA_SEED", 20_261_121)

/** Tells in one line which settings of an environment are amiss; undefined where none is. */
export const settingsAmiss = (
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const amiss = settingNames.filter((name) => {
    const text = environment[name]
    return text !== undefined && !isWholeFrom(settings[name].least, text)
  })
  return amiss.length === 0 ? undefined : amiss.map(amissText).join("; ")
}
