import { clock } from "./clock/part.ts"
import { events } from "./events/part.ts"
import { crash } from "./crash/part.ts"
import { input } from "./input/part.ts"
import { disk } from "./disk/part.ts"
import { load } from "./load/part.ts"
import { network } from "./network/part.ts"
import type { Part } from "./part.ts"
import { quotas } from "./quotas/part.ts"
import { secrets } from "./secrets/part.ts"
import { signatures } from "./signatures/part.ts"
import { tenants } from "./tenants/part.ts"
import { strangers } from "./strangers/part.ts"
import { slow } from "./slow/part.ts"
import { upgrade } from "./upgrade/part.ts"

/** Every part, in the order in which they run. */
export const parts: ReadonlyArray<Part> = [
  crash,
  upgrade,
  events,
  quotas,
  signatures,
  tenants,
  secrets,
  clock,
  input,
  slow,
  strangers,
  load,
  network,
  disk,
]
