import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vitest/config"
import { tablesDigest } from "../http/tables/table-bundle.ts"
import { failedFilesReporter } from "../test/support/failed-files.ts"
import { isLong } from "../test/support/long.ts"
import { runSeed } from "../test/support/random.ts"
import { shippedSources } from "../test/support/shipped-sources.ts"
import { leftOutReporter, leftOutTools } from "../test/support/tool-tests.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Tests of functions of facts and tables. */
const pure = ["core", "rules", "house"].map((room) => `test/${room}/**/*.test.ts`)

const seed = runSeed()
process.stdout.write(`All tests draw from VIATICA_SEED=${seed}\n`)

// Behind `vitest run`, the paths that are asked for.
const leftOut = leftOutTools(process.argv.slice(3).filter((part) => !part.startsWith("-")))

/** What takes long is left to `npm run test:long`, tests of tools to runs in which these changed. */
const elsewhere = [...(isLong ? [] : ["test/**/*.long.test.ts"]), ...(leftOut?.files ?? [])]

/**
 * Services that tests start are as the built one: they do not check the tables again that are shipped, as the
 * gate `package` and `test/http/tables/shipped.test.ts` do. That is a second of processor time for each.
 */
const withCheckedTables: Plugin = {
  name: "checked-tables",
  load: (id) =>
    id.endsWith("/http/tables/checked-tables.ts")
      ? `export const checkedDigest = ${JSON.stringify(tablesDigest(shippedSources()))}`
      : null,
}

export default defineConfig({
  root,
  plugins: [withCheckedTables],
  test: {
    env: { VIATICA_SEED: String(seed) },
    setupFiles: ["test/support/seeded-properties.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: pure,
          // These touch nothing that is shared: what they import is loaded once for all of them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          // Files of one worker share what they import, as they start servers and databases of their own.
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...pure, ...elsewhere],
          globalSetup: [
            "test/support/run-folder-global-setup.ts",
            "test/support/postgres-global-setup.ts",
          ],
          // Commands and servers that tests start find their code compiled by those before them.
          env: { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/viatica") },
        },
      },
    ],
    // Only to end what hangs: many tests run processes, which take long where others work too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One more than the cores of CI: many tests wait for processes, databases and browsers.
    maxWorkers: 3,
    reporters: [
      "default",
      failedFilesReporter,
      ...(leftOut === undefined ? [] : [leftOutReporter(leftOut)]),
    ],
    passWithNoTests: false,
    allowOnly: false,
  },
})
