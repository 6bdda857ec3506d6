import { assert, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { checkedDigest } from "../../../http/tables/checked-tables.ts"
import { makeCheckFiles, tablesDigest } from "../../../http/tables/table-bundle.ts"
import { answeringFiles } from "../../../rules/tables/index.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

it("the shipped tables may be put in force, of which services of other tests are not in doubt", () => {
  const shipped = shippedSources()
  assert.strictEqual(checkedDigest, tablesDigest(shipped))
  const [file = ""] = answeringFiles
  // One comment more makes them tables that nobody has looked at.
  const sources = new Map([...shipped, [file, `${shipped.get(file)}# Looked at whole.\n`]])
  assert.notStrictEqual(checkedDigest, tablesDigest(sources))
  assert.isTrue(Result.isSuccess(makeCheckFiles()("data", { errors: [], sources })))
})
