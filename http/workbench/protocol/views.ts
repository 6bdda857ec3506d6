import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import type { Call, CallRefusal, Nothing } from "./call.ts"
import type { CasesViews, SuggestionsEvent } from "./cases.ts"
import type { CheckViews } from "./check.ts"
import type { ImpactViews } from "./impact.ts"
import type { PresenceViews } from "./presence.ts"
import type { ReleasesViews } from "./releases.ts"
import type { ReviewProgress, ReviewViews } from "./review.ts"
import type { SessionViews } from "./session.ts"
import type { SourceViews } from "./calls.ts"
import type { TableViews } from "./table.ts"
import type { GridChange } from "../../../rules/changes/grid/grid-change.ts"
import type { PremiumAsked } from "../../../rules/changes/shape/shape-premium.ts"
import type {
  CoverMapAsked,
  CoverMapView,
  MedicalMapView,
  PremiumView,
  ShapeChoices,
} from "../../../rules/changes/shape/shape-view.ts"
import type {
  NotShown,
  TravellerAsked,
  TravellerChoices,
  TravellerView,
} from "../../../rules/changes/traveller/traveller-view.ts"

/** Every view of the tables that a page can show, by its name: it is told each anew whenever it changes. */
export interface Views
  extends
    CasesViews,
    CheckViews,
    ImpactViews,
    PresenceViews,
    ReleasesViews,
    ReviewViews,
    SessionViews,
    ShapeViews,
    SourceViews,
    TableViews,
    TravellerViews {}

/** The name of a view. */
export type ViewName = keyof Views

/** A view that a page shows. */
export interface ShownView {
  /** The place on the page; it stays while what is shown there is asked with something else. */
  readonly slot: number
  /** Counts what is asked in the place: what is told names it, so that nothing late is taken for new. */
  readonly count: number
  readonly name: string
  readonly input: unknown
}

/** What one place of a page shows now. */
export type ViewPart = Pick<ShownView, "slot" | "count"> &
  (
    | { readonly output: unknown }
    /** What becomes of the output that was told before. */
    | { readonly change: GridChange }
    | { readonly refusal: CallRefusal }
  )

/** The places of a page that show something new, as the tables are at a revision. */
export interface ViewEvent {
  readonly type: "view"
  readonly revision: number
  readonly parts: ReadonlyArray<ViewPart>
}

/** The first word on a stream: under which name the page says what it shows. */
interface StreamOpened {
  readonly type: "opened"
  readonly page: string
}

/** How far long work is that some page has asked for. */
export type ProgressEvent =
  | SuggestionsEvent
  /** How far the situations of the review are. */
  | { readonly type: "review-progress"; readonly progress: ReviewProgress }

/** What the server tells a page by itself, in one stream. */
export type WorkbenchEvent = StreamOpened | ViewEvent | ProgressEvent

/** The shape of tables. */
export interface ShapeViews {
  readonly shapeChoices: Call<Nothing, ShapeChoices>
  readonly shapePremium: Call<PremiumAsked, PremiumView>
  readonly shapeMedical: Call<{ readonly residence: CountryCode }, MedicalMapView>
  readonly shapeCovers: Call<CoverMapAsked, CoverMapView>
}

/** What one traveller is answered. */
export interface TravellerViews {
  readonly travellerChoices: Call<Nothing, TravellerChoices>
  readonly traveller: Call<TravellerAsked, TravellerView>
  readonly travellerNotShown: Call<TravellerAsked, ReadonlyArray<NotShown>>
}
