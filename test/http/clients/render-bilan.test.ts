import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { IntlMessageFormat } from "intl-messageformat"
import { compileText, readText } from "../../../http/messages/icu.ts"
import { writtenLanguages } from "../../../core/vocabulary/written-language.ts"
import { prepareCoach } from "../../../rules/coach/engine.ts"
import { offlineContext } from "../../../rules/coach/offline.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import { makeBilanRenderer } from "../../../rules/messages/render.ts"
import { messageTexts } from "../../../rules/messages/vocabulary.ts"
import { definitions } from "../../../rules/tables/index.ts"
import * as Result from "effect/Result"
import { shippedTables } from "../../support/tables.ts"
import { isLong } from "../../support/long.ts"
import { itByClients } from "../../support/client-programs.ts"

const render = makeBilanRenderer({ texts: shippedTables, format: compileText })

const vocabulary = { messages: messageTexts({ definitions, tables: shippedTables }, readText) }

const allAnswers = ((): ReadonlyArray<BilanResponse> => {
  const coach = prepareCoach(shippedTables)
  const context = offlineContext("test", "2026-11-29")
  const asked = [
    ...corpusOf(shippedTables).map(({ bilan }): object => bilan as object),
    ...shippedTables.coachCards.rows.map(({ catalogueId, country }) => ({
      residence: country,
      destinations: ["US", "TH"],
      card: { catalogueId },
      trip: { friends: true, riskyActivity: true },
    })),
  ]
  return asked
    .flatMap((request, index) =>
      // The language of the market, and for one in four each.
      (index % 4 === 0 ? [undefined, ...writtenLanguages] : [undefined]).map((lang) =>
        coach.bilan(
          { ...request, ...(lang === undefined ? {} : { lang }) },
          // Facts alone for one in three.
          { ...context, factsOnly: index % 3 === 1 },
        ),
      ),
    )
    .flatMap((answer) => (Result.isSuccess(answer) ? [answer.success] : []))
})()

/** Every sentence that an answer asks for: its key, in which language, and the kinds of its values. */
const sentencesOf = ({ meta, ...answer }: BilanResponse): ReadonlySet<string> => {
  const found = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    const { key, messageKeys = {}, subjectKey, vars } = value as Partial<Message>
    if (vars !== undefined) {
      const kinds = Object.entries(vars).map(([name, each]) => [name, kindOf(each)])
      for (const each of [key, subjectKey, ...Object.values(messageKeys)]) {
        found.add(JSON.stringify([meta.lang, meta.market === "us", each, kinds]))
      }
    }
    Object.values(value).forEach(collect)
  }
  collect(answer)
  return found
}

interface Message {
  readonly key: string
  readonly subjectKey: string
  readonly messageKeys: Readonly<Record<string, string>>
  readonly vars: Readonly<Record<string, unknown>>
}

/** Texts tell none, one and several apart, and no other values of a kind. */
const kindOf = (value: unknown): unknown => (value === 0 || value === 1 ? value : typeof value)

/** All answers in the long form; by day those with a sentence that no answer before them asks for. */
const answers = ((): ReadonlyArray<BilanResponse> => {
  const known = new Set<string>()
  return allAnswers.filter((answer) => {
    const sentences = [...sentencesOf(answer)].filter((sentence) => !known.has(sentence))
    for (const sentence of sentences) known.add(sentence)
    return isLong || sentences.length > 0
  })
})()

/** What the renderer of the package says of an answer, as the published ways have to say it. */
const told = (answer: BilanResponse) => {
  const { disclosures, gaps, headline, medical, reading, social, unknown, ...rest } = render(answer)
  assert.deepStrictEqual(unknown, [])
  return {
    headline,
    medical,
    gaps: gaps.map(({ badgeLabel, label, sentence }) => ({ label, badge: badgeLabel, sentence })),
    arguments: rest.arguments.map(({ fact, hook, pitch }) => ({ hook, fact, pitch })),
    social,
    reading,
    disclosures,
  }
}

