import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type {
  NotShown,
  TravellerAsked,
  TravellerChoices,
  TravellerView,
} from "../../../../rules/changes/traveller/traveller-view.ts"
import { utcDay } from "../../../platform/utc-day.ts"
import type { Bench } from "../bench.ts"
import { askedSituation } from "./asked-situation.ts"
import type { TravellerQuestion } from "./traveller-engine.ts"
import type { TravellerViews } from "../../protocol/views.ts"
import type { ViewHandlers } from "../handler.ts"

const travellerAsked: Schema.ConstraintDecoder<TravellerAsked> = Schema.Struct({
  situation: askedSituation,
  catalogue: Schema.Literals(["sandbox", "live"]),
})

/** Asks the engine about a traveller today. */
const ask = Effect.fnUntraced(function* (name: string, asked: TravellerAsked, { answers }: Bench) {
  const today = utcDay(yield* Clock.currentTimeMillis)
  const question: TravellerQuestion = { ...asked, today }
  return yield* answers.ask(name, question)
})

/** Each is asked of an engine, and none waits for another. */
const following = { follows: ["tables"], calmMs: 0 } as const

/** What makes views of one traveller. */
export const travellerViews: ViewHandlers<keyof TravellerViews> = {
  travellerChoices: {
    input: Schema.Struct({}),
    ...following,
    answer: (_, { answers }) =>
      Effect.map(answers.ask("traveller.choices", {}), (found) => found as TravellerChoices),
  },
  traveller: {
    input: travellerAsked,
    ...following,
    answer: (asked, bench) =>
      Effect.map(ask("traveller", asked, bench), (found) => found as TravellerView),
  },
  travellerNotShown: {
    input: travellerAsked,
    ...following,
    answer: (asked, bench) =>
      Effect.map(
        ask("traveller.notShown", asked, bench),
        (found) => found as ReadonlyArray<NotShown>,
      ),
  },
}
