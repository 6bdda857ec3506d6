import { makeDraws } from "../../core/random/draws.ts"
import { type FaultProxy, openFaultProxy, urlOver } from "../torture/network/fault-proxy.ts"

/** A way to a database that a test can take away and give back. */
export interface DatabaseWay extends FaultProxy {
  /** The URL of the database over this way. */
  readonly url: string
}

/** Opens a way to the database of a URL. */
export const openDatabaseWay = async (databaseUrl: string): Promise<DatabaseWay> => {
  const way = await openFaultProxy(Number(new URL(databaseUrl).port), makeDraws(1))
  return { ...way, url: urlOver(databaseUrl, way) }
}
