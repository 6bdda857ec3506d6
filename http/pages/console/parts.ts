import type * as Effect from "effect/Effect"
import type { AccountPolicy } from "../../../rules/accounts/policy.ts"
import type { FeeTerms } from "../../../rules/fees/handling-fee.ts"
import type { ExampleSale } from "../../../rules/pricing/commission-example.ts"
import type { Answer } from "../../api/answer.ts"
import type { RequestHead } from "../../api/incoming.ts"
import type { WorkPlaces } from "../../platform/places.ts"
import type { KeyStoreUnavailable, PartnerNotFound } from "../../ports/account-errors.ts"
import type { AuditLog } from "../../ports/audit-log.ts"
import type { EventStoreUnavailable } from "../../ports/event-errors.ts"
import type { Events } from "../../ports/events.ts"
import type { Keys } from "../../ports/keys.ts"
import type { LinkStoreUnavailable } from "../../ports/link-errors.ts"
import type { Mail } from "../../ports/mail.ts"
import type { OneTime } from "../../ports/one-time.ts"
import type { Partners } from "../../ports/partners.ts"
import type { PeopleUnavailable } from "../../ports/people-errors.ts"
import type { People, Visitor } from "../../ports/people.ts"
import type { Reviews } from "../../ports/reviews.ts"
import type { SaleStoreUnavailable } from "../../ports/sale-errors.ts"
import type { Sales } from "../../ports/sales.ts"
import type { TrackedLinks } from "../../ports/tracked-links.ts"
import type { Usage, UsageUnavailable } from "../../ports/usage.ts"
import type { FormFields } from "../kit/form.ts"
import type { MakePage } from "../kit/page.ts"
import type { FormRefused, Visitors } from "../sign-in/visitor.ts"
import type { ConsoleContent } from "./frame.ts"
import type { ConsoleView } from "./view.ts"

/** What the console stands on. */
export interface ConsoleParts {
  readonly makePage: MakePage
  /** Where pages are made, a few at once: the rest of the database is for signed calls. */
  readonly places: WorkPlaces
  readonly baseUrl: string
  readonly visitors: Visitors
  readonly people: People["Service"]
  readonly mail: Mail["Service"]
  /** The network that a call comes from. */
  readonly networkOf: (call: RequestHead) => string
  readonly partners: Partners["Service"]
  readonly events: Events["Service"]
  readonly keys: Keys["Service"]
  readonly reviews: Reviews["Service"]
  readonly oneTime: OneTime["Service"]
  readonly trackedLinks: TrackedLinks["Service"]
  readonly sales: Sales["Service"]
  readonly usage: Usage["Service"]
  readonly audit: AuditLog["Service"]
  /** What accounts start with, by the tables in force. */
  readonly policy: AccountPolicy
  /** The house's own handling fee, in basis points of the premium. */
  readonly standardFeeBps: number
  /** What the example trip comes to under some terms. */
  readonly example: (terms: FeeTerms) => ReadonlyArray<ExampleSale>
  /** Days after which a pending sale validates itself. */
  readonly validationDays: number
  /** Days that an invitation holds. */
  readonly invitationDays: number
}

/** Why a page of the console cannot be shown at the moment. */
export type ConsoleFailure =
  | EventStoreUnavailable
  | KeyStoreUnavailable
  | LinkStoreUnavailable
  | PartnerNotFound
  | SaleStoreUnavailable
  | UsageUnavailable

/** What a page of the console is asked with. */
export interface ConsoleRequest {
  /** Its head alone: a page is made in a place, where nobody waits for what a client has to send. */
  readonly call: RequestHead
  /** The form that came with it; empty where none was sent. */
  readonly form: FormFields
  readonly visitor: Visitor
  readonly view: ConsoleView
  /** The fields of the address. */
  readonly query: (name: string) => string
  /** Shows a page in the console's frame. */
  readonly show: (content: ConsoleContent) => Answer
}

/** What answers a page of the console. */
export type ConsolePage = (
  request: ConsoleRequest,
) => Effect.Effect<Answer, ConsoleFailure | FormRefused | PeopleUnavailable>

/** A request of somebody who works with an account. */
export interface PartnerRequest extends ConsoleRequest {
  readonly partnerCode: string
}
