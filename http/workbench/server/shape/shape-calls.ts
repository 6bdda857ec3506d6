import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { shapedCatalogues } from "../../../../rules/changes/shape/shape-view.ts"
import type { Bench } from "../bench.ts"
import type { CallHandlers } from "../call-handlers.ts"
import type { ShapeCalls } from "../../protocol/shape.ts"

const code = Schema.String

/** Asks the engine that answers screens; it gives what its own handler of that name does. */
const asked =
  <Name extends keyof ShapeCalls>(name: Name) =>
  (input: ShapeCalls[Name]["input"], { answers }: Bench) =>
    Effect.map(answers.ask(name, input), (output) => output as ShapeCalls[Name]["output"])

/** What answers calls about the shape of tables. */
export const shapeHandlers: CallHandlers<keyof ShapeCalls> = {
  shapeChoices: { input: Schema.Struct({}), answer: asked("shapeChoices") },
  shapePremium: {
    input: Schema.Struct({
      catalogue: Schema.Literals(shapedCatalogues),
      offerId: Schema.Int,
      residence: code,
    }),
    answer: asked("shapePremium"),
  },
  shapeMedical: { input: Schema.Struct({ residence: code }), answer: asked("shapeMedical") },
  shapeCovers: {
    input: Schema.Struct({
      residence: code,
      destination: code,
      bank: Schema.NullOr(Schema.String),
      longTrip: Schema.Boolean,
      friends: Schema.Boolean,
      riskyActivity: Schema.Boolean,
    }),
    answer: asked("shapeCovers"),
  },
}
