import { camelCase } from "../table/names.ts"

/** Names that every answer has already. */
const taken = new Set(["line"])

/**
 * A name as a column has it: small letters, digits and underscores, begun by a letter.
 *
 * ```ts
 * import { columnName } from "../core/portable/column-name.ts"
 *
 * columnName("Bureau Call type") // => "bureau_call_type"
 * columnName("structA.price") // => "struct_a_price"
 * columnName("Genehmigt für 2024") // => "genehmigt_fur_2024"
 * ```
 */
export const columnName = (name: string): string => {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "")
  const words = plain
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
  const joined = words.join("_")
  return /^[a-z]/.test(joined) ? joined : `c_${joined}`
}

/**
 * Names of columns, none of them twice.
 *
 * ```ts
 * import { columnNames } from "../core/portable/column-name.ts"
 *
 * columnNames(["Age", "age", "line"]) // => ["age", "age_2", "line_2"]
 * columnNames(["a2", "a 2"]) // => ["a2", "a_2_2"]
 * ```
 */
export const columnNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const used = new Set(taken)
  return names.map((given) => {
    const base = columnName(given)
    let name = base
    // Answers have names in camelCase, in which `a_2` and `a2` are one.
    for (let count = 2; used.has(camelCase(name)); count += 1) name = `${base}_${count}`
    used.add(camelCase(name))
    return name
  })
}
