import { assert, it } from "@effect/vitest"
import { describeWorkbench, faultsOfScreen } from "../support/use-workbench.ts"

describeWorkbench("the frame of the workbench, in a browser", (stage) => {
  it("is sound at every width, light and dark", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/nowhere",
      ready: (page) => page.getByText("There is no such screen.").waitFor(),
    })
    assert.deepStrictEqual(faults, [])
  })

  it("speaks French to who reads French", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/nowhere",
      language: "fr",
      ready: (page) => page.getByText("Cet écran n’existe pas.").waitFor(),
    })
    assert.deepStrictEqual(faults, [])
  })
})
