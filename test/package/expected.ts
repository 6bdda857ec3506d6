import { assert } from "@effect/vitest"
import * as Result from "effect/Result"
import { compileText } from "../../http/messages/icu.ts"
import { tablesHash } from "../../http/tables/table-bundle.ts"
import { apiVersion } from "../../http/config/version.ts"
import { warned } from "../../core/fields/request-warning.ts"
import { shapeOf } from "../../core/fields/shape-of.ts"
import { bilanBody } from "../../rules/coach/bilan-body.ts"
import { limitsOf } from "../../rules/reference/limits.ts"
import { describeCoachRefusal } from "../../rules/coach/coach-refusal.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import type { ProcessOutcome } from "../support/run-process.ts"
import { shippedTables } from "../support/tables.ts"
import { makeOfflineCoach } from "../../rules/coach/offline.ts"
import { shippedSources } from "../support/shipped-sources.ts"

const requests: ReadonlyArray<unknown> = [
  { residence: "FR", destinations: ["US"], card: { none: true } },
  { residence: "FR", destinations: ["ES", "IT"], card: { network: "visa", tier: "premium" } },
  { residence: "us", destinations: ["JP"], card: { catalogueId: 1 }, trip: { longTrip: true } },
  { residence: "SG", destinations: ["ZZ"], card: { bin: "497010" }, ref: "a-b", market: "my" },
  { residence: "CA", destinations: ["FR"], card: { bank: "x", network: "visa", tier: "entry" } },
  { residence: "FR", destinations: ["US"], crad: { none: true }, trip: { riskyActvity: true } },
  { residence: "FR", destinations: [] },
  { residence: "FRA", destinations: ["US"] },
  [1],
  null,
]

/** What the consumers in `consumer/` are asked, as their argument. */
export const asked = JSON.stringify(requests)

/** The bilans of the engine in the sources. */
const engineVersion = `${apiVersion}+${tablesHash(shippedSources())}`
const shape = shapeOf(bilanBody(limitsOf(shippedTables)))
const { bilan, warningsOf } = makeOfflineCoach(shippedTables, engineVersion, undefined, shape)
const expected = requests.map((request) =>
  Result.match(bilan(request), {
    onSuccess: (response) => ({ response: warned(response, warningsOf(request)) }) as unknown,
    onFailure: (refusal) => ({ code: refusal.code, detail: describeCoachRefusal(refusal) }),
  }),
)

/** The sentences of the renderer in the sources. */
const render = makeBilanRenderer({ texts: shippedTables, format: compileText })
const expectedSentences = requests.map((request) =>
  Result.match(bilan(request), {
    onSuccess: (response) =>
      [render(response), render(response, { lang: "en" })] as ReadonlyArray<unknown> | null,
    onFailure: () => null,
  }),
)

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** What `consumer/bilans.mjs` prints. */
export interface Report {
  readonly modules: ReadonlyArray<string>
  readonly refusals: Readonly<Record<"connect" | "generate" | "read", string>>
  readonly engineVersion: string
  readonly plain: ReadonlyArray<unknown>
  readonly effect: ReadonlyArray<unknown>
  readonly explained: ReadonlyArray<unknown>
  readonly figure: { readonly figure: string; readonly value: unknown }
}

/** The report of a consumer that ended well, whose bilans are those of the sources. */
export const sameBilans = ({ status, stderr, stdout }: ProcessOutcome): Report => {
  assert.strictEqual(status, 0, stderr)
  const report = JSON.parse(stdout) as Report
  assert.strictEqual(report.engineVersion, engineVersion)
  assert.deepStrictEqual(report.plain, asJson(expected))
  assert.deepStrictEqual(report.effect, report.plain)
  assert.deepStrictEqual(report.explained, report.plain)
  assert.include(report.figure, { figure: "card.origin", value: "none" })
  return report
}

/** A consumer ended well and printed the sentences of the sources. */
export const sameSentences = ({ status, stderr, stdout }: ProcessOutcome): void => {
  assert.strictEqual(status, 0, stderr)
  assert.deepStrictEqual(JSON.parse(stdout), asJson(expectedSentences))
}
