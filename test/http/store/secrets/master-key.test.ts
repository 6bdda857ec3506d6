import { execFile } from "node:child_process"
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { layerDatabase } from "../../../../http/store/database/client.ts"
import { layerMigrations } from "../../../../http/store/database/migrator.ts"
import { layerMasterKey } from "../../../../http/store/secrets/layer.ts"
import { parseMasterKey } from "../../../../http/config/storage.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { createFreshDatabase } from "../../../support/postgres.ts"

let database: Awaited<ReturnType<typeof createFreshDatabase>>
let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "viatica-master-"))
  database = await createFreshDatabase()
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The master key of a process that starts on the database, migrated by then. */
const load = (env: Readonly<Record<string, string>>) =>
  Effect.runPromise(
    Effect.provide(
      MasterKey,
      layerMasterKey.pipe(
        Layer.provide(Layer.merge(layerMigrations, RandomBytes.layer)),
        Layer.provide(layerDatabase),
        Layer.provide(
          ConfigProvider.layer(
            ConfigProvider.fromEnv({ env: { DATABASE_URL: database.url, ...env } }),
          ),
        ),
      ),
    ),
  )

/** The same on another, new database. */
const onAnotherDatabase = async <Value>(use: () => Promise<Value>): Promise<Value> => {
  const first = database
  database = await createFreshDatabase()
  try {
    return await use()
  } finally {
    await database.drop()
    database = first
  }
}

const [one, other] = ["ab".repeat(32), "cd".repeat(32)]

describe("parseMasterKey()", () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 8 + 3))

  it("reads 32 bytes in hex and in both base64 alphabets", () => {
    for (const encoding of ["hex", "base64", "base64url"] as const) {
      expect(parseMasterKey(`${bytes.toString(encoding)}\n`)).toEqual(bytes)
    }
  })

  it("refuses every other length and alphabet", () => {
    for (const text of ["", "00", "0".repeat(63), "0".repeat(65), "g".repeat(64), "a b"]) {
      expect(parseMasterKey(text)).toBeUndefined()
    }
  })
})

describe("MasterKey", () => {
  it("takes MASTER_KEY and writes nothing", async () => {
    const env = { MASTER_KEY: one, DATA_DIR: folder }
    const [first, second] = [await load(env), await load(env)]
    expect(first.fingerprint).toBe(second.fingerprint)
    expect(first.origin).toBe("MASTER_KEY")
    expect(await readdir(folder)).toEqual([])
  })

  it("derives a key for each purpose, 32 bytes, all different", async () => {
    const { derive, fingerprint } = await load({ MASTER_KEY: one })
    const derived = ["seal", "session", "fingerprint"].map((purpose) =>
      Buffer.from(derive(purpose)).toString("hex"),
    )
    expect(new Set(derived).size).toBe(3)
    expect(derived.every((hex) => hex.length === 64)).toBe(true)
    expect(fingerprint).toMatch(/^[0-9a-f]{8}$/)
  })

  it("says in words what is wrong with MASTER_KEY", async () => {
    await expect(load({ MASTER_KEY: "secret" })).rejects.toThrow(
      "MASTER_KEY must hold 32 bytes, as 64 hex digits or 44 characters of base64.",
    )
  })

  it("takes an empty MASTER_KEY for a mistake, and makes no key in its place", async () => {
    for (const MASTER_KEY of ["", " "]) {
      await expect(load({ MASTER_KEY, DATA_DIR: folder })).rejects.toThrow(
        "MASTER_KEY is empty: it must hold 32 bytes, as 64 hex digits or 44 characters of base64; " +
          "unset MASTER_KEY to use master.key in DATA_DIR.",
      )
    }
    expect(await readdir(folder)).toEqual([])
  })

  it("makes master.key with mode 600 in a data folder of mode 700, once", async () => {
    const env = { DATA_DIR: join(folder, "new", "data") }
    const first = await load(env)
    const file = join(env.DATA_DIR, "master.key")
    const text = await readFile(file, "utf8")
    expect(text).toMatch(/^[0-9a-f]{64}\n$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await load(env)).fingerprint).toBe(first.fingerprint)
    expect(await readFile(file, "utf8")).toBe(text)
    expect(await readdir(env.DATA_DIR)).toEqual(["master.key"])
  })

  it("never replaces a file that does not hold a key", async () => {
    await writeFile(join(folder, "master.key"), "damaged")
    await expect(load({ DATA_DIR: folder })).rejects.toThrow("master.key must hold 32 bytes")
    expect(await readFile(join(folder, "master.key"), "utf8")).toBe("damaged")
  })

  it("gives eight processes that start at once the same key", async () => {
    const script = fileURLToPath(new URL("print-fingerprint.ts", import.meta.url))
    const run = () =>
      promisify(execFile)(process.execPath, [script], {
        env: { DATABASE_URL: database.url, DATA_DIR: folder, PATH: process.env["PATH"] },
      })
    const runs = await Promise.all(Array.from({ length: 8 }, run))
    expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1)
    expect(await readdir(folder)).toEqual(["master.key"])
  })

  it("says in one line which file it cannot make", async () => {
    await writeFile(join(folder, "file"), "")
    await chmod(join(folder, "file"), 0o400)
    await expect(load({ DATA_DIR: join(folder, "file", "data") })).rejects.toThrow(
      /^Cannot read or make the master key file .*file\/data\/master\.key/,
    )
  })
})

describe("a database that belongs to a master key", () => {
  it("is refused to any other key, from MASTER_KEY as from a file", async () => {
    const right = await load({ MASTER_KEY: one })
    const wrong = await onAnotherDatabase(() => load({ MASTER_KEY: other }))
    const refused = (origin: string) =>
      `The database is sealed under another master key (${right.fingerprint}) than that in ` +
      `${origin} (${wrong.fingerprint}): give the right key (MASTER_KEY, or master.key in DATA_DIR) ` +
      `or the right database (DATABASE_URL).`
    await expect(load({ MASTER_KEY: other })).rejects.toThrow(refused("MASTER_KEY"))
    const file = join(folder, "master.key")
    await writeFile(file, other)
    await expect(load({ DATA_DIR: folder })).rejects.toThrow(refused(file))
    expect((await load({ MASTER_KEY: one })).fingerprint).toBe(right.fingerprint)
  })

  it("is not given a new key when its file is deleted", async () => {
    const { fingerprint } = await load({ DATA_DIR: folder })
    const file = join(folder, "master.key")
    const text = await readFile(file, "utf8")
    await rm(file)
    await expect(load({ DATA_DIR: folder })).rejects.toThrow(
      `The database is sealed under the master key ${fingerprint}, and there is no ${file}: ` +
        `put that file back or set MASTER_KEY; a new key would open nothing, so none is made.`,
    )
    expect(await readdir(folder)).toEqual([])
    await writeFile(file, text)
    expect((await load({ DATA_DIR: folder })).fingerprint).toBe(fingerprint)
  })

  it("belongs to one of two that come to it at once with different keys", async () => {
    const loads = [one, other].map((MASTER_KEY) => load({ MASTER_KEY }))
    const settled = await Promise.allSettled(loads)
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  })
})
