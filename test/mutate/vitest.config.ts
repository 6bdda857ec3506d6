// The tests as ever, but that a source may be another for a run than it is in its file.
import { resolve } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { defineConfig } from "vitest/config"
import usual from "../../.config/vitest.config.ts"

/** Texts that stand in the place of sources, by their paths; `run.ts` finds them by this name. */
const replaced = new Map<string, string>()
Object.assign(globalThis, { [Symbol.for("viatica.replaced")]: replaced })

/** Runs files in the order in which they are asked for. */
class AsAsked extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return files
  }
}

export default defineConfig({
  ...usual,
  // What fails and how long it takes says nothing of other runs.
  cacheDir: "node_modules/.vite/mutants",
  plugins: [
    ...(usual.plugins ?? []),
    {
      name: "replaced-sources",
      enforce: "pre",
      load: (id) => replaced.get(id),
    },
  ],
  test: {
    ...usual.test,
    setupFiles: [
      ...[usual.test?.setupFiles ?? []].flat(),
      resolve(import.meta.dirname, "reached.ts"),
    ],
    sequence: { sequencer: AsAsked },
    maxWorkers: 1,
    bail: 1,
    // Its files are named by what sources say, and these say something else now.
    fsModuleCache: false,
  },
})
