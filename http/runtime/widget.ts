import * as Effect from "effect/Effect"
import { travellerLanguages } from "../../rules/messages/travellers/languages.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { Assets } from "../pages/kit/assets.ts"
import { makeDemoPage } from "../pages/widget/demo-page.ts"
import { makeWidgetRoute } from "../pages/widget/widget-route.ts"
import { Demo } from "../ports/demo.ts"
import { TrackedLinks } from "../ports/tracked-links.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"

/** The widget's script, and in the demo a page that has the widget in it. */
export const makeWidgetRoutes = Effect.fnUntraced(function* ({
  assets,
  tables,
  texts,
}: {
  readonly assets: Assets
  readonly tables: Tables
  readonly texts: LoadTravellerTexts
}): Effect.fn.Return<ReadonlyArray<OpenRoute>, never, TrackedLinks> {
  const intents = tables.intents.rows.map(({ intent }) => intent)
  const words = Effect.map(texts, (speak) => ({
    intents,
    titles: Object.fromEntries(
      travellerLanguages.map((language) => [language, speak(language)("widget.title")]),
    ),
  }))
  const demo = yield* Demo
  const script = yield* makeWidgetRoute(assets, words)
  const links = yield* TrackedLinks
  return demo === null ? [script] : [script, makeDemoPage({ assets, demo, links })]
})
