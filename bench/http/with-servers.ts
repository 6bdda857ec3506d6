import { openAccounts } from "./accounts.ts"
import type { BenchCall, BenchKey } from "./call.ts"
import { endOf } from "./children.ts"
import { type LoadGenerator, startGenerator } from "./load.ts"
import { checkSameAnswers, record } from "./same-answers.ts"
import { type BenchServer, type StartServer, startService } from "./servers.ts"

/** A service and its peers that give the same answers, and what loads them. */
export interface UnderTest<Peer extends string> {
  readonly service: BenchServer
  readonly peers: Readonly<Record<Peer, BenchServer>>
  readonly generator: LoadGenerator
  readonly calls: ReadonlyArray<BenchCall>
}

/**
 * Starts a database, the service on it and its peers, checks that all of them answer all calls alike,
 * and gives them to `use`; ends all of them after it.
 */
export const withServers = async <Peer extends string, Given>(
  makeCalls: (keys: ReadonlyArray<BenchKey>) => ReadonlyArray<BenchCall>,
  startPeers: Readonly<Record<Peer, StartServer>>,
  use: (underTest: UnderTest<Peer>) => Promise<Given>,
): Promise<Given> => {
  await using stack = new AsyncDisposableStack()
  const accounts = stack.adopt(await openAccounts(), endOf)
  const generator = stack.adopt(await startGenerator(), endOf)
  const service = stack.adopt(await startService(accounts, []), endOf)
  const calls = makeCalls(accounts.keys)
  const recorded = await record(service, calls)
  const refused = recorded.find(({ status }) => status !== 200)
  if (refused !== undefined) throw new Error(`${refused.status}: ${refused.text}`)
  const peers: Partial<Record<Peer, BenchServer>> = {}
  for (const name of Object.keys(startPeers) as Array<Peer>) {
    const peer = stack.adopt(await startPeers[name](accounts, recorded), endOf)
    await checkSameAnswers(peer, calls, recorded)
    peers[name] = peer
  }
  return await use({ service, peers: peers as Record<Peer, BenchServer>, generator, calls })
}
