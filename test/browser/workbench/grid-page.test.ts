import { assert, it } from "@effect/vitest"
import { eventually } from "../../support/eventually.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const tariffs = "catalogue/tariffs.csv"
const waitMs = 15_000

describeWorkbench("the page of the grid, in a browser", (stage) => {
  it("draws each of 5,000 rows while it is scrolled", async () => {
    const context = await stage.browser().newContext({ viewport: { width: 1280, height: 900 } })
    const { page } = await openScreen(context, stage.bench(), {
      path: "/tables/coach/benefits.csv?row=2&column=state",
      ready: (opened) => opened.locator(".strip b").waitFor(),
    })
    await page.locator("revo-grid revogr-data[type=rgRow]").first().hover()
    for (let turn = 0; turn < 25; turn += 1) await page.mouse.wheel(0, 2_400)
    const areDrawn = () =>
      page.evaluate(() => {
        const box = document.querySelector("revo-grid")?.getBoundingClientRect()
        const shownIn = (part: string) =>
          [...document.querySelectorAll<HTMLElement>(`${part} .rgRow`)].filter((each) => {
            const { bottom, top } = each.getBoundingClientRect()
            return box !== undefined && bottom > box.top + 50 && top < box.bottom
          })
        const seen = shownIn(".rowHeaders")
        const rows = shownIn('revogr-data[col-type="rgCol"]')
        const room = (box?.height ?? 0) - 60
        const lines = seen.map((each) => Number(each.innerText))
        return (
          Math.min(seen.length, rows.length) * 34 >= room - 34 &&
          lines.every((line) => line > 500) &&
          rows.every(({ innerText }) => innerText.trim().length > 10)
        )
      })
    assert.isTrue(await eventually(areDrawn, waitMs), "rows far below are drawn, none is blank")
    await context.close()
  })

  it("is sound at every width, light and dark", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/tables/fees.csv?row=3&column=value",
      ready: (page) => page.locator(".strip b").waitFor(),
    })
    assert.deepStrictEqual(faults, [])
  })

  it("speaks French to who reads French", async () => {
    const faults = await faultsOfScreen(stage, {
      path: `/tables/${tariffs}?row=935&column=age`,
      language: "fr",
      ready: (page) => page.getByText("Age, ligne 935").waitFor(),
    })
    assert.deepStrictEqual(faults, [])
  })
})
