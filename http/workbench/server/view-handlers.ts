import type { ViewName } from "../protocol/views.ts"
import { casesViews } from "./cases/cases-calls.ts"
import { checkViews } from "./check/check-calls.ts"
import type { ViewHandlers } from "./handler.ts"
import { impactViews } from "./impact/impact-calls.ts"
import { presenceViews } from "./presence/presence-calls.ts"
import { releasesViews } from "./releases/releases-calls.ts"
import { reviewViews } from "./review/review-calls.ts"
import { sessionViews } from "./session/session-calls.ts"
import { shapeViews } from "./shape/shape-calls.ts"
import { sourceViews } from "./sources/sources-calls.ts"
import { tableViews } from "./table/table-calls.ts"
import { travellerViews } from "./traveller/traveller-calls.ts"

/** What makes each view that a page can show. */
export const viewHandlers: ViewHandlers<ViewName> = {
  ...casesViews,
  ...checkViews,
  ...impactViews,
  ...presenceViews,
  ...releasesViews,
  ...reviewViews,
  ...sessionViews,
  ...shapeViews,
  ...sourceViews,
  ...tableViews,
  ...travellerViews,
}
