import * as Effect from "effect/Effect"
import { Operators } from "../../ports/operators.ts"
import { signInAddress } from "../../pages/sign-in/letters.ts"
import { demoPartnerCode } from "../../store/accounts/demo.ts"

/** People of the demo; nobody reads what is sent to them but its outbox. */
const demoOwner = "owner@demo.example"
const demoOperator = "operator@demo.example"

/** How long links that the demo prints hold: whoever starts it may look at it in the evening. */
const demoLinkMinutes = 1_440

/** Links that sign in to the console of a demo, each once. */
export interface DemoLinks {
  /** As an owner of the demo partner. */
  readonly partner: string
  readonly operator: string
}

/** Makes a link that signs an address in at a page, under the address that the demo prints. */
const makeDemoLink = (address: string, email: string, nextPath: string) =>
  Effect.flatMap(Operators, (operators) =>
    Effect.map(
      operators.link({ email, language: "en", nextPath, validMinutes: demoLinkMinutes }),
      (link) => signInAddress(address, link),
    ),
  )

/** Makes the people of the demo where there are none, and a link for each. */
export const makeDemoLinks = (address: string) =>
  Effect.gen(function* () {
    const operators = yield* Operators
    yield* operators.enrol(demoPartnerCode, demoOwner)
    yield* operators.appoint(demoOperator)
    const links: DemoLinks = {
      partner: yield* makeDemoLink(address, demoOwner, "/console"),
      operator: yield* makeDemoLink(address, demoOperator, "/console/operator"),
    }
    return links
  })
