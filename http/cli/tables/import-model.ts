import { access, mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Result from "effect/Result"
import { describeTableError } from "../../../core/table/error.ts"
import type { DecisionDefinition } from "../../../core/table/decision.ts"
import { decodeXml } from "../../../core/xml/decode-xml.ts"
import { tableFiles, tableFilesIn } from "../../../rules/tables/index.ts"
import { systemReason } from "../../platform/system-error.ts"
import {
  describeModelFault,
  describeRefusal,
  type DmnNeed,
  type ModelFault,
} from "../../tables/forms/dmn/dmn-refusal.ts"
import { loadFeel } from "../../tables/forms/dmn/feel.ts"
import { ownFromDmn } from "../../tables/forms/dmn/own-from-dmn.ts"
import {
  type ModelTable,
  noteLines,
  readDmn,
  refusalLines,
} from "../../tables/forms/dmn/read-dmn.ts"
import { readJdm } from "../../tables/forms/dmn/read-jdm.ts"
import { portableTexts } from "../../tables/forms/portable/portable-files.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { print } from "../../terminal/output.ts"
import { folderFrom } from "./load-tables.ts"
import {
  type Proposal,
  proposalText,
  weigh,
  type WeighedProposal,
  writeProposal,
} from "./proposal.ts"
import { definitionsByFile, tableNamed } from "../../../rules/tables/table-named.ts"
import { counted } from "../../../core/plain-text.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { writeBytes, readBytes } from "./files.ts"

/** What is to be taken of a model, and where to. */
export interface ModelOptions {
  /** The table of ours that its rows go to. */
  readonly into: string | undefined
  /** The name of the one table to take. */
  readonly only: string | undefined
  /** The folder for tables that are not ours. */
  readonly out: string | undefined
  /** Whether what an interpreter of FEEL answers is kept. */
  readonly feel: boolean
}

/** What is asked of a model. */
interface ModelRequest extends ModelOptions {
  readonly path: string
  readonly tables: Option.Option<string>
  readonly json: boolean
  readonly write: boolean
}

/** Tables of a model, by what becomes of them. */
interface SortedTables {
  /** Rows for tables of ours. */
  readonly own: ReadonlyArray<readonly [ModelTable, DecisionDefinition]>
  readonly portable: ReadonlyArray<ModelTable>
}

type Sources = ReadonlyMap<string, string>

const decisionOf = (file: string | undefined, sources: Sources): DecisionDefinition | undefined => {
  const definition = definitionsByFile(sources).get(file ?? "")
  return definition?._tag === "DecisionDefinition" ? definition : undefined
}

const sorted = (
  tables: ReadonlyArray<ModelTable>,
  into: string | undefined,
  sources: Sources,
): SortedTables => {
  const pairs = tables.map((table) => ({
    table,
    own: decisionOf(into ?? table.exportedFrom, sources),
  }))
  return {
    own: pairs.flatMap(({ own, table }) => (own === undefined ? [] : [[table, own] as const])),
    portable: pairs.flatMap(({ own, table }) => (own === undefined ? table : [])),
  }
}

/** What the tables of a model that are ours come to: new texts, and what keeps them from it. */
const ownTexts = (path: string, own: SortedTables["own"], sources: ReadonlyMap<string, string>) => {
  const texts = new Map<string, string>()
  const faults: Array<string> = []
  for (const [table, definition] of own) {
    const { file } = definition
    const source = sources.get(file) ?? ""
    const text = ownFromDmn(table, definition, source)
    if (Result.isFailure(text)) {
      faults.push(...text.failure.map((refusal) => describeRefusal(path, refusal)))
    } else if (text.success !== source) texts.set(file, text.success)
  }
  return { texts, faults }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const writeAll = Effect.fnUntraced(function* (folder: string, texts: ReadonlyMap<string, string>) {
  yield* Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true }),
    catch: (cause) => refusal("unwritable", { path: folder, reason: systemReason(cause) }),
  })
  yield* Effect.forEach(texts, ([file, text]) => writeBytes(join(folder, file), text), {
    discard: true,
  })
})

const namesOf = (clauses: ReadonlyArray<{ readonly name: string }>): string =>
  clauses.map(({ name }) => name).join(", ")

/** A portable table for people: what it is, and where its files lie. */
const portableText = ({ read }: ModelTable, paths: ReadonlyArray<string>): string => {
  if (Result.isFailure(read)) return ""
  const { csv, table } = read.success
  const rows = csv.split("\n").length - 2
  return [
    `${table.name}: ${table.hitPolicy}, ${counted(rows, "row")}`,
    `  conditions: ${namesOf(table.inputs)}`,
    `  results: ${namesOf([...table.outputs, ...table.annotations])}`,
    ...paths.map((path) => `  ${path}`),
  ].join("\n")
}

/** As many faults as people read; machines get all of them. */
const firstOf = (faults: ReadonlyArray<string>): ReadonlyArray<string> =>
  faults.length <= faultsShown
    ? faults
    : [
        ...faults.slice(0, faultsShown),
        `${faults.length - faultsShown} more are not shown; --json lists all`,
      ]

const faultsShown = 200

/** Whether a table is refused for what an interpreter of FEEL may answer. */
const wouldBeFeel = ({ format, read }: ModelTable): boolean =>
  format === "DMN" &&
  Result.isFailure(read) &&
  read.failure.some(({ needs: { _tag } }) => feelNeeds.has(_tag))

