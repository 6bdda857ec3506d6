/** Puts something off to the next turn of the event loop, with all else that is put off in this one. */
export type PutOff = (run: () => void) => void

/**
 * Makes what gathers the runs of one turn. Whatever else has come in is read before they run, and
 * what they write leaves in a burst: a write for each turn wakes the system and the client each time.
 */
export const batchUntilNextTurn = (): PutOff => {
  let waiting: Array<() => void> = []
  const runAll = (): void => {
    const runs = waiting
    waiting = []
    for (const run of runs) run()
  }
  return (run) => {
    if (waiting.length === 0) setImmediate(runAll)
    waiting.push(run)
  }
}
