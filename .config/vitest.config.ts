import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const root = fileURLToPath(new URL("..", import.meta.url))

export default defineConfig({
  root,
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/postgres-global-setup.ts"],
    // Only to end what hangs: many tests run processes, which take long where others work too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    passWithNoTests: false,
    allowOnly: false,
  },
})