const feelNeeds = new Set<DmnNeed["_tag"]>(["CellLiteral", "EntryLiteral", "KnownType"])

const feelHint =
  "--feel keeps expressions of FEEL, which the npm package feelin answers; nothing is proven of them"

/** The files of portable tables, each under the folder that they go to. */
const portableFiles = (tables: ReadonlyArray<ModelTable>) => {
  const texts = new Map<string, string>()
  const faults: Array<ModelFault> = []
  const files = tables.map(({ name, read }) => {
    if (Result.isFailure(read)) return []
    const own = portableTexts(read.success.table, read.success.csv)
    for (const [file, text] of own) {
      if (texts.has(file)) faults.push({ _tag: "SameFile", file, name })
      texts.set(file, text)
    }
    return [...own.keys()]
  })
  return { texts, faults, files }
}

const jsonDecoder = new TextDecoder("utf-8", { fatal: true })

/** The text of a JDM graph, which has to be in UTF-8 as all JSON. */
const jdmText = (bytes: Uint8Array): Result.Result<string, ModelFault> =>
  Result.try({
    try: () => jsonDecoder.decode(bytes),
    catch: () => ({ _tag: "JsonNotUtf8" }),
  })

/** The text of a DMN model, in any encoding of XML that is known. */
const dmnText = (bytes: Uint8Array): Result.Result<string, ModelFault> =>
  Result.mapError(decodeXml(bytes), (fault) => ({ _tag: "Undecodable", fault }))

const installedFeel = Effect.promise(loadFeel).pipe(
  Effect.flatMap((feel) =>
    feel === undefined
      ? Effect.fail(refusal("no-feel", { asked: "--feel" }))
      : Effect.succeed(feel),
  ),
)

const readModel = Effect.fnUntraced(function* ({ feel: isWhole, only, path }: ModelRequest) {
  const bytes = yield* readBytes(path)
  const feel = isWhole ? yield* installedFeel : undefined
  const model = /\.json$/i.test(path)
    ? Result.flatMap(jdmText(bytes), readJdm)
    : Result.flatMap(dmnText(bytes), (source) => readDmn(source, feel))
  if (Result.isFailure(model)) return { tables: [], faults: [model.failure] }
  const tables = model.success.filter(({ name }) => only === undefined || name === only)
  const known = model.success.map(({ name }) => name)
  const faults: ReadonlyArray<ModelFault> =
    tables.length === 0 && only !== undefined ? [{ _tag: "NoTableNamed", name: only, known }] : []
  return { tables, faults }
})

/** The table of ours that was named; undefined where none was. */
const ownFile = Effect.fnUntraced(function* (into: string | undefined, sources: Sources) {
  if (into === undefined) return undefined
  const file = yield* Effect.fromResult(tableNamed(into, tableFilesIn(sources)))
  return decisionOf(file, sources) === undefined
    ? yield* refusal("no-decision-table", { file })
    : file
})

/**
 * Takes the decision tables of a model: rows of tables that are ours as a change of them, others as
 * portable tables. Nothing is written where anything is refused.
 */
export const importModel = Effect.fnUntraced(function* (request: ModelRequest) {
  const { json, out, path, write } = request
  const folder = yield* folderFrom(request.tables)
  const today = yield* readTableFiles(folder, tableFiles)
  const into = yield* ownFile(request.into, today.sources)
  const { faults: unread, tables } = yield* readModel(request)
  const { own, portable } = sorted(tables, into, today.sources)
  const { faults: unsuited, texts } = ownTexts(path, own, today.sources)
  const proposal: Proposal = { folder, today, texts }
  const weighed: WeighedProposal | undefined = texts.size === 0 ? undefined : weigh(proposal)
  const files = portableFiles(portable)
  const target = out ?? dirname(path)
  const told = (fault: ModelFault): string => describeModelFault(path, fault)
  const faults = [
    ...unread.map(told),
    ...refusalLines(path, portable),
    ...unsuited,
    ...files.faults.map(told),
    ...(weighed?.mistakes ?? []).map(describeTableError),
  ]
  const notes = noteLines(path, tables)
  const isWritten = write && faults.length === 0
  const paths = [...files.texts.keys()].map((file) => join(target, file))
  const replaced: Array<string> = []
  for (const file of paths) {
    if (yield* Effect.promise(() => exists(file))) replaced.push(file)
  }
  if (isWritten) {
    yield* writeProposal(proposal)
    if (files.texts.size > 0) yield* writeAll(target, files.texts)
  }
  const count = texts.size + portable.length
  const end = isWritten ? "written" : "to write; --write does it"
  yield* print(
    json,
    { written: isWritten, faults, notes, files: paths, replaced, ...weighed?.report },
    () =>
      [
        ...firstOf(faults),
        ...(request.feel || !portable.some(wouldBeFeel) ? [] : [feelHint]),
        ...(faults.length > 0
          ? []
          : [
              ...portable.map((table, index) =>
                portableText(
                  table,
                  (files.files[index] ?? []).map((file) => join(target, file)),
                ),
              ),
              ...notes,
              ...replaced.map((file) =>
                isWritten
                  ? `${file} was there and is replaced`
                  : `${file} is there and would be replaced`,
              ),
              ...(weighed === undefined ? [] : [proposalText(proposal, weighed), ""]),
              count === 0
                ? "nothing to import: the rows are the same"
                : `${counted(count, "table")} ${end}`,
            ]),
      ].join("\n"),
  )
  if (faults.length > 0) return yield* refusal("import-refused", { path, faults: faults.length })
})
