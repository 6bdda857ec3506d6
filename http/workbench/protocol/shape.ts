import type { PremiumAsked } from "../../../rules/changes/shape/shape-premium.ts"
import type {
  CoverMapAsked,
  CoverMapView,
  MedicalMapView,
  PremiumView,
  ShapeChoices,
} from "../../../rules/changes/shape/shape-view.ts"
import type { Call, Nothing } from "./call.ts"

/** The shape of tables. */
export interface ShapeViews {
  readonly shapeChoices: Call<Nothing, ShapeChoices>
  readonly shapePremium: Call<PremiumAsked, PremiumView>
  readonly shapeMedical: Call<{ readonly residence: string }, MedicalMapView>
  readonly shapeCovers: Call<CoverMapAsked, CoverMapView>
}
