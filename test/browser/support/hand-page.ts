import type { BrowserContext, Page } from "playwright-core"
import type { TestWorkbench } from "../../support/workbench.ts"
import { openScreen } from "./use-workbench.ts"

/** What a page keeps of its own calls, for the tests to look at. */
interface WatchedCalls {
  /** The newest revision that its stream has told, and that a step of its own has come to. */
  told: number
  made: number
  /** Steps that were asked for and are not answered yet. */
  underWay: number
  /** Answers wait for so many keys; none where they come as they do. */
  slowKeys: number
  /** Whether what is slow is the way to the server, or the way back. */
  isSlowToAsk: boolean
  readonly letGo: () => void
}

type WatchedWindow = Window & { fingers: WatchedCalls }

/**
 * Watches the calls of a page from within, as fetches that a test takes on the way cost a round trip each, and
 * leaves out views that fingers do not meet. A slow server is one that answers after so many keys: nobody sleeps.
 */
const watch = (leftOut: ReadonlyArray<string>): void => {
  const waiting: Array<{ due: number; go: () => void }> = []
  let pressed = 0
  const letGo = (): void => {
    for (const { go } of waiting.splice(0)) go()
  }
  const fingers: WatchedCalls = {
    told: 0,
    made: 0,
    underWay: 0,
    slowKeys: 0,
    isSlowToAsk: false,
    letGo,
  }
  ;(window as unknown as WatchedWindow).fingers = fingers
  addEventListener(
    "keydown",
    ({ isTrusted }) => {
      if (!isTrusted) return
      pressed += 1
      while (waiting[0] !== undefined && waiting[0].due <= pressed) waiting.shift()?.go()
    },
    true,
  )
  const inTime = (): Promise<void> =>
    fingers.slowKeys === 0
      ? Promise.resolve()
      : new Promise((go) => waiting.push({ due: pressed + fingers.slowKeys, go }))
  const ask = window.fetch.bind(window)
  window.fetch = async (url, init) => {
    const name = String(url).split("/").at(-1) ?? ""
    if (name === "impactBegin") return new Promise(() => undefined)
    if (String(url).includes("/shown/")) {
      const shown = JSON.parse(String(init?.body)) as ReadonlyArray<{ readonly name: string }>
      const body = JSON.stringify(shown.filter((view) => !leftOut.includes(view.name)))
      return ask(url, { ...init, body })
    }
    if (!["typeCell", "edit", "paste", "undo", "redo", "settle"].includes(name)) {
      return ask(url, init)
    }
    fingers.underWay += 1
    try {
      if (fingers.isSlowToAsk) await inTime()
      const response = await ask(url, init)
      if (!fingers.isSlowToAsk) await inTime()
      const { output } = (await response.clone().json()) as {
        readonly output?: { readonly revision?: number }
      }
      fingers.made = Math.max(fingers.made, output?.revision ?? 0)
      return response
    } finally {
      fingers.underWay -= 1
    }
  }
  const listen = EventSource.prototype.addEventListener
  EventSource.prototype.addEventListener = function (
    this: EventSource,
    type: string,
    listener: (event: MessageEvent) => void,
  ): void {
    listen.call(this, type, (event: Event) => {
      listener(event as MessageEvent)
      if (type !== "message") return
      const word = JSON.parse(String((event as MessageEvent).data)) as {
        readonly type: string
        readonly revision?: number
      }
      if (word.type === "view") fingers.told = Math.max(fingers.told, word.revision ?? 0)
    })
  } as typeof listen
}

/** What fingers do not meet, and what takes all cores. */
const leftOut = ["review", "releases", "impact", "impactProgress"]

/** Where a page stands: its selected cell, and what of its own steps is done and shown. */
export interface HandState {
  readonly head: string
  readonly told: number
  readonly made: number
  readonly underWay: number
  readonly isChoosing: boolean
}

/** A page that somebody's hand presses keys on. */
export interface HandPage {
  readonly page: Page
  readonly state: () => Promise<HandState>
  /** From now on the server takes so many keys for each step: on the way to it, or on the way back. */
  readonly slow: (keys: number, isSlowToAsk: boolean) => Promise<void>
  /** The server answers all that it was asked, and is quick from now on. */
  readonly letGo: () => Promise<void>
}

/** Opens a table in a window of its own, at the cell that the address names. */
export const openHandPage = async (
  context: BrowserContext,
  bench: TestWorkbench,
  path: string,
): Promise<HandPage> => {
  const { page } = await openScreen(context, bench, {
    path,
    ready: (opened) => opened.locator("[role=gridcell]:focus").waitFor(),
  })
  return {
    page,
    state: () =>
      page.evaluate(() => {
        const { made, told, underWay } = (window as unknown as WatchedWindow).fingers
        const place = document.querySelector<HTMLElement>("[data-cell-at]")?.dataset["cellAt"]
        const isChoosing = document.querySelector("dialog[open]") !== null
        return { head: place ?? "", made, told, underWay, isChoosing }
      }),
    slow: (slowKeys, isSlowToAsk) =>
      page.evaluate(
        (how) => void Object.assign((window as unknown as WatchedWindow).fingers, how),
        { slowKeys, isSlowToAsk },
      ),
    letGo: () =>
      page.evaluate(() => {
        const { fingers } = window as unknown as WatchedWindow
        fingers.slowKeys = 0
        fingers.letGo()
      }),
  }
}

/** Opens what windows of one person share: their clipboard, and the watch on calls. */
export const openHands = async (browser: {
  readonly newContext: (options: object) => Promise<BrowserContext>
}): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  })
  await context.addInitScript(watch, leftOut)
  return context
}
