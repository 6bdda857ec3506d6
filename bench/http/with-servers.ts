import { makeEndings } from "../endings.ts"
import { openAccounts } from "./accounts.ts"
import type { BenchCall, BenchKey } from "./call.ts"
import { type LoadGenerator, startGenerator } from "./load.ts"
import { checkSameAnswers, record } from "./same-answers.ts"
import { type BenchServer, type StartServer, startService } from "./servers.ts"

/** A service and its peers that give the same answers, and what loads them. */
export interface UnderTest {
  readonly service: BenchServer
  /** The peers, in the order in which they were asked for. */
  readonly peers: ReadonlyArray<BenchServer>
  readonly generator: LoadGenerator
  readonly calls: ReadonlyArray<BenchCall>
}

/**
 * Starts a database, the service on it and its peers, checks that all of them answer all calls alike,
 * and gives them to `use`; ends all of them after it.
 */
export const withServers = async <Given>(
  makeCalls: (keys: ReadonlyArray<BenchKey>) => ReadonlyArray<BenchCall>,
  startPeers: ReadonlyArray<StartServer>,
  use: (underTest: UnderTest) => Promise<Given>,
): Promise<Given> => {
  const endings = makeEndings()
  try {
    const accounts = endings.add(await openAccounts())
    const generator = endings.add(await startGenerator())
    const service = endings.add(await startService(accounts, []))
    const calls = makeCalls(accounts.keys)
    const recorded = await record(service, calls)
    const refused = recorded.find(({ status }) => status !== 200)
    if (refused !== undefined) throw new Error(`${refused.status}: ${refused.text}`)
    const peers: Array<BenchServer> = []
    for (const start of startPeers) {
      const peer = endings.add(await start(accounts, recorded))
      await checkSameAnswers(peer, calls, recorded)
      peers.push(peer)
    }
    return await use({ service, peers, generator, calls })
  } finally {
    await endings.endAll()
  }
}
