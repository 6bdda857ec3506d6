/** The engine that answers what screens ask: travellers, shapes, cases, sources, releases. */
import { makeEngineLoading, serveEngine } from "./engine/serve-engine.ts"
import { releaseAnswers } from "./releases/release-answers.ts"
import { shapeAnswers } from "./shape/shape-answers.ts"
import { sourcesAnswers } from "./sources/sources-answers.ts"
import { travellerEngine } from "./traveller/traveller-engine.ts"
import { casesEngine } from "./cases/cases-engine.ts"

serveEngine(() => {
  const load = makeEngineLoading()
  return {
    ...shapeAnswers(load),
    ...sourcesAnswers(load),
    ...travellerEngine(load),
    ...casesEngine(load),
    ...releaseAnswers,
  }
})
