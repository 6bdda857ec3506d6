import { createHash } from "node:crypto"
import { mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Flag from "effect/cli/Flag"
import {
  type Certified,
  certifyTable,
  type OpenVerdict,
  type Uncertified,
} from "../../../core/certificate/certify.ts"
import { certifyVersions } from "../../../core/certificate/certify-versions.ts"
import { declarationOf } from "../../../core/certificate/declaration.ts"
import { readIntendedGaps } from "../../../core/check/intended-gap.ts"
import { counted } from "../../../core/plain-text.ts"
import { columnsOfFeel } from "../../../core/portable/read-portable.ts"
import {
  type Decision,
  type DecisionDefinition,
  loadDecision,
} from "../../../core/table/decision.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import type { WordsOf } from "../../../core/analysis/space.ts"
import { type VersionPair, wordsOfSources } from "../../../rules/tables/compare-versions.ts"
import { definitionsIn, loadAllTables } from "../../../rules/tables/index.ts"
import { systemReason } from "../../platform/system-error.ts"
import { refusal, wrongUsage } from "../../terminal/command-refused.ts"
import { readIfThere, writeBytes } from "./files.ts"
import type { FoundPortable } from "./imported-table.ts"

/** `--certify DIR`: the folder that certificates are written to. */
export const certifyFlag = Flag.String("certify").pipe(
  Flag.withDescription(
    "Write what each verdict rests on to this folder: certificates that verify_certificate.py reads, with what each table is declared to be",
  ),
  Flag.optional,
)

/** What is certified of one table, or of two versions of it. */
export interface TableCertificate {
  readonly definition: DecisionDefinition
  /** The text of the table, or those of both versions. */
  readonly texts: ReadonlyArray<string>
  /** Undefined where its columns hold expressions, which proofs know nothing of. */
  readonly certified: Certified | { readonly ofFeel: ReadonlyArray<string> }
}

/** What is certified of the tables of a folder; undefined where there are mistakes in them. */
export const certifyTables = (
  sources: ReadonlyMap<string, string>,
): ReadonlyArray<TableCertificate> | undefined => {
  const loaded = loadAllTables(sources)
  if (Result.isFailure(loaded)) return undefined
  const all: ReadonlyArray<AnyDefinition> = Object.values(definitionsIn(sources))
  const wordsOf = wordsOfSources(all, sources)
  return Object.values(loaded.success).flatMap((table): ReadonlyArray<TableCertificate> => {
    if (!("definition" in table)) return []
    const decision = table as unknown as Decision
    return [ofTable(decision, sources.get(decision.definition.file) ?? "", wordsOf)]
  })
}

/** What is certified of an imported table. */
export const certifyPortable = ({ decision, source, table }: FoundPortable): TableCertificate => {
  const ofFeel = columnsOfFeel(table)
  if (ofFeel.length === 0) return ofTable(decision, source, noWords)
  return { definition: decision.definition, texts: [source], certified: { ofFeel } }
}

/** What is certified of decision tables whose texts differ in two versions, as far as both are sound. */
export const certifyPair = (
  { after, before, mistakes, words }: VersionPair,
  named: ReadonlyArray<string>,
): ReadonlyArray<TableCertificate> => {
  const all: ReadonlyArray<AnyDefinition> = Object.values(definitionsIn(after.sources))
  return all.flatMap((definition): ReadonlyArray<TableCertificate> => {
    const { file } = definition
    const [older, newer] = [before.sources.get(file), after.sources.get(file)]
    const isAsked = named.length === 0 || named.includes(file)
    const isWrong = mistakes.before.has(file) || mistakes.after.has(file)
    if (definition._tag !== "DecisionDefinition" || !isAsked || isWrong) return []
    if (older === undefined || newer === undefined || older === newer) return []
    const [old, now] = [older, newer].map((text) => loadDecision(definition, text).content)
    if (old === undefined || now === undefined) return []
    const certified = certifyVersions(old, now, words.both)
    return [{ definition, texts: [older, newer], certified }]
  })
}

/** What is certified of two versions of an imported table. */
export const certifyPortables = (before: FoundPortable, after: FoundPortable): TableCertificate => {
  const { definition } = after.decision
  const texts = [before.source, after.source]
  const ofFeel = [...new Set([before, after].flatMap(({ table }) => columnsOfFeel(table)))]
  const certified =
    ofFeel.length > 0 ? { ofFeel } : certifyVersions(before.decision, after.decision, noWords)
  return { definition, texts, certified }
}

/**
 * Writes certificates and the declarations that they are held to into a folder, and says in lines
 * what came of it.
 */
export const writeCertificates = Effect.fn("writeCertificates")(function* (
  folder: string,
  tables: ReadonlyArray<TableCertificate>,
) {
  const due = tables.filter(
    ({ certified }) => "ofFeel" in certified || certified.claims.length + certified.open.length > 0,
  )
  const twice = due.find(({ definition }, index) =>
    due.slice(0, index).some((other) => other.definition.file === definition.file),
  )
  if (twice !== undefined) {
    return yield* wrongUsage(
      `two tables are named ${twice.definition.file}: certify each into a folder of its own`,
    )
  }
  const fresh: Array<string> = []
  for (const table of due) {
    if ("ofFeel" in table.certified) continue
    const { file } = table.definition
    const base = join(folder, file.replace(/\.csv$/, ""))
    yield* makeFolder(dirname(base))
    const declaration = `${JSON.stringify(declarationOf(table.definition), null, 2)}\n`
    const path = `${base}.declaration.json`
    const kept = yield* Effect.promise(() => readIfThere(path))
    if (kept !== declaration) fresh.push(file)
    yield* writeBytes(path, declaration)
    const kind = table.texts.length === 1 ? "certificate" : "versions.certificate"
    yield* writeBytes(`${base}.${kind}.json`, certificateText(table, table.certified))
  }
  return linesOf(folder, due, fresh)
})

/** Writes certificates, and prints what came of it unless something else is printed for programs. */
export const tellCertificates = Effect.fnUntraced(function* (
  folder: string,
  tables: ReadonlyArray<TableCertificate> | undefined,
  isForPeople: boolean,
) {
  const lines =
    tables === undefined
      ? ["certificates: none, as there are mistakes"]
      : yield* writeCertificates(folder, tables)
  if (isForPeople) yield* Console.log(`\n${lines.join("\n")}`)
})

const ofTable = (decision: Decision, source: string, wordsOf: WordsOf): TableCertificate => {
  const { definition } = decision
  const declared = readIntendedGaps(definition, source, wordsOf).gaps
  return {
    definition,
    texts: [source],
    certified: certifyTable({ decision, source, declared, wordsOf }),
  }
}

/** Imported tables list their words themselves. */
const noWords: WordsOf = () => undefined

const makeFolder = (folder: string) =>
  Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true }),
    catch: (cause) => refusal("unwritable", { path: folder, reason: systemReason(cause) }),
  })

