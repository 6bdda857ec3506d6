import { answerParent } from "../http/children.ts"

/** How long it computes until it listens to its parent. */
const busyMs = 50

const keepBusy = (): void => {
  const endsAt = performance.now() + busyMs
  while (performance.now() < endsAt);
  setImmediate(keepBusy)
}

/** Takes all the time of a processor that it can get, once it is asked to. */
answerParent(() => {
  setImmediate(keepBusy)
})
