import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { commandsFor } from "../../http/cli/commands.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const files = (...globs: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "--", ...globs], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")

interface Written {
  readonly file: string
  readonly line: string
  /** Whether it may leave out what the command needs, as a sentence does. */
  readonly isMention: boolean
}

const calls =
  /(?:^|[|(&] *)(?:\$ )?(?:[A-Z_]+=\S+ +)*(?:npm run (?:-s )?viatica -- |(?:npx )?viatica )(.+)$/

const fence = /^ *```(?:sh|bash|console)?\n([^]*?)^ *```/gm

/** Commands in what readers copy, a line each. */
const copied = (file: string, text: string): ReadonlyArray<Written> =>
  [...text.matchAll(fence)].flatMap(([, body = ""]) =>
    body
      .replaceAll(/\\\n\s*/g, " ")
      .split("\n")
      .flatMap((line) => {
        const found = calls.exec(line.trim())?.[1]
        return found === undefined ? [] : [{ file, line: found, isMention: false }]
      }),
  )

/** Commands in sentences, between backticks. */
const mentioned = (file: string, text: string): ReadonlyArray<Written> =>
  [...text.replaceAll(/^ *```[^]*?^ *```/gm, "").matchAll(/`([^`]+)`/g)].flatMap(
    ([, code = ""]) => {
      const found = calls.exec(code.replaceAll(/\s+(?:\* )?/g, " ").trim())?.[1]
      return found === undefined || found.includes("${")
        ? []
        : [{ file, line: found, isMention: true }]
    },
  )

/** The words that a shell makes of a line, up to a comment, a pipe or a redirection. */
const words = (line: string): ReadonlyArray<string> =>
  [...(line.split(/ [#<>|&](?: |$)| 2> /)[0]?.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [])]
    .map(([word]) => word.replaceAll(/^(['"])(.*)\1$/gs, "$2"))
    .filter((word) => !/^\[.*\]$/.test(word))

/** What stands for something else in a sentence: `…` alone. */
const withoutGaps = (all: ReadonlyArray<string>): ReadonlyArray<string> =>
  all.filter((word, index) => word !== "…" || (all[index - 1] ?? "").startsWith("--"))

const quiet = Layer.mergeAll(
  NodeServices.layer,
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
  CliOutput.layerPresenter({ present: () => Effect.void }),
)

/** What the command line says is wrong with an invocation; it is read, and not run. */
const faultsOf = (args: ReadonlyArray<string>): Promise<ReadonlyArray<CliError.CliError>> =>
  Effect.gen(function* () {
    const commands = yield* Effect.promise(() => commandsFor(args))
    const viatica = Command.make("viatica").pipe(
      Command.withSubcommands(commands),
      Command.withHandler(() => Effect.void),
    )
    const exit = yield* Effect.flip(
      Command.runWith(viatica, { version: "0", renderErrors: false })(args),
    ).pipe(Effect.orElseSucceed(() => undefined))
    if (exit === undefined) return []
    return exit._tag === "ShowHelp" ? exit.errors : [exit]
  }).pipe(Effect.provide(quiet), Effect.runPromise)

/** A sentence may name a command without all that it needs, and with words in place of values. */
const leftOut = new Set(["MissingOption", "MissingArgument", "InvalidValue"])

/** What a reader copies may hold variables that the shell fills in. */
const isOfShell = (fault: CliError.CliError): boolean =>
  fault._tag === "InvalidValue" && fault.value.startsWith("$")

const mistakesOf = async ({ isMention, line }: Written): Promise<ReadonlyArray<string>> => {
  const faults = await faultsOf(isMention ? withoutGaps(words(line)) : words(line))
  return faults
    .filter((fault) => !(isMention && leftOut.has(fault._tag)) && !isOfShell(fault))
    .map(({ message }) => message.split("\n")[0] ?? "")
}

const textOf = (file: string): string => readFileSync(join(root, file), "utf8")

const written: ReadonlyArray<Written> = [
  ...files("*.md").flatMap((file) => [
    ...copied(file, textOf(file)),
    ...mentioned(file, textOf(file)),
  ]),
  ...files("http/**/*.ts").flatMap((file) => mentioned(file, textOf(file))),
]

describe("commands that documents and comments name", () => {
  it(`are ones that the command line reads, all ${written.length}`, async () => {
    assert.isAbove(written.filter(({ isMention }) => !isMention).length, 60)
    assert.isAbove(written.filter(({ isMention }) => isMention).length, 60)
    const wrong: Array<string> = []
    for (const one of written) {
      for (const mistake of await mistakesOf(one)) {
        wrong.push(`${one.file}: viatica ${one.line}: ${mistake}`)
      }
    }
    assert.deepStrictEqual(wrong, [])
  })

  it.each([
    ["operator appoint", true],
    ["operator add ops@viatica.example --nowhere", true],
    ["operator add", false],
    ["operator invite claire@acme.example", false],
    ["tables nothing", true],
    ["serv", true],
  ])("would be told where they are wrong: %s", async (line, isMention) => {
    assert.isNotEmpty(await mistakesOf({ file: "", line, isMention }))
  })

  it.each([
    ["operator add", true],
    ["operator add ops@viatica.example # approves partners", false],
    ["partner approve acme --reads … --writes …", true],
    ["workbench [DIR]", true],
    ["tables …", true],
  ])("may leave out what sentences leave out: %s", async (line, isMention) => {
    assert.isEmpty(await mistakesOf({ file: "", line, isMention }))
  })
})

/** Calls of a TypeScript file that take whatever Node a shell finds first. */
const byAnyNode = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?<!npx )\bnode(?: --?[\w-]+)* \S+\.ts\b/g)].map(([found]) => found)

it("TypeScript runs by npm or npx alone, as Node 20 reads none and the project brings its own Node", () => {
  assert.deepStrictEqual(byAnyNode("npm test || node test/again.ts; npx node test/again.ts"), [
    "node test/again.ts",
  ])
  const found = files(".ci/run", "*.md", ":!CHANGELOG.md").flatMap((file) =>
    byAnyNode(readFileSync(join(root, file), "utf8")).map((call) => `${file}: ${call}`),
  )
  assert.deepStrictEqual(found, [])
})
