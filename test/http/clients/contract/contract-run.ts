import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { useEmulator } from "../../../support/emulator.ts"
import { runProcess } from "../../../support/run-process.ts"
import { contractNames } from "./contract-names.ts"
import { type OddServer, startOddServer } from "./odd-server.ts"

const inRoot = (path: string): string =>
  fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** A program that is run for a test. */
export interface ContractStep {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
}

/** What the steps of a language are made of. */
export interface ContractPlaces {
  /** The folder of the client. */
  readonly client: string
  /** The folder of its test program. */
  readonly test: string
  /** A folder that is gone afterwards. */
  readonly scratch: string
}

/** The first program that its README shows. */
interface FirstPrice {
  /** What it is saved as, in the folder that is gone afterwards. */
  readonly file: string
  /** Files of the client that have to lie beside it. */
  readonly beside?: ReadonlyArray<string>
  readonly steps: (places: ContractPlaces) => ReadonlyArray<ContractStep>
}

/** The first program in the language of a README. */
const firstProgram = (readme: string, id: string): string =>
  new RegExp(`^\u0060{3}${id}\n(.*?)^\u0060{3}$`, "ms").exec(readme)?.[1] ?? ""

/** A client in another language, and how it is tested. */
export interface ContractLanguage {
  readonly id: string
  readonly label: string
  /** Whether its tools are on this machine. */
  readonly isHere: boolean
  /** What is compiled before, the first program of its README too. */
  readonly prepare?: (places: ContractPlaces) => ReadonlyArray<ContractStep>
  /** Each has to end well; the last one is the test program. */
  readonly steps: (places: ContractPlaces) => ReadonlyArray<ContractStep>
  /** How the first program of its README is run. */
  readonly firstPrice: FirstPrice
}

/** Runs the test program of a language against an emulator and a server at which calls come to grief. */
export const testContract = ({
  firstPrice,
  id,
  isHere,
  label,
  prepare,
  steps,
}: ContractLanguage): void => {
  // Reports name what was not tested, and with which language.
  describe.skipIf(!isHere)(`the client in ${label}`, () => {
    const emulator = useEmulator()
    let scratch = ""
    let odd: OddServer | undefined
    afterAll(async () => {
      await odd?.stop()
      rmSync(scratch, { recursive: true, force: true })
    })

    const places = (): ContractPlaces => ({
      client: inRoot(`http/clients/${id}`),
      test: inRoot(`test/http/clients/${id}`),
      scratch,
    })

    const run = async (steps: ReadonlyArray<ContractStep>, cwd: string): Promise<string> => {
      const { keys, ref } = await emulator().account()
      const key = keys.find(({ mode }) => mode === "sandbox")
      const environment = {
        VIATICA_URL: `http://127.0.0.1:${emulator().port}`,
        VIATICA_KEY: key?.keyId ?? "",
        VIATICA_SECRET: key?.secret ?? "",
        VIATICA_REF: ref ?? "",
        VIATICA_ODD_URL: odd?.url ?? "",
        VIATICA_VECTORS: inRoot("test/vectors"),
      }
      let told = ""
      for (const step of steps) {
        const { status, stderr, stdout } = await runProcess(step.file, step.args, {
          cwd,
          environment: { ...environment, ...step.environment },
          timeoutMs: 170_000,
        })
        assert.strictEqual(status, 0, `${step.args.join(" ")}\n${stdout}\n${stderr}`)
        told = stdout
      }
      return told
    }

    beforeAll(async () => {
      scratch = mkdtempSync(join(tmpdir(), `viatica-${id}-`))
      odd = await startOddServer()
      const { beside = [], file } = firstPrice
      const program = firstProgram(readFileSync(join(places().client, "README.md"), "utf8"), id)
      writeFileSync(join(scratch, file), program)
      for (const each of beside) {
        copyFileSync(join(places().client, each), join(scratch, basename(each)))
      }
      if (prepare !== undefined) await run(prepare(places()), places().test)
    })

    it("keeps the contract that all clients keep", async () => {
      const told = await run(steps(places()), places().test)
      const proven = [...told.matchAll(/^ok (.*)$/gm)].map(([, name]) => name)
      assert.deepStrictEqual(proven, [...contractNames], told)
    })

    it("gets a first price by the program of its README", async () => {
      assert.match(await run(firstPrice.steps(places()), scratch), /\b\d+\.\d+ EUR\b/)
    })
  })
}
