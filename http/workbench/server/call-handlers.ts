import { additionHandlers } from "./additions/addition-calls.ts"
import type { CallName } from "../protocol/calls.ts"
import { casesHandlers } from "./cases/cases-calls.ts"
import { checkHandlers } from "./check/check-calls.ts"
import type { CallHandlers } from "./handler.ts"
import { impactHandlers } from "./impact/impact-calls.ts"
import { presenceHandlers } from "./presence/presence-calls.ts"
import { releasesHandlers } from "./releases/releases-calls.ts"
import { reviewHandlers } from "./review/review-calls.ts"
import { searchHandlers } from "./search/search-calls.ts"
import { sessionHandlers } from "./session/session-calls.ts"
import { sourceHandlers } from "./sources/sources-calls.ts"
import { tableHandlers } from "./table/table-calls.ts"

/** What answers each call of the page. */
export const callHandlers: CallHandlers<CallName> = {
  ...sessionHandlers,
  ...checkHandlers,
  ...searchHandlers,
  ...impactHandlers,
  ...presenceHandlers,
  ...sourceHandlers,
  ...tableHandlers,
  ...casesHandlers,
  ...reviewHandlers,
  ...releasesHandlers,
  ...additionHandlers,
}
