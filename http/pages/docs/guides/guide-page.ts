import type { DocumentLanguage } from "../../../../rules/documents/covers.ts"
import { html, type PageNode } from "../../kit/html.ts"
import type { PageReading } from "../../kit/reading.ts"
import type { DocsFacts } from "../docs-facts.ts"
import { docsWords, type GuideName } from "../docs-words.ts"
import { coachWordsEn } from "./coach.ts"
import { coachWordsFr } from "./coach-words-fr.ts"
import { errorsEn } from "./errors.ts"
import { errorsFr } from "./errors-fr.ts"
import { goingLiveEn } from "./going-live.ts"
import { goingLiveFr } from "./going-live-fr.ts"
import type { Guide } from "./guide.ts"
import { quotasEn } from "./quotas.ts"
import { quotasFr } from "./quotas-fr.ts"
import { roundingEn } from "./rounding.ts"
import { roundingFr } from "./rounding-fr.ts"
import { sessionsEn } from "./sessions.ts"
import { sessionsFr } from "./sessions-fr.ts"
import { signingEn } from "./signing.ts"
import { signingFr } from "./signing-fr.ts"
import { widgetEn } from "./widget.ts"
import { widgetFr } from "./widget-fr.ts"

const guides: Readonly<Record<GuideName, Readonly<Record<DocumentLanguage, Guide>>>> = {
  sessions: { en: sessionsEn, fr: sessionsFr },
  rounding: { en: roundingEn, fr: roundingFr },
  errors: { en: errorsEn, fr: errorsFr },
  quotas: { en: quotasEn, fr: quotasFr },
  "going-live": { en: goingLiveEn, fr: goingLiveFr },
  signing: { en: signingEn, fr: signingFr },
  "coach-words": { en: coachWordsEn, fr: coachWordsFr },
  widget: { en: widgetEn, fr: widgetFr },
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
