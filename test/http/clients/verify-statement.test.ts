import { assert, describe, it } from "@effect/vitest"
import { verifyStatement } from "../../../http/clients/typescript/index.ts"
import { makeMasterKey } from "../../../http/store/secrets/envelope.ts"
import {
  booksHead,
  checkpointNote,
  emptyTree,
  grownTree,
  logOrigin,
  type StatementTree,
  statementKeyOf,
} from "../../../http/store/payouts/statement-tree.ts"
import { closeStatement, nextMonth } from "../../../rules/payouts/statement.ts"
import { statementText } from "../../../rules/payouts/statement-record.ts"
import { isLong, times } from "../../support/long.ts"
import { itByClients } from "../../support/client-programs.ts"
import { makeChoices, testSeed } from "../../support/random.ts"

const key = statementKeyOf(makeMasterKey(new Uint8Array(32).fill(7), "test"))()

const lineOf = (
  order: string,
  kind: string,
  from: string,
  to: string,
  amountMinor: bigint,
): string =>
  JSON.stringify({
    order,
    at: "2026-10-02T09:00:00.000Z",
    kind,
    from,
    to,
    amountMinor: String(amountMinor),
  })

/** The books of a month with some sales, each validated: signed as the service does. */
const closed = (
  before: StatementTree,
  month: string,
  openingMinor: bigint,
  orders: ReadonlyArray<string>,
) => {
  const amountMinor = BigInt(orders.length) * 1_000n
  const sales = orders.length
  const figures = closeStatement({
    opening: { pendingMinor: 0n, carriedMinor: openingMinor },
    moved: [
      { kind: "booking", from: "commission_expense", to: "pending", amountMinor, sales },
      { kind: "validation", from: "pending", to: "payable", amountMinor, sales },
    ],
    returned: { amountMinor: 0n, sales: 0 },
    heldMinor: 700n,
    minimumMinor: 5_000n,
  })
  const statement = {
    version: 1 as const,
    number: `ACME-${month}-EUR`,
    partnerCode: "acme",
    partnerName: "Acme “Voyages” Zürich",
    month,
    currency: "EUR",
    minorUnits: 2,
    closedAtMs: 1_793_500_000_000,
    holdDays: 14,
    payOn: null,
    ...figures,
  }
  const lines = [
    ...orders.flatMap((order) => [
      lineOf(order, "booking", "commission_expense", "pending", 1_000n),
      lineOf(order, "validation", "pending", "payable", 1_000n),
    ]),
    statementText(statement),
  ]
  const tree = grownTree(before, lines)
  const head = booksHead(before, checkpointNote(key, logOrigin(statement), tree))
  return { tree, books: `${head}\n${lines.join("\n")}\n`, carriedMinor: figures.carriedMinor }
}

/** Books, and what they are held to. */
interface Asked {
  readonly books: string
  readonly key: string
  readonly previous: string | null
  readonly sales: Readonly<Record<string, number | null>> | null
}

const october = closed(emptyTree, "2026-10", 0n, ["a", "2", 'ünï\n"code"\t', "d 4", "e"])
const november = closed(october.tree, nextMonth("2026-10"), october.carriedMinor, ["f", "g"])
const sales = { f: 1_000, g: null }

const honest: ReadonlyArray<Asked> = [
  { books: october.books, key: key.publicKey, previous: null, sales: null },
  {
    books: october.books,
    key: `acme+00000000+${key.publicKey}\n`,
    previous: null,
    sales: { a: 1_000, "2": 1_000, 'ünï\n"code"\t': 1_000, "d 4": 1_000, e: 1_000 },
  },
  { books: november.books, key: key.publicKey, previous: october.books, sales },
]

/** Where one sign of the books is another, taken away or said twice, or a line is. */
const forgedAt = (choices: ReturnType<typeof makeChoices>, books: string): string => {
  const lines = books.split("\n")
  // Blank lines part what is said, and a note may have signatures of others: neither says anything.
  const telling = lines.flatMap((line, place) => (line === "" ? [] : [place]))
  const place = telling[choices.integer(0, telling.length - 1)] ?? 0
  const line = lines[place] ?? ""
  const sign = choices.integer(0, Math.max(0, line.length - 1))
  const drawn = choices.pick(["drop", "twice", "swap", "sign", "digit"])
  const act = line.startsWith("— ") ? "drop" : drawn
  if (act === "drop") return lines.toSpliced(place, 1).join("\n")
  if (act === "twice") return lines.toSpliced(place, 0, line).join("\n")
  if (act === "swap") return lines.toSpliced(place, 2, lines[place + 1] ?? "", line).join("\n")
  const changed =
    act === "digit"
      ? line.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))
      : `${line.slice(0, sign)}x${line.slice(sign + 1)}`
  return lines.toSpliced(place, 1, changed).join("\n")
}

const forged = ((): ReadonlyArray<Asked> => {
  const choices = makeChoices(testSeed("forged books"))
  const [first, , last] = honest as readonly [Asked, Asked, Asked]
  return [
    { ...last, previous: null },
    { ...last, previous: last.books },
    { ...last, key: Buffer.concat([Buffer.of(1), Buffer.alloc(32, 9)]).toString("base64") },
    { ...last, sales: { f: 1_000 } },
    { ...last, sales: { f: 999, g: 1_000, h: 1 } },
    { ...first, books: "" },
    ...Array.from({ length: times(40, 1_000) }, () => {
      const books = forgedAt(choices, november.books)
      return { ...last, books }
    }).filter(({ books }) => books !== november.books),
  ]
})()

