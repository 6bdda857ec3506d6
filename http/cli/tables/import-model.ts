import { access, mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Result from "effect/Result"
import { describeTableError } from "../../../core/table/error.ts"
import type { DecisionDefinition } from "../../../core/table/decision.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import { decodeXml, describeUndecodable } from "../../../core/xml/decode-xml.ts"
import { definitions, tableFiles } from "../../../rules/tables/index.ts"
import { systemReason } from "../../platform/system-error.ts"
import { describeRefusal } from "../../tables/forms/dmn/dmn-refusal.ts"
import { ownFromDmn } from "../../tables/forms/dmn/own-from-dmn.ts"
import { type ModelTable, readDmn, refusalLines } from "../../tables/forms/dmn/read-dmn.ts"
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
import { tableNamed } from "../../../rules/tables/table-named.ts"
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

const decisionOf = (file: string | undefined): DecisionDefinition | undefined =>
  Object.values<AnyDefinition>(definitions).find(
    (definition): definition is DecisionDefinition =>
      definition.file === file && definition._tag === "DecisionDefinition",
  )

const sorted = (tables: ReadonlyArray<ModelTable>, into: string | undefined): SortedTables => {
  const pairs = tables.map((table) => ({ table, own: decisionOf(into ?? table.exportedFrom) }))
  return {
    own: pairs.flatMap(({ own, table }) => (own === undefined ? [] : [[table, own] as const])),
    portable: pairs.flatMap(({ own, table }) => (own === undefined ? table : [])),
  }
}

/** What the tables of a model that are ours come to: new texts, and what keeps them from it. */
const ownTexts = (path: string, own: SortedTables["own"], sources: ReadonlyMap<string, string>) => {
  const texts = new Map<string, string>()
  const faults: Array<string> = []
  for (const [{ element }, definition] of own) {
    const { file } = definition
    const source = sources.get(file) ?? ""
    const text = ownFromDmn(element, definition, source)
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

/** The files of portable tables, each under the folder that they go to. */
const portableFiles = (tables: ReadonlyArray<ModelTable>) => {
  const texts = new Map<string, string>()
  const faults: Array<string> = []
  const files = tables.map(({ name, read }) => {
    if (Result.isFailure(read)) return []
    const own = portableTexts(read.success.table, read.success.csv)
    for (const [file, text] of own) {
      if (texts.has(file)) faults.push(`two tables of the model would be ${file}: ${name} is one`)
      texts.set(file, text)
    }
    return [...own.keys()]
  })
  return { texts, faults, files }
}

const jsonDecoder = new TextDecoder("utf-8", { fatal: true })

/** The text of a JDM graph, which has to be in UTF-8 as all JSON. */
const jdmText = (path: string, bytes: Uint8Array): Result.Result<string, string> =>
  Result.try({
    try: () => jsonDecoder.decode(bytes),
    catch: () => `${path} is not in UTF-8, as JSON has to be; save it as UTF-8`,
  })

/** The text of a DMN model, in any encoding of XML that is known. */
const dmnText = (path: string, bytes: Uint8Array): Result.Result<string, string> =>
  Result.mapError(decodeXml(bytes), (fault) => {
    const place = fault._tag === "BytesBroken" ? `:${fault.line}:${fault.column}` : ""
    return `${path}${place} ${describeUndecodable(fault)}`
  })

const readModel = Effect.fnUntraced(function* ({ only, path }: ModelRequest) {
  const bytes = yield* readBytes(path)
  const model = /\.json$/i.test(path)
    ? Result.flatMap(jdmText(path, bytes), (source) => readJdm(path, source))
    : Result.flatMap(dmnText(path, bytes), (source) => readDmn(path, source))
  if (Result.isFailure(model)) return { tables: [], faults: [model.failure] }
  const tables = model.success.filter(({ name }) => only === undefined || name === only)
  const names = model.success.map(({ name }) => JSON.stringify(name)).join(", ")
  const faults =
    tables.length === 0 ? [`${path} has no table ${JSON.stringify(only)}; it has ${names}`] : []
  return { tables, faults }
})

/** The table of ours that was named; undefined where none was. */
const ownFile = Effect.fnUntraced(function* (into: string | undefined) {
  if (into === undefined) return undefined
  const file = yield* Effect.fromResult(tableNamed(into, tableFiles))
  return decisionOf(file) === undefined ? yield* refusal("no-decision-table", { file }) : file
})

/**
 * Takes the decision tables of a model: rows of tables that are ours as a change of them, others as
 * portable tables. Nothing is written where anything is refused.
 */
export const importModel = Effect.fnUntraced(function* (request: ModelRequest) {
  const { json, out, path, write } = request
  const into = yield* ownFile(request.into)
  const { faults: unread, tables } = yield* readModel(request)
  const { own, portable } = sorted(tables, into)
  const folder = yield* folderFrom(request.tables)
  const today = yield* readTableFiles(folder, tableFiles)
  const { faults: unsuited, texts } = ownTexts(path, own, today.sources)
  const proposal: Proposal = { folder, today, texts }
  const weighed: WeighedProposal | undefined = texts.size === 0 ? undefined : weigh(proposal)
  const files = portableFiles(portable)
  const target = out ?? dirname(path)
  const faults = [
    ...unread,
    ...refusalLines(path, portable),
    ...unsuited,
    ...files.faults,
    ...(weighed?.mistakes ?? []).map(describeTableError),
  ]
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
    { written: isWritten, faults, files: paths, replaced, ...weighed?.report },
    () =>
      [
        ...faults,
        ...(faults.length > 0
          ? []
          : [
              ...portable.map((table, index) =>
                portableText(
                  table,
                  (files.files[index] ?? []).map((file) => join(target, file)),
                ),
              ),
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
