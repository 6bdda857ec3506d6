import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

const documents = execFileSync("git", ["ls-files", "--", "*.md"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")

const textOf = (document: string): string => readFileSync(join(root, document), "utf8")

/** What a reader sees as text: no code. */
const prose = (text: string): string =>
  text.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "")

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const anchorsOf = (document: string): ReadonlyArray<string> =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading))

interface Link {
  readonly document: string
  readonly target: string
}

const links: ReadonlyArray<Link> = documents.flatMap((document) =>
  [...prose(textOf(document)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) =>
    /^[a-z]+:/.test(target) ? [] : [{ document, target }],
  ),
)

const leadsSomewhere = ({ document, target }: Link): boolean => {
  const [path = "", anchor] = target.split("#")
  const file = path === "" ? document : join(dirname(document), path)
  if (!existsSync(join(root, file))) return false
  return anchor === undefined || (file.endsWith(".md") && anchorsOf(file).includes(anchor))
}

/** Files of the project that documents name in code, such as `core/memory.ts`. */
const namedFiles = documents.flatMap((document) =>
  [...textOf(document).matchAll(/`((?:core|rules|http|bench|test|\.config)\/[\w./-]+\.\w+)`/g)].map(
    ([, target = ""]): Link => ({ document, target }),
  ),
)

/** Programs that documents name by the end of their path, such as `layout.ts` of a folder that was named before. */
const namedPrograms = documents.flatMap((document) =>
  [...textOf(document).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, target = ""]): Link => ({
    document,
    target,
  })),
)

const programs = execFileSync("git", ["ls-files", "--", "*.ts", "*.tsx"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")

const isProgram = ({ target }: Link): boolean =>
  programs.some((path) => path === target || path.endsWith(`/${target}`))

describe("documents", () => {
  it(`lead somewhere with each of their ${links.length} relative links`, () => {
    assert.isAbove(links.length, 50)
    assert.deepStrictEqual(
      links.filter((link) => !leadsSomewhere(link)),
      [],
    )
  })

  it(`name files that there are, ${namedFiles.length} times`, () => {
    assert.isAbove(namedFiles.length, 50)
    assert.deepStrictEqual(
      namedFiles.filter(({ target }) => !existsSync(join(root, target))),
      [],
    )
  })

  it(`name programs that there are, ${namedPrograms.length} times`, () => {
    assert.isAbove(namedPrograms.length, 100)
    assert.deepStrictEqual(
      namedPrograms.filter((named) => !isProgram(named)),
      [],
    )
  })

  it("would tell of a link that leads nowhere", () => {
    assert.isFalse(leadsSomewhere({ document: "README.md", target: "docs/nowhere.md" }))
    assert.isFalse(leadsSomewhere({ document: "README.md", target: "docs/operations.md#nowhere" }))
    assert.isTrue(leadsSomewhere({ document: "README.md", target: "docs/operations.md#settings" }))
  })
})
