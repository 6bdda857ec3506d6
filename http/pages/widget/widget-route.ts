import * as Effect from "effect/Effect"
import { textAnswer } from "../../api/answer.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import type { Assets } from "../kit/assets.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import { answerOf, tagged } from "../validated.ts"
import { Demo } from "../../ports/house.ts"
import { TrackedLinks } from "../../ports/tracked-links.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { makeDemoPage } from "./demo-page.ts"
import { keptHeights, type KeptHeights } from "./widget-tag.ts"

/** What the widget knows of the service. */
export interface ServedWidgetWords {
  /** The letters of all countries, two by two. */
  readonly countries: string
  /** What a trip may be for. */
  readonly intents: ReadonlyArray<string>
  /** What the frame is called, by language. */
  readonly titles: Readonly<Record<string, string>>
  /** The space that is kept for its form. */
  readonly heights: Readonly<Record<keyof typeof keptHeights, KeptHeights>>
}

/** How long a browser shows a page without asking whether the widget has changed. */
const keptSeconds = 300

const headers = {
  "cache-control": `public, max-age=${keptSeconds}`,
  // Pages of partners load it, also those that let nothing in that does not say so.
  "cross-origin-resource-policy": "cross-origin",
}

/** The script as it is served: the asset, called with what it has to know; it leaves no name behind. */
const widgetScript = (source: string, words: ServedWidgetWords): string =>
  `;(() => {\n${source}\nviaticaWidget(${JSON.stringify(words)})\n})()\n`

/** The widget's script, and in the demo a page that has the widget in it. */
export const widgetRoutes = Effect.fnUntraced(function* ({
  assets,
  tables,
  texts,
}: PageRouteParts) {
  const intents = tables.intents.rows.map(({ intent }) => intent)
  const words = Effect.map(texts, (speak) => ({
    countries: tables.countries.rows.map(({ code }) => code).join(""),
    heights: keptHeights,
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

/**
 * `/widget.js`: the script that partners' pages load by its fixed name. It is kept shortly, so that a
 * new one reaches every page soon.
 */
const makeWidgetRoute = (
  assets: Pick<Assets, "text">,
  words: Effect.Effect<ServedWidgetWords>,
): Effect.Effect<OpenRoute> =>
  Effect.map(
    Effect.cached(
      Effect.map(words, (known) =>
        tagged(
          textAnswer(
            200,
            "text/javascript",
            widgetScript(assets.text("widget.js"), known),
            headers,
          ),
        ),
      ),
    ),
    (script): OpenRoute => ({
      pattern: "/widget.js",
      answer: (call) => Effect.map(script, (tag) => answerOf(tag, call)),
    }),
  )
