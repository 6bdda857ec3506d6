import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Lock = Readonly<Record<string, Locked>>

const lock = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../package-lock.json", import.meta.url)), "utf8"),
) as { readonly packages: Lock }

/** Where npm looks for what a package needs: beside it, and in each folder above. */
const placesFrom = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/node_modules/")
  return [...parts.keys()].map((count) =>
    [...parts.slice(0, parts.length - count), ""].join("/node_modules/").replace(/^\//, ""),
  )
}

/** Optional packages that the lock leaves out: `npm ci` refuses it, on whatever machine. */
const leftOut = (packages: Lock): ReadonlyArray<string> =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) =>
      [...placesFrom(path), "node_modules/"].every((place) => packages[place + name] === undefined),
    ),
  )

describe("package-lock.json", () => {
  it("lists the packages of every platform, not only of the one that wrote it", () => {
    assert.isAbove(Object.keys(lock.packages).length, 100)
    assert.deepStrictEqual(leftOut(lock.packages), [])
    const packages = {
      "node_modules/tool": { optionalDependencies: { "tool-linux": "1.0.0", "tool-mac": "1.0.0" } },
      "node_modules/tool-linux": {},
    }
    assert.deepStrictEqual(leftOut(packages), ["tool-mac"])
    assert.deepStrictEqual(
      leftOut({ ...packages, "node_modules/tool/node_modules/tool-mac": {} }),
      [],
    )
  })
})
