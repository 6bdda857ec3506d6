import { assert, describe, it } from "@effect/vitest"
import { copyName, copyNaming } from "../../../rules/tables/copyable.ts"
import { definitions } from "../../../rules/tables/index.ts"

const named = Object.values(definitions).flatMap((definition) => {
  const naming = copyNaming(definition)
  return naming === undefined ? [] : [{ file: definition.file, naming }]
})

const filesOf = (isPointer: boolean, noun: "card product" | "offer"): ReadonlyArray<string> =>
  named.flatMap(({ file, naming }) =>
    naming.isPointer === isPointer && naming.noun === noun ? [file] : [],
  )

describe("rows that name a thing that can be copied", () => {
  it("are the thing's own where it is of their key, and are copied with it", () => {
    assert.sameMembers(
      [...filesOf(false, "card product")],
      ["coach/products.csv", "coach/benefits.csv", "coach/cover_terms.csv"],
    )
    assert.sameMembers(
      [...filesOf(false, "offer")],
      ["sandbox", "catalogue"].flatMap((folder) => [
        `${folder}/offers.csv`,
        `${folder}/guarantees.csv`,
        `${folder}/highlights.csv`,
      ]),
    )
  })

  it("only point to it where they have a key of their own, as cards do to their product", () => {
    assert.sameMembers(
      [...filesOf(true, "card product")],
      ["coach/cards.csv", "coach/baselines.csv", "coach/generic_profiles.csv"],
    )
    assert.deepStrictEqual(filesOf(true, "offer"), [])
  })

  it("call a card product by its country and name, and an offer by its id", () => {
    const nameIn = (file: string, row: Readonly<Record<string, string>>) => {
      const found = named.find((each) => each.file === file)
      return found === undefined ? undefined : copyName(row, found.naming)
    }
    const card = { country: "FR", benefit_product: "Visa Premier" }
    assert.strictEqual(nameIn("coach/cards.csv", card), "FR:Visa Premier")
    assert.strictEqual(nameIn("sandbox/offers.csv", { offer_id: "101", name: "x" }), "101")
  })
})
