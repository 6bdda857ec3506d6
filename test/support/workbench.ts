import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { type CallReply, writerHeader } from "../../http/workbench/protocol/call.ts"
import type { CallName, Calls } from "../../http/workbench/protocol/calls.ts"
import type {
  ShownView,
  ViewName,
  Views,
  WorkbenchEvent,
} from "../../http/workbench/protocol/views.ts"
import { startWorkbench } from "../../http/workbench/server/start-workbench.ts"
import { viewHandlers } from "../../http/workbench/server/view-handlers.ts"
import { outcomesFile } from "../../rules/changes/case-outcomes.ts"
import { corpusCases } from "../../rules/corpus/share-tables.ts"
import { isLong, times } from "./long.ts"

const data = fileURLToPath(new URL("../../data", import.meta.url))

type Asked = Calls & Views

/** A workbench over a copy of the tables, in a repository of its own. */
export interface TestWorkbench {
  /** The address of the page. */
  readonly url: string
  /** The folder of the tables. */
  readonly folder: string
  /** Runs git in the repository, as its one author, and gives what it prints. */
  readonly git: (...args: ReadonlyArray<string>) => string
  /** Makes a call as the page does; a view is shown on a stream of its own until it has been told once. */
  readonly call: <Name extends CallName | ViewName>(
    name: Name,
    input: Asked[Name]["input"],
    page?: string,
  ) => Promise<CallReply<Asked[Name]["output"]>>
  readonly end: () => Promise<void>
}

/** How many situations are re-run in tests, the cases among them. */
export const testSituations = times(250, 1_000)

/** Each so many-th of the shipped cases is in a workbench of tests; all of them are in the long form. */
const oneCaseOf = 4

/** Leaves out most cases of a folder, with what they come to: each screen and call tries all there are. */
const thinCases = (folder: string): void => {
  const rowsPath = join(folder, corpusCases.file)
  const outcomesPath = join(folder, outcomesFile)
  const [header = "", ...lines] = readFileSync(rowsPath, "utf8").trimEnd().split("\n")
  const rows = lines.filter((line) => !line.startsWith("#"))
  const kept = rows.filter((_, index) => index % oneCaseOf === 0)
  writeFileSync(rowsPath, [header, ...kept, ""].join("\n"))
  const outcomes = JSON.parse(readFileSync(outcomesPath, "utf8")) as Record<string, unknown>
  const keptOutcomes = Object.entries(outcomes).filter((_, index) => index % oneCaseOf === 0)
  writeFileSync(outcomesPath, `${JSON.stringify(Object.fromEntries(keptOutcomes), null, 2)}\n`)
}

/** Who commits in the repositories of tests. */
export const testAuthor = { name: "Inès Caron", email: "ines@example.com" }

const gitIn =
  (folder: string) =>
  (...args: ReadonlyArray<string>): string =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", stdio: "pipe" })

/** A repository of tables, of its own. */
export interface TableRepository extends Pick<TestWorkbench, "folder" | "git"> {
  readonly remove: () => void
}

/**
 * Makes a repository with a copy of `data/`, with fewer cases unless the form is long, committed on `main`, on a
 * branch of the name `change`.
 */
export const makeTableRepository = (): TableRepository => {
  const root = mkdtempSync(join(tmpdir(), "viatica-workbench-"))
  const folder = join(root, "tables", "data")
  cpSync(data, folder, { recursive: true })
  if (!isLong) thinCases(folder)
  const git = gitIn(join(root, "tables"))
  git("init", "--quiet", "--initial-branch=main")
  git("config", "user.name", testAuthor.name)
  git("config", "user.email", testAuthor.email)
  git("add", "--all")
  git("commit", "--quiet", "--message", "The tables")
  git("switch", "--quiet", "--create", "change")
  return { folder, git, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/**
 * Opens a workbench over a repository of its own; `prepare` may change the copy of the tables before it is opened.
 */
export const openWorkbench = async (
  prepare: (folder: string) => void = () => undefined,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestWorkbench> => {
  const { folder, git, remove } = makeTableRepository()
  prepare(folder)
  const scope = Scope.makeUnsafe()
  const { url } = await Effect.runPromise(
    Scope.provide(
      startWorkbench({ folder, base: Option.none(), port: 0, situations: testSituations }),
      scope,
    ).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(settings)))),
  )
  return {
    url,
    folder,
    git,
    call: (name, input, page) => askWorkbench(url, name, input, page),
    end: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      remove()
    },
  }
}

/**
 * Makes a call of a workbench as a page does, by its name where it has one; a view is shown on a stream of its
 * own until it has come once.
 */
export const askWorkbench = async <Output>(
  url: string,
  name: string,
  input: unknown,
  page = "",
  headers: Readonly<Record<string, string>> = {},
): Promise<CallReply<Output>> => {
  if (Object.hasOwn(viewHandlers, name)) return shownOnce(url, name, input, headers)
  const response = await fetch(new URL(`call/${name}`, url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: new URL(url).origin,
      [writerHeader]: page,
      ...headers,
    },
    body: JSON.stringify(input),
  })
  return (await response.json()) as CallReply<Output>
}

/** What a view tells first, on a stream that shows nothing else. */
const shownOnce = async <Output>(
  url: string,
  name: string,
  input: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<CallReply<Output>> => {
  const stop = new AbortController()
  try {
    for await (const event of workbenchEvents(url, stop.signal, headers)) {
      if (event.type === "opened") {
        await showOnPage(url, event.page, [{ slot: 1, count: 1, name, input }], headers)
      }
      const [part] = event.type === "view" ? event.parts : []
      if (part === undefined) continue
      if ("refusal" in part) return { _tag: "Refused", refusal: part.refusal }
      if ("output" in part) return { _tag: "Answered", output: part.output as Output }
    }
  } finally {
    stop.abort()
  }
  throw new Error(`the stream ended before ${name} was told`)
}

/** Says what a page shows, as the page does. */
export const showOnPage = (
  url: string,
  page: string,
  shown: ReadonlyArray<ShownView>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(new URL(`shown/${page}`, url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin, ...headers },
    body: JSON.stringify(shown),
  })

/**
 * What a workbench tells a page, for as long as nobody stops it.
 *
 * @yields Each event.
 */
export async function* workbenchEvents(
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): AsyncGenerator<WorkbenchEvent> {
  const { body } = await fetch(new URL("events", url), { signal, headers })
  let text = ""
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const events = text.split("\n\n")
    text = events.pop() ?? ""
    // What begins with a colon says nothing but that the stream is there.
    for (const event of events.filter((each) => each.startsWith("data: ")))
      yield JSON.parse(event.replace(/^data: /, "")) as WorkbenchEvent
  }
}

/** What a call came to; a refusal fails the test. */
export const answered = <Output>(reply: CallReply<Output>): Output => {
  if (reply._tag === "Refused") throw new Error(`${reply.refusal.code}: ${reply.refusal.message}`)
  return reply.output
}
