import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { openEmbeddedPostgres } from "../http/store/database/embedded.ts"

/** A Postgres for a bench alone, with the durability that Postgres has unless told otherwise. */
export interface BenchDatabase {
  /** Where it lives, for a server that opens it as an embedded one. */
  readonly folder: string
  readonly url: string
  /** Stops it and removes its folder. */
  readonly end: () => Promise<void>
}

/** Makes and starts a Postgres in a folder of its own. */
export const openDatabase = async (): Promise<BenchDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
  let url = ""
  const opened = Effect.gen(function* () {
    const postgres = yield* openEmbeddedPostgres({ dataFolder: folder })
    url = Redacted.value(yield* postgres.url)
  })
  const runtime = ManagedRuntime.make(Layer.effectDiscard(opened))
  const end = async (): Promise<void> => {
    await runtime.dispose()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await runtime.context()
    return { folder, url, end }
  } catch (cause) {
    await end()
    throw cause
  }
}
