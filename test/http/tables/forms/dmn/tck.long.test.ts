import { assert, describe, it } from "@effect/vitest"
import { loadFeel } from "../../../../../http/tables/forms/dmn/feel.ts"
import { type ModelVerdict, runKit } from "../../../../../http/tables/forms/tck/run-kit.ts"

// The models of the Technology Compatibility Kit of DMN (github.com/dmn-tck/tck) that hold decision
// tables. Nothing of the kit lies here: `DMN_TCK` names a copy of it.

const kit = process.env["DMN_TCK"]

const lineOf = ({ model, refused, represented, right, tables, wrong }: ModelVerdict): string =>
  [
    `${model}: ${represented} of ${tables} tables, ${right} results right, ${wrong.length} wrong, ${refused.length} refused`,
    ...wrong.map((one) => `  wrong: ${one}`),
    ...[...new Set(refused.map((one) => one.replace(/^.* would need /, "")))].map(
      (needs) => `  refused: would need ${needs}`,
    ),
  ].join("\n")

describe.skipIf(kit === undefined)("the kit of DMN, in the folder DMN_TCK", () => {
  it("is answered rightly by every model that has a decision table", async () => {
    const feel = await loadFeel()
    if (feel === undefined) assert.fail("feelin is not installed")
    const { models: verdicts, tests } = runKit(kit ?? "", feel)
    const passed = verdicts.filter(({ refused, wrong }) => refused.length + wrong.length === 0)
    const failed = verdicts.filter(({ wrong }) => wrong.length > 0)
    const refused = verdicts.filter(
      ({ refused: some, wrong }) => some.length > 0 && wrong.length === 0,
    )
    console.log(
      [
        ...verdicts.map(lineOf),
        `${verdicts.length} models with decision tables: ${passed.length} passed, ${refused.length} refused, ${failed.length} failed`,
      ].join("\n"),
    )
    assert.deepStrictEqual(
      failed.map(({ wrong }) => wrong),
      [],
    )
    const whole = verdicts.filter(({ represented, tables }) => represented === tables)
    assert.deepStrictEqual(whole.filter(({ refused: some }) => some.length > 0).map(lineOf), [])
    assert.lengthOf(passed, verdicts.length)
    assert.isAtLeast(tests.length, 3_000)
    assert.deepStrictEqual(
      tests.filter(
        ({ comment, result }) => result !== "SUCCESS" && !/no decision table/.test(comment),
      ),
      [],
    )
  })
})

it.skipIf(kit !== undefined)("the kit of DMN is not run: DMN_TCK names no copy of it", () => {
  assert.isUndefined(kit)
})
