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
import type { CallHandlers } from "../call-handlers.ts"
import { askedSituation } from "./asked-situation.ts"
import type { TravellerQuestion } from "./traveller-engine.ts"
import type { TravellerCalls } from "../../protocol/traveller.ts"

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

/** What answers calls about one traveller. */
export const travellerHandlers: CallHandlers<keyof TravellerCalls> = {
  travellerChoices: {
    input: Schema.Struct({}),
    answer: (_, { answers }) =>
      Effect.map(answers.ask("traveller.choices", {}), (found) => found as TravellerChoices),
  },
  traveller: {
    input: travellerAsked,
    answer: (asked, bench) =>
      Effect.map(ask("traveller", asked, bench), (found) => found as TravellerView),
  },
  travellerNotShown: {
    input: travellerAsked,
    answer: (asked, bench) =>
      Effect.map(
        ask("traveller.notShown", asked, bench),
        (found) => found as ReadonlyArray<NotShown>,
      ),
  },
}
