import { once } from "../memory.ts"
import type { AnyDefinition, TablesOf } from "./load.ts"
import { type PackedText, unpack } from "./packed.ts"
import { unpackDecision } from "./packed-decision.ts"

const noRows: PackedText = { _tag: "PackedText", text: "" }

/** A set of tables from packed texts, whose tables are sound: each is opened when it is first asked for. */
export const loadPacked = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  packed: ReadonlyMap<string, PackedText>,
): TablesOf<Definitions> => {
  const tables = {}
  for (const name of Object.keys(definitions)) {
    const get = once(() => {
      // Definitions may be made when they are asked for, too.
      const definition = definitions[name]
      if (definition === undefined) return undefined
      const text = packed.get(definition.file) ?? noRows
      return definition._tag === "DecisionDefinition"
        ? unpackDecision(definition, text).content
        : unpack(definition, text).content
    })
    Object.defineProperty(tables, name, { get, enumerable: true })
  }
  return tables as TablesOf<Definitions>
}
