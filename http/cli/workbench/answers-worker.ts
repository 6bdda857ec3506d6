/** The engine that answers what screens ask: travellers, shapes, cases, sources. */
import { shapeAnswers } from "./shape/shape-answers.ts"
import { sourcesAnswers } from "./sources/sources-answers.ts"
import { casesEngine } from "./cases/cases-engine.ts"
import { travellerEngine } from "./traveller/traveller-engine.ts"
import { makeLoading } from "./engine/loaded-versions.ts"
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(() => {
  const load = makeLoading()
  return { ...shapeAnswers(load), ...sourcesAnswers(load) }
  return { ...travellerEngine(load), ...casesEngine(load) }
})
