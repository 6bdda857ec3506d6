import { describe, expect, it } from "@effect/vitest"
import { clock } from "./clock/part.ts"
import { crash } from "./crash/part.ts"
import { disk } from "./disk/part.ts"
import { events } from "./events/part.ts"
import { input } from "./input/part.ts"
import { load } from "./load/part.ts"
import { network } from "./network/part.ts"
import { isKept } from "./part.ts"
import { quotas } from "./quotas/part.ts"
import { slow } from "./slow/part.ts"
import { strangers } from "./strangers/part.ts"
import { upgrade } from "./upgrade/part.ts"
import { testSeed } from "../support/random.ts"

describe("the short form of a part that kills, fills, floods, waits or takes long", () => {
  it.for([clock, crash, disk, events, input, load, network, quotas, slow, strangers, upgrade])(
    "$name: no promise is broken",
    async ({ name, run }, { skip }) => {
      const seed = testSeed(`torture/${name}`) >>> 1
      const outcomes = await run({ seed, isShort: true, say: () => {} })
      expect(outcomes.flatMap(({ violations }) => violations)).toEqual([])
      expect(outcomes).not.toEqual([])
      const untried = outcomes.filter(({ cases }) => cases === 0)
      const told = untried.flatMap(({ notes = [] }) => notes)
      if (told.length > 0) skip(told.join("; "))
      expect(outcomes.every(isKept)).toBe(true)
    },
  )
})
