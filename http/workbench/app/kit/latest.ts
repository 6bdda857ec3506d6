/**
 * Runs some work for the newest input only: one run at a time, and while one is under way of all later
 * inputs only the last is kept. A run is never broken off, as that would end the engine that works on it.
 */
export const runLatest = <Input>(
  work: (input: Input, isNewest: () => boolean) => Promise<void>,
): ((input: Input) => void) => {
  let waiting: { readonly input: Input } | undefined
  let isRunning = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting !== undefined) {
      const { input } = waiting
      waiting = undefined
      // The newest is what nothing waits behind.
      await work(input, () => waiting === undefined)
    }
    isRunning = false
  }
  return (input) => {
    waiting = { input }
    if (!isRunning) void run()
  }
}
