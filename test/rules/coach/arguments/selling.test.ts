import { describe, expect, it } from "vitest"
import { prepareSelling } from "../../../../rules/coach/arguments/arguments.ts"
import { shippedTables } from "../../../support/tables.ts"

const { rowFor, shouldSell } = prepareSelling(shippedTables)

describe("whether a cover should be offered", () => {
  const known = { reach: "abroad", confirmed: true } as const

  it.each([
    [null, null, false],
    ["useful", null, false],
    ["strong", null, true],
    ["decisive", null, true],
    ["useful", 3, false],
    ["strong", 3, true],
    ["strong", 4, false],
    ["decisive", 4, false],
  ] as const)(
    "with %s arguments under a warning of level %j is %s",
    (strongest, warning, sells) => {
      expect(shouldSell({ strongest, warning, ...known })).toBe(sells)
    },
  )

  it.each([
    ["abroad", true],
    ["home", false],
    ["own_territory", false],
  ] as const)("is for a trip %s of which too little is known %s", (reach, sells) => {
    const unknown = { strongest: "useful", warning: null, reach, confirmed: false } as const
    expect(shouldSell(unknown)).toBe(sells)
    expect(shouldSell({ ...unknown, warning: 4 })).toBe(false)
  })

  it("is no where no row says so", () => {
    const silent = prepareSelling({
      coachSelling: { ...shippedTables.coachSelling, evaluate: () => [] },
    })
    const facts = { strongest: "decisive", warning: null, ...known } as const
    expect(silent.shouldSell(facts)).toBe(false)
    expect(silent.rowFor(facts)).toBeUndefined()
    expect(rowFor(facts)?.shouldSell).toBe(true)
  })
})
