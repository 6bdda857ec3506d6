/** The engine that answers what screens ask: travellers, shapes, cases, sources. */
import { serveEngine } from "./serve-engine.ts"

serveEngine(() => ({}))
