// Writes down the schema of this code and the statements that its tests send, for the release after it to
// be held to: `node test/http/store/database/landed/take.ts [PATH…]` runs the tests under the paths, all of
// the service unless told otherwise, on a Postgres that logs.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createReadStream } from "node:fs"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { layerPool, makeRemote } from "../../../../../http/store/database/client.ts"
import { openEmbeddedPostgres } from "../../../../../http/store/database/embedded.ts"
import { migrations } from "../../../../../http/store/database/migrations/index.ts"
import { migrate } from "../../../../../http/store/database/migrator.ts"
import { isTaken, preparedTypes, readCatalog } from "./catalog.ts"

const root = fileURLToPath(new URL("../../../../../", import.meta.url))

/** A log of every statement, in lines of JSON, on a Postgres that is thrown away afterwards. */
const settings = [
  "log_statement=all",
  "logging_collector=on",
  "log_destination=jsonlog",
  "log_rotation_size=0",
  "log_rotation_age=0",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "max_connections=200",
]

/** The statement that a line of the log tells of, on one line; undefined of what the service did not send. */
const statementIn = (line: string): string | undefined => {
  const { application_name: sender = "", message = "" } = JSON.parse(line) as {
    readonly application_name?: string
    readonly message?: string
  }
  const text = /^(?:execute [^:]*|statement): (.*)$/s.exec(message)?.[1]
  const statement = text?.replaceAll(/\s+/g, " ").trim().replace(/;$/, "")
  return sender.startsWith("viatica") &&
    /^(select|insert|update|delete|with) /i.test(statement ?? "")
    ? statement
    : undefined
}

const statementsIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const found = new Set<string>()
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".json")) continue
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const statement = statementIn(line)
      if (statement !== undefined) found.add(statement)
    }
  }
  return [...found].toSorted()
}

const runTests = async (url: string, paths: ReadonlyArray<string>): Promise<void> => {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", ".config/vitest.config.ts"]
  const env = { ...process.env, TEST_DATABASE_URL: url }
  const tests = spawn(process.execPath, [...vitest, ...paths], { cwd: root, env, stdio: "inherit" })
  await once(tests, "exit")
}

const take = Effect.fnUntraced(function* (dataFolder: string, paths: ReadonlyArray<string>) {
  const postgres = yield* openEmbeddedPostgres({ dataFolder, settings })
  const url = yield* postgres.url
  yield* Effect.promise(() => runTests(Redacted.value(url), paths))
  const sent = yield* Effect.promise(() => statementsIn(join(dataFolder, "postgres", "log")))
  const [schema, statements] = yield* Effect.gen(function* () {
    yield* migrate(migrations)
    // Some belong to tables that a test has made for itself.
    const types = yield* Effect.forEach(sent, preparedTypes)
    return [yield* readCatalog, sent.filter((_, at) => isTaken(types[at]))]
  }).pipe(Effect.provide(layerPool(makeRemote(url))))
  const version = Math.max(...Object.keys(migrations).map((name) => Number(name.slice(0, 4))))
  const write = (name: string, lines: ReadonlyArray<string>) =>
    Effect.promise(() =>
      writeFile(
        new URL(`${String(version).padStart(4, "0")}-${name}`, import.meta.url),
        `${lines.join("\n")}\n`,
      ),
    )
  yield* write("schema.txt", schema ?? [])
  yield* write(
    "statements.sql",
    (statements ?? []).map((statement) => `${statement};`),
  )
})

const folder = await mkdtemp(join(tmpdir(), "viatica-landed-"))
const [, , ...paths] = process.argv
await Effect.runPromise(
  Effect.scoped(take(folder, paths.length === 0 ? ["test/http"] : paths)),
).finally(() => rm(folder, { recursive: true, force: true }))
