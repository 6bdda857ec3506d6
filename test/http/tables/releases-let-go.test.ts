import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { TableBundle } from "../../../http/ports/table-bundle.ts"
import { comingTrip } from "../../support/coming-trip.ts"
import { eventually } from "../../support/eventually.ts"
import { type Answer, send } from "../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { useOwnService } from "../../support/service.ts"
import { copyTables } from "./copied-tables.ts"

const { end, start } = comingTrip

/** A comparison with a card, whose panel the Coach speaks in another language than the house writes. */
const comparison = `lang=de&residence=FR&destinations=US&start=${start}&end=${end}&ages=34&network=visa&tier=premium`

describe("releases of tables that a service has answered with", () => {
  const tables = copyTables()
  const service = useOwnService({ TABLES_DIR: tables.folder, TABLES_WATCH: "true" })
  afterAll(() => tables[Symbol.dispose]())

  const get = (path: string): Promise<Answer> => send({ port: service().port, method: "GET", path })

  /** Asks all that answers from tables: endpoints and pages. */
  const askAll = async (): Promise<void> => {
    const compared = await send({
      port: service().port,
      method: "POST",
      path: "/compare",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: comparison,
    })
    assert.strictEqual(compared.status, 303)
    const pages = ["/", "/compare?lang=fi", "/docs", "/widget.js"]
    const answers = [
      await service().call("POST", paths.bilan, bilanBody()),
      await service().call("POST", paths.quotes, quoteBody()),
      ...(await Promise.all([compared.headers["location"] ?? "", ...pages].map(get))),
    ]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    )
  }

  it("are let go once another is in force", { timeout: 120_000 }, async () => {
    setFlagsFromString("--expose-gc")
    const collect = runInNewContext("gc") as () => void
    const bundles = await service().run(TableBundle)
    const old = [new WeakRef(bundles.current().tables)]
    await askAll()
    for (const amount of [510_000, 520_000, 530_000, 540_000]) {
      const { hash } = bundles.current()
      tables.edit("coach/medical_steps.csv", (text) =>
        text.replace(/^fr,top,\d+,/m, `fr,top,${amount},`),
      )
      assert.isTrue(await eventually(() => bundles.current().hash !== hash, 20_000))
      old.push(new WeakRef(bundles.current().tables))
      await askAll()
    }
    const isLetGo = (): boolean => {
      collect()
      return old.slice(0, -1).every((each) => each.deref() === undefined)
    }
    assert.isTrue(await eventually(isLetGo, 10_000))
  })
})
