/** The engine that answers what screens ask: travellers, shapes, cases, sources. */
import { casesEngine } from "./cases/cases-engine.ts"
import { travellerEngine } from "./traveller/traveller-engine.ts"
import { makeLoading } from "./engine/loaded-versions.ts"
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(() => {
  const load = makeLoading()
  return { ...travellerEngine(load), ...casesEngine(load) }
})
