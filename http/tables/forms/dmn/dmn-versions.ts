/** The name space of the model in each version of DMN that is read. */
export const dmnVersions = {
  "1.1": "http://www.omg.org/spec/DMN/20151101/dmn.xsd",
  "1.2": "http://www.omg.org/spec/DMN/20180521/MODEL/",
  "1.3": "https://www.omg.org/spec/DMN/20191111/MODEL/",
  "1.4": "https://www.omg.org/spec/DMN/20211108/MODEL/",
  "1.5": "https://www.omg.org/spec/DMN/20230324/MODEL/",
  "1.6": "https://www.omg.org/spec/DMN/20240513/MODEL/",
} as const

/** The versions that are written: 1.1 has no annotations. */
export const writtenVersions = ["1.2", "1.3", "1.4", "1.5", "1.6"] as const

/** A version of DMN that is read. */
export type DmnVersion = keyof typeof dmnVersions

/** Tools write the scheme of a name space as they like: both of `http` and `https` are read. */
const withoutScheme = (space: string): string => space.replace(/^https?:/, "")

const versions = new Map<string, DmnVersion>([
  ...Object.entries(dmnVersions).map(
    ([version, space]) => [withoutScheme(space), version as DmnVersion] as const,
  ),
  ["//www.omg.org/spec/DMN/20151101/dmn11.xsd", "1.1"],
])

/**
 * The version of DMN that a name space is of; undefined for any other.
 *
 * ```ts
 * import { dmnVersionOf } from "../http/tables/forms/dmn/dmn-versions.ts"
 *
 * dmnVersionOf("https://www.omg.org/spec/DMN/20230324/MODEL/") // => "1.5"
 * dmnVersionOf("urn:other") // => undefined
 * ```
 */
export const dmnVersionOf = (space: string): DmnVersion | undefined =>
  versions.get(withoutScheme(space))
