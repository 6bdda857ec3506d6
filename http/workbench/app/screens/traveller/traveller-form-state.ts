import type { CountryCode, CurrencyCode } from "../../../../../core/vocabulary/codes.ts"
import { dayMs } from "../../../../../core/vocabulary/day.ts"
import { signal } from "@preact/signals"
import type {
  CatalogueShown,
  WorkbenchSituation,
} from "../../../../../rules/changes/traveller/situation.ts"

/** What the form holds, as it is written in its fields. */
export interface TravellerForm {
  readonly residence: CountryCode
  readonly state: string
  readonly destinations: ReadonlyArray<string>
  /** Calendar days `YYYY-MM-DD`. */
  readonly start: string
  readonly end: string
  /** As written: `34, 31`. */
  readonly ages: string
  readonly intent: string
  /** The card as it is sent; null where nothing is said of one. */
  readonly card: NonNullable<WorkbenchSituation["bilan"]["card"]> | null
  readonly market: string
  readonly currency: CurrencyCode
  readonly price: string
  readonly annual: boolean
  readonly cancellation: boolean
  readonly extremeSports: boolean
  readonly friends: boolean
  readonly longTrip: boolean
  readonly riskyActivity: boolean
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const shifted = (day: string, days: number): string => {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) ? day : dayText(ms + days * dayMs)
}

/** The days of a trip, both ends counted; null where it has none. */
export const lengthOf = ({ end, start }: Pick<TravellerForm, "end" | "start">): number | null => {
  const days = (Date.parse(end) - Date.parse(start)) / dayMs + 1
  return Number.isFinite(days) && days > 0 ? days : null
}

/** The last day of a trip of so many days. */
export const endAfter = (start: string, days: number): string => shifted(start, days - 1)

const firstDay = dayText(Date.now() + 30 * dayMs)

/** A couple from France who leave for two weeks in a month. */
const anyForm: TravellerForm = {
  residence: "FR",
  state: "",
  destinations: ["US"],
  start: firstDay,
  end: endAfter(firstDay, 14),
  ages: "34, 31",
  intent: "forTourism",
  card: { network: "visa", tier: "mid" },
  market: "",
  currency: "EUR",
  price: "",
  annual: false,
  cancellation: false,
  extremeSports: false,
  friends: false,
  longTrip: false,
  riskyActivity: false,
}

/** The traveller who is looked at. */
export const travellerForm = signal<TravellerForm>(anyForm)

/** Whose offers are shown. */
export const catalogue = signal<CatalogueShown>("live")

/** The case that the form was filled from; empty once something else is in it. */
export const caseShown = signal("")

/** Changes fields of the form; it is no case any more. */
export const changeForm = (fields: Partial<TravellerForm>): void => {
  travellerForm.value = { ...travellerForm.value, ...fields }
  caseShown.value = ""
}

const numberOrText = (written: string): number | string => {
  const plain = written.replaceAll(/[\s\u00a0\u202f]/g, "").replace(",", ".")
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : written
}

const agesIn = (written: string): ReadonlyArray<number | string> =>
  written
    .split(/[,;\s]+/)
    .filter((age) => age !== "")
    .map(numberOrText)

/** What both endpoints are asked by what is written in the form. */
export const situationOfForm = (form: TravellerForm): WorkbenchSituation => ({
  bilan: {
    residence: form.residence,
    destinations: form.destinations,
    ...(form.card === null ? {} : { card: form.card }),
    trip: {
      friends: form.friends,
      longTrip: form.longTrip,
      riskyActivity: form.riskyActivity,
    },
    ...(form.market === "" ? {} : { market: form.market }),
  },
  quote: {
    trip: {
      intent: form.intent,
      startDate: form.start,
      endDate: form.end,
      countryResidence: form.residence,
      ...(form.state === "" ? {} : { stateResidence: form.state }),
      arrivalCountries: form.destinations,
      travellers: agesIn(form.ages).map((age) => ({ age })),
      ...(form.price === "" ? {} : { tripPrice: numberOrText(form.price) }),
      ...(form.currency === "" ? {} : { currency: form.currency }),
      shouldCoverCancellation: form.cancellation,
      shouldCoverExtremeSports: form.extremeSports,
      isAnnual: form.annual,
    },
  },
})

/** The form that asks what a situation asks. */
export const formOfSituation = ({ bilan, quote: { trip } }: WorkbenchSituation): TravellerForm => ({
  residence: bilan.residence,
  state: trip.stateResidence ?? "",
  destinations: bilan.destinations,
  start: trip.startDate,
  end: trip.endDate,
  ages: trip.travellers.map(({ age }) => age).join(", "),
  intent: trip.intent,
  card: bilan.card ?? null,
  market: bilan.market ?? "",
  currency: trip.currency ?? "",
  price: String(trip.tripPrice ?? ""),
  annual: trip.isAnnual,
  cancellation: trip.shouldCoverCancellation,
  extremeSports: trip.shouldCoverExtremeSports,
  ...bilan.trip,
})
