import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { renderedText } from "../../../http/cli/answer-text.ts"
import { compileText } from "../../../http/messages/icu.ts"
import { makeBilanRenderer, type RenderedBilan } from "../../../rules/messages/render.ts"
import { copyTables } from "../tables/copied-tables.ts"
import { shippedTables } from "../../support/tables.ts"
import { runCommand } from "./run.ts"
import { utcDay } from "../../../http/platform/utc-day.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-rendered-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const request = { residence: "FR", destinations: ["US"], card: { none: true } }
const asked = JSON.stringify(request)

const rendered = makeBilanRenderer({ texts: shippedTables, format: compileText })(
  Result.getOrThrow(makeOfflineCoach(shippedTables, undefined, utcDay(Date.now())).bilan(request)),
)

const viatica = runCommand({})

describe("viatica bilan --render", () => {
  it("prints the sentences of a bilan for people, or as JSON for machines", async () => {
    const file = join(folder, "one.json")
    writeFileSync(file, JSON.stringify(request, null, 2))
    const [people, machine] = await Promise.all([
      viatica(["bilan", "--render", `@${file}`]),
      viatica(["bilan", "--render", "--json", asked]),
    ])
    assert.strictEqual(people.status, 0, people.stderr)
    assert.strictEqual(people.stdout, `${renderedText(rendered)}\n`)
    assert.deepStrictEqual(JSON.parse(machine.stdout), rendered)
  })

  it("takes the texts from the folder of the tables, and names their mistakes", async () => {
    using tables = copyTables()
    tables.edit("messages/headlines.csv", (text) =>
      text.replace(/^coach\.headline\.no_card,.*$/m, "coach.headline.no_card,Essai,Trial,"),
    )
    const inFolder = runCommand({ TABLES_DIR: tables.folder })
    const trial = await inFolder(["bilan", "--render", asked])
    assert.strictEqual(trial.stdout.split("\n")[0], "Essai")
    tables.edit("messages/social.csv", () => "key,fr\n")
    const broken = await inFolder(["bilan", "--render", asked])
    assert.strictEqual(broken.status, 1)
    assert.include(broken.stderr, "messages/social.csv:1:1 expected a column en in the header row")
    // Texts are tables, which the vocabulary publishes: no answer is made beside a broken one.
    const plain = await inFolder(["bilan", asked])
    assert.deepStrictEqual([plain.status, plain.stderr], [1, broken.stderr])
  })

  it("prints the pages behind the sentences, then the rows that decided", async () => {
    const [people, machine] = await Promise.all([
      viatica(["bilan", "--render", "--explain", asked]),
      viatica(["bilan", "--render", "--explain", "--json", asked]),
    ])
    assert.strictEqual(people.status, 0, people.stderr)
    const [headline] = people.stdout.split("\n")
    assert.strictEqual(headline, rendered.headline)
    assert.match(
      people.stdout,
      /Lecture du .*depuis\.\n(?:.+\n){4}\ncard\.\w+: .*\n {2}\S+\.csv:\d+ /,
    )
    const explained = JSON.parse(machine.stdout) as {
      readonly answer: RenderedBilan
      readonly explanation: ReadonlyArray<unknown>
    }
    assert.strictEqual(explained.answer.headline, rendered.headline)
    assert.isTrue(explained.answer.arguments.every(({ sources }) => sources !== undefined))
    assert.isAbove(explained.explanation.length, 10)
  })

  it("refuses lines, which have no sentences", async () => {
    const lines = await viatica(["bilan", "--render", "-"], `${asked}\n${asked}\n`)
    assert.strictEqual(lines.status, 2)
    assert.strictEqual(lines.stdout, "")
    assert.strictEqual(
      lines.stderr,
      "viatica: --render takes one request, as an argument or in a file, not lines\n",
    )
  })
})

describe("a rendered bilan for people", () => {
  const parts: RenderedBilan = {
    lang: "en",
    headline: "Look",
    medical: "Aim high.",
    gaps: [
      {
        slug: "privateRc",
        label: "Liability",
        badge: "missing",
        badgeLabel: "Absent",
        sentence: "No cover.",
      },
    ],
    arguments: [
      {
        id: "liability_missing",
        category: "responsabilite",
        strength: "strong",
        figure: "1 €",
        hook: "Harm?",
        fact: "It happens.",
        pitch: "Insure it.",
      },
    ],
    social: "Many do.",
    disclosures: [],
    gapsNote: null,
    unknown: ["of_tomorrow", "k"],
  }

  it("shows every sentence, with the id of each argument", () => {
    assert.strictEqual(
      renderedText(parts),
      [
        "Look",
        "Aim high.",
        "",
        "Liability [Absent]",
        "  No cover.",
        "",
        "Harm? [liability_missing, strong, 1 €]",
        "  It happens.",
        "  Insure it.",
        "",
        "Many do.",
        "",
        "no text for: of_tomorrow, k",
      ].join("\n"),
    )
  })

  it("leaves no holes where sentences are missing", () => {
    const bare = { ...parts, headline: null, gaps: [], arguments: [], social: null, unknown: [] }
    assert.strictEqual(renderedText(bare), "Aim high.")
    assert.strictEqual(renderedText({ ...bare, medical: null }), "")
  })
})
