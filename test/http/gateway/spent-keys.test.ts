import { expect, it } from "vitest"
import { makeSpentKeys } from "../../../http/gateway/spent-keys.ts"

it("remembers the keys that were refused last, however many are", () => {
  const spent = makeSpentKeys(100)
  const keyIds = Array.from({ length: 10_000 }, (_, index) => `ak_test_${index}`)
  for (const keyId of keyIds) spent.add(keyId)
  expect(keyIds.filter(spent.has)).toEqual(keyIds.slice(-100))
})

it("forgets a key that is granted a call again", () => {
  const spent = makeSpentKeys(2)
  spent.add("a")
  spent.delete("a")
  expect(spent.has("a")).toBe(false)
})