type Told = ReturnType<typeof told>

const expected = answers.map(told)

const byLabel = (left: { readonly label: string }, right: { readonly label: string }): number =>
  left.label < right.label ? -1 : 1

const assertSame = (found: ReadonlyArray<Told>, sorted = false): void => {
  assert.strictEqual(found.length, expected.length)
  for (const [index, each] of found.entries()) {
    const wanted = expected[index]
    assert.isDefined(wanted)
    if (!sorted) assert.deepStrictEqual(each, wanted)
    else {
      const inOrder = (some: Told): Told => ({ ...some, gaps: some.gaps.toSorted(byLabel) })
      assert.deepStrictEqual(inOrder(each), inOrder(wanted))
    }
  }
}

describe("a bilan of the corpus, rendered from the published vocabulary, reads as viatica/messages says it", () => {
  it("by the example of the guide", async () => {
    const page = readFileSync(
      fileURLToPath(new URL("../../../docs/partners.md", import.meta.url)),
      "utf8",
    )
    const [, example = ""] =
      /```js\n\/\/ Renders a bilan[^]*?(const renderBilan = [^]*?\n}\n)/.exec(page) ?? []
    const AsyncFunction = (async () => {}).constructor as new (
      ...source: ReadonlyArray<string>
    ) => (
      format: typeof IntlMessageFormat,
    ) => Promise<(answer: BilanResponse, messages: unknown) => Told>
    const made = new AsyncFunction("IntlMessageFormat", `${example}\nreturn renderBilan`)
    const renderBilan = await made(IntlMessageFormat)
    assertSame(answers.map((answer) => renderBilan(answer, vocabulary.messages)))
  })

  itByClients(
    {
      Python: `import json
from viatica import render_bilan
messages = json.load(open("vocabulary.json", encoding="utf-8"))["messages"]
answers = json.load(open("answers.json", encoding="utf-8"))
print(json.dumps([render_bilan(answer, messages) for answer in answers]))
`,
      PHP: `<?php
$messages = json_decode(file_get_contents("vocabulary.json"), true)["messages"];
$answers = json_decode(file_get_contents("answers.json"), true);
echo json_encode(array_map(fn ($answer) => \\Viatica\\renderBilan($answer, $messages), $answers));
`,
      Java: `import java.nio.file.Files;
import java.nio.file.Path;
import viatica.Json;
import viatica.Viatica;

public final class Run {
    public static void main(String[] args) throws Exception {
        Json messages = Json.parse(Files.readString(Path.of("vocabulary.json"))).at("messages");
        Json answers = Json.parse(Files.readString(Path.of("answers.json")));
        String told = Json.write(answers.items().stream().map(each -> Viatica.renderBilan(each, messages)).toList());
        System.out.write(told.getBytes("UTF-8"));
        System.out.flush();
    }
}
`,
      Go: `package main

import (
	"encoding/json"
	"os"

	"viatica.example/viatica"
)

func main() {
	vocabulary, _ := os.ReadFile("vocabulary.json")
	text, _ := os.ReadFile("answers.json")
	var answers []json.RawMessage
	if err := json.Unmarshal(text, &answers); err != nil {
		panic(err)
	}
	rendered := make([]viatica.RenderedBilan, len(answers))
	for index, answer := range answers {
		told, err := viatica.RenderBilan(answer, vocabulary)
		if err != nil {
			panic(err)
		}
		rendered[index] = told
	}
	_ = json.NewEncoder(os.Stdout).Encode(rendered)
}
`,
    },
    (run, language) => {
      const printed = run({
        "answers.json": JSON.stringify(answers),
        "vocabulary.json": JSON.stringify(vocabulary),
      })
      // The gaps of the client in Go stand by their names.
      assertSame(JSON.parse(printed) as ReadonlyArray<Told>, language === "Go")
    },
  )
})
