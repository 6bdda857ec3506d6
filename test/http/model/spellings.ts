/** A trip as it is sent and as it is kept; two of one `sameness` are the same trip. */
export interface Spelling {
  readonly sameness: number
  readonly sent: Readonly<Record<string, unknown>>
  readonly kept: {
    readonly intent: string
    readonly arrivalCountries: ReadonlyArray<string>
    readonly travellers: ReadonlyArray<{ readonly age: number }>
    readonly isAnnual: boolean
  }
}

const days = { startDate: "2027-07-01", endDate: "2027-07-14", countryResidence: "FR" }
const flags = { shouldCoverCancellation: false, shouldCoverExtremeSports: false }

const ages = (...years: ReadonlyArray<number>) => years.map((age) => ({ age }))

const kept = (
  intent: string,
  arrivalCountries: ReadonlyArray<string>,
  travellers: Spelling["kept"]["travellers"],
  isAnnual = false,
): Spelling["kept"] & Readonly<Record<string, unknown>> => ({
  ...days,
  ...flags,
  intent,
  arrivalCountries,
  travellers,
  currency: "EUR",
  isAnnual,
})

const leisure = { ...days, intent: "forTourism" }

/** A few trips, some of which are permutations of one another. */
export const spellings: ReadonlyArray<Spelling> = [
  {
    sameness: 0,
    sent: { ...leisure, arrivalCountries: ["ES", "PT"], travellers: ages(35, 8, 8) },
    kept: kept("forTourism", ["ES", "PT"], ages(35, 8, 8)),
  },
  {
    sameness: 0,
    sent: {
      ...leisure,
      arrivalCountries: ["PT", "ES", "PT"],
      travellers: ages(8, 35, 8),
      currency: "EUR",
      stateResidence: "TX",
      tripPrice: null,
    },
    kept: kept("forTourism", ["PT", "ES"], ages(8, 35, 8)),
  },
  {
    sameness: 1,
    sent: { ...leisure, arrivalCountries: ["ES", "PT"], travellers: ages(35, 35, 8) },
    kept: kept("forTourism", ["ES", "PT"], ages(35, 35, 8)),
  },
  {
    sameness: 2,
    sent: { ...days, intent: "annual", arrivalCountries: ["ES"], travellers: ages(35) },
    kept: kept("annual", ["ES"], ages(35), true),
  },
  {
    sameness: 2,
    sent: {
      ...days,
      intent: "annual",
      arrivalCountries: ["ES", "ES"],
      travellers: ages(35),
      isAnnual: true,
    },
    kept: kept("annual", ["ES"], ages(35), true),
  },
  {
    sameness: 3,
    sent: { ...leisure, arrivalCountries: ["ES", "BV"], travellers: ages(35) },
    kept: kept("forTourism", ["ES", "BV"], ages(35)),
  },
]

/** The spelling of a number, which the commands draw from {@link spellings}. */
export const spellingOf = (number: number): Spelling => {
  const spelling = spellings[number]
  if (spelling === undefined) throw new Error(`no trip has the number ${number}`)
  return spelling
}

/** Whether a trip makes the sandbox rehearse a refusal. */
export const isRehearsal = (number: number): boolean =>
  spellingOf(number).kept.arrivalCountries.includes("BV")
