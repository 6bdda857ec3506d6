import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { linkBody, saleBody } from "./estate.ts"
import type { Names } from "./names.ts"

/** The scope that a probe's endpoint asks for; none for endpoints that every key may call. */
type Needed = "quotes" | "quotes.link" | "coach" | null

/** A call that tries for an object by its name. */
export interface Probe {
  readonly tries: string
  readonly needs: Needed
  readonly method: "GET" | "POST"
  readonly path: (wanted: Names, own: Names) => string
  readonly body?: (wanted: Names, own: Names) => unknown
  /** Whether the call needs no signature. */
  readonly isOpen?: true
  /** How a key that may call the endpoint is answered when the object is not its own. */
  readonly foreign: string
  /** How it is answered for an object of its own. */
  readonly ownOutcome: string
  /** Whether an account's keys of the other mode may name the object as well. */
  readonly isOfBothModes?: true
}

const post = (
  path: string,
  needs: Needed,
  body: NonNullable<Probe["body"]>,
): Pick<Probe, "body" | "method" | "needs" | "path"> => ({
  method: "POST",
  path: () => path,
  needs,
  body,
})

const named = ({ keyId, order, partnerCode, partnerId, ref, session }: Names): string =>
  new URLSearchParams({ keyId, partnerCode, partnerId, order, ref, sessionId: session }).toString()

const sessions: ReadonlyArray<Probe> = [
  {
    tries: "a session by a quote",
    ...post(paths.quotes, "quotes", ({ session }) => quoteBody({}, { sessionId: session })),
    foreign: "200",
    ownOutcome: "200",
  },
  {
    tries: "a session by a link",
    ...post(paths.links, "quotes.link", ({ session }) => linkBody(session)),
    foreign: "400 BAD_SESSION_ID",
    ownOutcome: "200",
  },
  {
    tries: "a session by a changed trip",
    ...post(paths.links, "quotes.link", ({ session }) => ({
      ...linkBody(session),
      trip: { ...quoteBody().trip, travellers: [{ age: 99 }] },
    })),
    foreign: "400 BAD_SESSION_ID",
    ownOutcome: "200",
  },
  {
    tries: "a subscription in the place of a session",
    ...post(paths.links, "quotes.link", ({ subscriptionId }) => linkBody(subscriptionId)),
    foreign: "400 BAD_SESSION_ID",
    ownOutcome: "400 BAD_SESSION_ID",
  },
]

const codes: ReadonlyArray<Probe> = [
  {
    tries: "a link code by a link",
    ...post(paths.links, "quotes.link", ({ linkCode }, { session }) =>
      linkBody(session, { linkCode }),
    ),
    foreign: "404 LINK_NOT_FOUND",
    ownOutcome: "200",
    isOfBothModes: true,
  },
  {
    tries: "an archived link code by a link",
    ...post(paths.links, "quotes.link", ({ archivedCode }, { session }) =>
      linkBody(session, { linkCode: archivedCode }),
    ),
    foreign: "404 LINK_NOT_FOUND",
    ownOutcome: "404 LINK_NOT_FOUND",
    isOfBothModes: true,
  },
  {
    tries: "a ref by a bilan",
    ...post(paths.bilan, "coach", ({ ref }) => bilanBody({ ref })),
    foreign: "200",
    ownOutcome: "200",
    isOfBothModes: true,
  },
  {
    tries: "a link code under an own ref by a bilan",
    ...post(paths.bilan, "coach", ({ linkCode }, { partnerCode }) =>
      bilanBody({ ref: `${partnerCode}-${linkCode}` }),
    ),
    foreign: "200",
    ownOutcome: "200",
    isOfBothModes: true,
  },
  {
    tries: "a subscription under an own link's address",
    method: "GET",
    needs: null,
    isOpen: true,
    path: ({ quote }, { linkCode }) => `/r/${linkCode}?quote=${quote}&offer=1001`,
    foreign: "302",
    ownOutcome: "302",
    isOfBothModes: true,
  },
]

const conversions: ReadonlyArray<Probe> = [
  {
    tries: "a ref by a sale",
    ...post(paths.conversion, null, ({ order, ref }) => saleBody(ref, order)),
    foreign: "404 LINK_NOT_FOUND",
    ownOutcome: "200",
    isOfBothModes: true,
  },
  {
    tries: "an archived ref by a sale",
    ...post(paths.conversion, null, ({ archivedCode, order, partnerCode }) =>
      saleBody(`${partnerCode}-${archivedCode}`, `${order} late`),
    ),
    foreign: "404 LINK_NOT_FOUND",
    ownOutcome: "200",
    isOfBothModes: true,
  },
  {
    tries: "a link code under an own ref by a sale",
    ...post(paths.conversion, null, ({ linkCode, order }, { partnerCode }) =>
      saleBody(`${partnerCode}-${linkCode}`, order),
    ),
    foreign: "404 LINK_NOT_FOUND",
    ownOutcome: "200",
    isOfBothModes: true,
  },
  {
    tries: "an order by a sale of its own",
    ...post(paths.conversion, null, ({ order }, { ref }) => saleBody(ref, order)),
    foreign: "200",
    ownOutcome: "200",
  },
  {
    tries: "an order by its cancellation",
    ...post(paths.conversion, null, ({ order }, { ref }) => ({
      ...saleBody(ref, order),
      status: "cancelled",
    })),
    foreign: "200",
    ownOutcome: "200",
  },
]

const readings: ReadonlyArray<Probe> = [
  {
    tries: "an account by the query of meta",
    method: "GET",
    needs: null,
    path: (wanted) => `${paths.meta}?${named(wanted)}`,
    foreign: "200",
    ownOutcome: "200",
    isOfBothModes: true,
  },
  {
    tries: "an account by the query of cards",
    method: "GET",
    needs: "coach",
    path: (wanted) => `${paths.cards}?country=FR&${named(wanted)}`,
    foreign: "200",
    ownOutcome: "200",
    isOfBothModes: true,
  },
]

/** Every way to an object. */
export const probes: ReadonlyArray<Probe> = [...sessions, ...codes, ...conversions, ...readings]
