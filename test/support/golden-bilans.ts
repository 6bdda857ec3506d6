import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"

const Because = { because: Schema.String }

const Amount = Schema.NullOr(Schema.Number)

const GoldenCase = Schema.Struct({
  name: Schema.String,
  /** What the case is about, and how its card was chosen. */
  why: Schema.String,
  request: Schema.Unknown,
  /** Figures of the answer by their path; texts with plain spaces. */
  figures: Schema.Array(Schema.Struct({ at: Schema.String, is: Schema.Unknown, ...Because })),
  /** Every gap, in any order: what is not listed must not be one. Left out where gaps are not the point. */
  gaps: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        slug: Schema.String,
        badge: Schema.Literals(["missing", "insufficient", "conditional", "unverified"]),
        value: Amount,
        recommended: Amount,
        ...Because,
      }),
    ),
  ),
  /** Some of the arguments; not all have to be listed. */
  arguments: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      strength: Schema.optionalKey(Schema.String),
      figure: Schema.optionalKey(Schema.String),
      ...Because,
    }),
  ),
  noArguments: Schema.Array(Schema.Struct({ id: Schema.String, ...Because })),
  /** The arguments in the order of the answer, where all are expected. */
  told: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The first argument. */
  leads: Schema.optionalKey(Schema.Struct({ id: Schema.String, ...Because })),
})

/** A bilan reasoned by hand: a request, and what must come of it with the reason beside it. */
export type GoldenBilan = typeof GoldenCase.Type

const GoldenFile = Schema.Struct({ about: Schema.String, cases: Schema.Array(GoldenCase) })

const folder = fileURLToPath(new URL("../vectors/bilans/", import.meta.url))

/** The golden bilans of all files under test/vectors/bilans. */
export const goldenBilans = (): ReadonlyArray<GoldenBilan> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap(
      (name) =>
        Schema.decodeUnknownSync(GoldenFile, { onExcessProperty: "error" })(
          JSON.parse(readFileSync(`${folder}${name}`, "utf8")),
        ).cases,
    )
