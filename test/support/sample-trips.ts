/** A trip that the sandbox prices, as a partner would send it. */
export const sampleTrip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "FR",
  arrivalCountries: ["ES"],
  travellers: [{ age: 35 }, { age: 8 }],
} as const

/** A body of `POST /quotes` around {@link sampleTrip}, with some fields of the trip replaced. */
export const quoteBody = (
  changes: Readonly<Record<string, unknown>> = {},
  top: Readonly<Record<string, unknown>> = {},
) => ({ trip: { ...sampleTrip, ...changes }, ...top })

/** A body of `POST /coach/bilan` that names a generic card. */
export const bilanBody = (changes: Readonly<Record<string, unknown>> = {}) => ({
  residence: "FR",
  destinations: ["US"],
  card: { network: "visa", tier: "premium" },
  ...changes,
})

/** The signed paths of the partner API. */
export const paths = {
  quotes: "/api/v1/travel/quotes",
  links: "/api/v1/travel/links",
  meta: "/api/v1/travel/meta",
  bilan: "/api/v1/coach/bilan",
  cards: "/api/v1/coach/cards",
  conversion: "/api/postback/conversion",
  sales: "/api/v1/sales",
  statements: "/api/v1/statements",
  statementBooks: "/api/v1/statements/books",
  calls: "/api/v1/calls",
  events: "/api/v1/events",
  eventEndpoints: "/api/v1/events/endpoints",
  eventPing: "/api/v1/events/ping",
  eventResend: "/api/v1/events/resend",
  eventEndpointCreate: "/api/v1/events/endpoints/create",
  eventEndpointUpdate: "/api/v1/events/endpoints/update",
  eventEndpointRotate: "/api/v1/events/endpoints/rotate",
  eventEndpointRemove: "/api/v1/events/endpoints/remove",
} as const

/** The paths of the partner API that need no signature. */
export const openPaths = { vocabulary: "/api/v1/coach/vocabulary.json" } as const