const certificateText = (
  { definition, texts }: TableCertificate,
  { claims, open }: Certified,
): string =>
  `${JSON.stringify({
    format: "viatica certificate 1",
    table: definition.file,
    sha256: texts.map((text) => createHash("sha256").update(text).digest("hex")),
    claims,
    open,
  })}\n`

const reasons: Readonly<Record<Uncertified, string>> = {
  "cut short": "its proof was cut short",
  "too many cases": "its cases would take more than some megabytes",
  broken: "a row breaks it, which the check names",
  "not countable": "it is about numbers that are not whole, or words that are not listed",
  "written differently": "results that read alike are written in different ways",
}

const openText = (file: string, { claim, why }: OpenVerdict): string =>
  `  ${file}: ${claim} is not certified: ${reasons[why]}`

const linesOf = (
  folder: string,
  tables: ReadonlyArray<TableCertificate>,
  fresh: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const written = tables.flatMap(({ certified }) => ("ofFeel" in certified ? [] : certified))
  const claims = written.flatMap((one) => one.claims)
  const refuted = claims.filter((claim) => "at" in claim).length
  const open = tables.flatMap(({ certified, definition }) =>
    "ofFeel" in certified
      ? `  ${definition.file}: no verdict is certified: there are expressions of FEEL in ${certified.ofFeel.join(", ")}, which no proof looks into`
      : certified.open.map((one) => openText(definition.file, one)),
  )
  return [
    `certificates in ${folder}: ${counted(written.length, "table")}, ${counted(claims.length - refuted, "verdict")} proven, ${refuted} refuted, ${open.length} not certified`,
    ...open,
    ...(fresh.length === 0
      ? []
      : [`  declarations to read, as they are new or other ones: ${fresh.join(", ")}`]),
  ]
}
