import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { shapedCatalogues } from "../../../../rules/changes/shape/shape-view.ts"
import type { Bench } from "../bench.ts"
import type { ShapeViews } from "../../protocol/views.ts"
import type { ViewHandlers } from "../handler.ts"

const code = Schema.String

/** Asks the engine that answers screens; it gives what its own handler of that name does. */
const asked =
  <Name extends keyof ShapeViews>(name: Name) =>
  (input: ShapeViews[Name]["input"], { answers }: Bench) =>
    Effect.map(answers.ask(name, input), (output) => output as ShapeViews[Name]["output"])

/** Each is asked of an engine, and none waits for another. */
const following = { follows: ["tables"], calmMs: 0 } as const

/** What makes views of the shape of tables. */
export const shapeViews: ViewHandlers<keyof ShapeViews> = {
  shapeChoices: { input: Schema.Struct({}), ...following, answer: asked("shapeChoices") },
  shapePremium: {
    input: Schema.Struct({
      catalogue: Schema.Literals(shapedCatalogues),
      offerId: Schema.Int,
      residence: code,
    }),
    ...following,
    answer: asked("shapePremium"),
  },
  shapeMedical: {
    input: Schema.Struct({ residence: code }),
    ...following,
    answer: asked("shapeMedical"),
  },
  shapeCovers: {
    input: Schema.Struct({
      residence: code,
      destination: code,
      bank: Schema.NullOr(Schema.String),
      longTrip: Schema.Boolean,
      friends: Schema.Boolean,
      riskyActivity: Schema.Boolean,
    }),
    ...following,
    answer: asked("shapeCovers"),
  },
}
