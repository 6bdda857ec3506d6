import { afterAll, assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"

afterAll(() => vi.unstubAllGlobals())

describe("the address of the workbench's page", () => {
  it.each([
    ["", "home", ""],
    ["#/tables/rules%2Fzones.csv?row=3", "tables", "rules/zones.csv"],
    ["#/tables/%zz/caf%C3%A9", "tables", "%zz/café"],
    ["#/%", "%", ""],
  ])("is read, whatever somebody has typed: %s", async (hash, screen, subject) => {
    vi.resetModules()
    vi.stubGlobal("location", { hash })
    vi.stubGlobal("addEventListener", () => {})
    const { route } = await import("../../../http/workbench/app/kit/route.ts")
    assert.deepInclude({ ...route.value }, { screen, subject })
  })
})
