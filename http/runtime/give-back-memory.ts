import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** How long after the last burst memory is given back: a process under attack has other things to do. */
const usualAfterMs = 10_000

type Collect = (how: { readonly type: "major"; readonly execution: "async" }) => unknown

/** V8's own collection, which it exposes only behind a flag. */
const collector = (): Collect => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as Collect
}

/**
 * Makes a function that gives the memory of a burst back, some time after its last call. V8
 * collects when something is allocated: a process that is idle after a burst would keep its memory
 * for good.
 */
export const makeGiveBackMemory = (afterMs = usualAfterMs): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      collector()({ type: "major", execution: "async" })
    }, afterMs)
    timer.refresh().unref()
  }
}