const asked = [...honest, ...forged]

/** What all clients tell; forged texts may be no books for one and books of other lines for another. */
const told = (
  found: ReadonlyArray<{
    readonly faults: ReadonlyArray<string>
    readonly sales: ReadonlyArray<string>
    readonly dueMinor: number
  }>,
) => {
  assert.strictEqual(found.length, asked.length)
  for (const [place, { dueMinor, faults, sales: wrong }] of found.entries()) {
    if (place >= honest.length) assert.isNotEmpty(faults, JSON.stringify(asked[place]))
    else
      assert.deepStrictEqual(
        [faults, wrong, dueMinor],
        [[], [], place === 2 ? 6_300 : 0],
        JSON.stringify(asked[place]),
      )
  }
  assert.deepStrictEqual(
    found
      .slice(honest.length, honest.length + 6)
      .map(({ faults, sales: wrong }) => [...faults, ...wrong.toSorted()]),
    [
      ["previous"],
      ["previous"],
      ["signature", "previous"],
      ["sales", "g"],
      ["sales", "f", "h"],
      ["form"],
    ],
  )
}

const many = closed(
  emptyTree,
  "2026-10",
  0n,
  Array.from({ length: 100_000 }, (_, place) => `order ${place}`),
)

describe("books of statements are verified alike, forged ones too,", () => {
  it("by the client in TypeScript", async () => {
    const found = await Promise.all(
      asked.map(({ books, previous, sales: known, ...rest }) =>
        verifyStatement(books, {
          ...rest,
          previous: previous ?? undefined,
          sales: known ?? undefined,
        }),
      ),
    )
    told(found)
    if (!isLong) return
    const taken: Array<number> = []
    for (let round = 0; round < 3; round += 1) {
      const before = process.cpuUsage()
      const { faults } = await verifyStatement(many.books, { key: key.publicKey })
      const { system, user } = process.cpuUsage(before)
      assert.deepStrictEqual(faults, [])
      taken.push(Math.round((system + user) / 1_000))
    }
    process.stdout.write(`TypeScript: 100,000 sales verified in ${taken.join(", ")} ms\n`)
    assert.isBelow(Math.min(...taken), 2_000)
  })

  itByClients(
    {
      Python: `import json, time
from viatica import verify_statement
found = []
for each in json.load(open("asked.json", encoding="utf-8")):
    began = time.process_time()
    verified = verify_statement(each["books"], each["key"], each["previous"], each["sales"])
    ms = int((time.process_time() - began) * 1000)
    found.append({"faults": verified.faults, "sales": verified.sales, "dueMinor": verified.due_minor, "ms": ms})
print(json.dumps(found))
`,
      PHP: `<?php
$found = [];
foreach (json_decode(file_get_contents("asked.json"), true) as $each) {
    $began = hrtime(true);
    $verified = Viatica\\verifyStatement($each["books"], $each["key"], $each["previous"], $each["sales"]);
    $ms = intdiv(hrtime(true) - $began, 1_000_000);
    $found[] = ["faults" => $verified->faults, "sales" => $verified->sales, "dueMinor" => $verified->dueMinor, "ms" => $ms];
}
echo json_encode($found);
`,
      Java: `import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import viatica.Json;
import viatica.Viatica;

public final class Run {
    public static void main(String[] args) throws Exception {
        List<Map<String, Object>> found = new ArrayList<>();
        for (Json each : Json.parse(Files.readString(Path.of("asked.json"))).items()) {
            Map<String, Long> sales = each.at("sales").isNull() ? null : new HashMap<>();
            each.at("sales").members().forEach((order, amount) ->
                    sales.put(order, amount.isNull() ? null : amount.decimal().longValueExact()));
            long began = System.nanoTime();
            Viatica.StatementVerified verified = Viatica.verifyStatement(
                    each.at("books").text(), each.at("key").text(), each.at("previous").text(), sales);
            long ms = (System.nanoTime() - began) / 1_000_000;
            found.add(Map.of("faults", verified.faults(), "sales", verified.sales(), "dueMinor", verified.dueMinor(), "ms", ms));
        }
        System.out.write(Json.write(found).getBytes("UTF-8"));
        System.out.flush();
    }
}
`,
      Go: `package main

import (
	"encoding/json"
	"os"
	"time"

	"viatica.example/viatica"
)

func main() {
	text, _ := os.ReadFile("asked.json")
	var asked []struct {
		Books, Key, Previous string
		Sales                map[string]*int64
	}
	if err := json.Unmarshal(text, &asked); err != nil {
		panic(err)
	}
	found := []any{}
	for _, each := range asked {
		began := time.Now()
		verified := viatica.VerifyStatement(each.Books, each.Key, each.Previous, each.Sales)
		found = append(found, struct {
			viatica.StatementVerified
			Ms int64 \`json:"ms"\`
		}{verified, time.Since(began).Milliseconds()})
	}
	_ = json.NewEncoder(os.Stdout).Encode(found)
}
`,
    },
    (run, language) => {
      const found = (what: ReadonlyArray<Asked>) =>
        JSON.parse(run({ "asked.json": JSON.stringify(what) }))
      told(found(asked))
      if (!isLong) return
      const books = { books: many.books, key: key.publicKey, previous: null, sales: null }
      const [{ faults, ms }] = found([books])
      assert.deepStrictEqual(faults, [])
      process.stdout.write(`${language}: 100,000 sales verified in ${ms} ms\n`)
    },
  )
})
