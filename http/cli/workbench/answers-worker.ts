/** The engine that answers what screens ask: travellers, shapes, cases, sources. */
import { serveEngine } from "./engine/serve-engine.ts"

serveEngine(() => ({}))
