import { html, type PageNode } from "../../kit/html.ts"
import type { PageReading } from "../../kit/reading.ts"
import type { DocsFacts } from "../docs-facts.ts"
import { docsWords, type GuideName } from "../docs-words.ts"
import { sessionsGuide } from "./sessions.ts"
import { quotasGuide } from "./quotas.ts"
import { roundingGuide } from "./rounding.ts"
import { errorsGuide } from "./errors.ts"
import { goingLiveGuide } from "./going-live.ts"
import { widgetGuide } from "./widget.ts"
import { signingGuide } from "./signing.ts"
import { coachGuide } from "./coach.ts"
import type { GuideInBoth } from "./guide.ts"

const guides: Readonly<Record<GuideName, GuideInBoth>> = {
  sessions: sessionsGuide,
  rounding: roundingGuide,
  errors: errorsGuide,
  quotas: quotasGuide,
  "going-live": goingLiveGuide,
  signing: signingGuide,
  "coach-words": coachGuide,
  widget: widgetGuide,
}

/** The page of a guide. */
export const guidePage = (facts: DocsFacts, reading: PageReading, name: GuideName): PageNode => {
  const { href, language } = reading
  const guide = guides[name][language]
  const parts = { facts, href, reading }
  return html`<h1 class="display headline">${docsWords[language].guideTitles[name]}</h1>
    <p class="second lede">${guide.lede(parts)}</p>
    <div class="prose wide-prose">${guide.text(parts)}</div>` as PageNode
}
