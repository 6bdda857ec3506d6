import type {
  NotShown,
  TravellerAsked,
  TravellerChoices,
  TravellerView,
} from "../../../rules/changes/traveller/traveller-view.ts"
import type { Call, Nothing } from "./call.ts"

/** What one traveller is answered. */
export interface TravellerViews {
  readonly travellerChoices: Call<Nothing, TravellerChoices>
  readonly traveller: Call<TravellerAsked, TravellerView>
  readonly travellerNotShown: Call<TravellerAsked, ReadonlyArray<NotShown>>
}
