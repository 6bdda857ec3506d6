/**
 * What a thread of the impact runs: it keeps its share of the corpus and what the version before answers,
 * and counts what each new version changes. It works step by step, so that a newer order is heard at once.
 */
import { parentPort, workerData } from "node:worker_threads"
import { once } from "../../../../core/memory.ts"
import { argumentImpacts } from "../../../../rules/impact/argument-tally.ts"
import { prepareCitations } from "../../../../rules/impact/coverage.ts"
import { type ImpactCount, keepImpact } from "../../../../rules/impact/kept-impact.ts"
import { tableFilesIn } from "../../../../rules/tables/index.ts"
import { afterNews, withSameTexts } from "../engine/versions.ts"
import { type LoadedVersions, Unanswerable } from "../../../../rules/changes/loaded-versions.ts"
import { makeEngineLoading } from "../engine/serve-engine.ts"
import { compileText } from "../../../messages/icu.ts"
import {
  addParts,
  argumentNames,
  changedTexts,
  impactNames,
  rendererOf,
  tellImpact,
} from "../../../../rules/changes/tell-impact.ts"
import {
  type CorpusShare,
  countOwnShare,
  prepareShare,
  type SharePart,
} from "../../../../rules/changes/count-share.ts"
import type { ImpactOrder, ImpactStart, ImpactWord } from "./impact-messages.ts"
import { prepareResponsible } from "../../../../rules/changes/changed-travellers.ts"

const start = workerData as ImpactStart
const say = (word: ImpactWord): void => parentPort?.postMessage(word, [])

let versions = withSameTexts(start.versions)
const load = makeEngineLoading()
const shareOf = prepareShare(start)

/** How often it says how far it is, in milliseconds. */
const saidEveryMs = 150

/** One version after, loaded, with what of it differs. */
interface RunState extends LoadedVersions {
  readonly files: ReadonlyArray<string>
  readonly texts: {
    readonly before: ReadonlyMap<string, string>
    readonly after: ReadonlyMap<string, string>
  }
  readonly count: ImpactCount
}

const ofBefore = once(() => {
  const { before } = load(versions)
  return {
    kept: keepImpact(before),
    render: once(() => rendererOf(before, compileText)),
    citations: once(() => prepareCitations(before)),
  }
})

let running: RunState | undefined
/** The steps of what is under way; each call of `next` is one. */
let task: Iterator<unknown> | undefined
let isTurning = false

const turn = (): void => {
  isTurning = false
  if (task === undefined) return
  if (task.next().done === true) task = undefined
  else go()
}

const go = (): void => {
  if (isTurning) return
  isTurning = true
  setImmediate(turn)
}

const prepareRun = (): { readonly state: RunState; readonly corpus: CorpusShare } => {
  const loaded = load(versions)
  const { kept } = ofBefore()
  const { corpus, isNew } = shareOf(loaded.after)
  if (isNew) {
    kept.retain([...corpus.cases, ...corpus.generated].map(({ situation }) => situation))
  }
  const texts = { before: versions.before, after: loaded.sources }
  const files = tableFilesIn(texts.before, texts.after).filter(
    (file) => texts.before.get(file) !== texts.after.get(file),
  )
  const count = kept.prepare({ tables: loaded.after, files, texts })
  return { corpus, state: { ...loaded, files, texts, count } }
}

/**
 * Answers of the version before that the next change will need, made while nothing else is to do.
 *
 * @yields After a few situations.
 */
function* keepAhead({ cases, generated }: CorpusShare): Generator {
  const { kept } = ofBefore()
  let done = 0
  for (const { situation } of [...cases, ...generated]) {
    kept.keep(situation)
    done += 1
    if (done % 10 === 0) yield
  }
  kept.allKept()
}

function* run(id: number): Generator {
  const { corpus, state } = prepareRun()
  running = state
  let saidAt = 0
  for (const { done, of, part } of countOwnShare(state.count, corpus)) {
    const now = performance.now()
    if (part !== undefined) say({ _tag: "Counted", run: id, isWhole: done === of, part })
    else if (now - saidAt > saidEveryMs) {
      saidAt = now
      say({ _tag: "Counting", run: id, done, of })
    }
    yield
  }
  yield* keepAhead(corpus)
}

function* tell(id: number, isWhole: boolean, parts: ReadonlyArray<SharePart>): Generator {
  const state = running
  if (state === undefined) return
  const { after, before, files, mistakes, revision, texts } = state
  const whole = addParts(parts)
  const renderers = { gained: rendererOf(after, compileText), lost: ofBefore().render() }
  const named = argumentNames(renderers, argumentImpacts(whole.tally.arguments))
  const view = tellImpact(whole, {
    revision,
    isWhole,
    isLastSound: mistakes.length > 0,
    names: impactNames(before, after, named),
    texts: changedTexts(files, texts),
    tables: after,
  })
  say({ _tag: "Told", run: id, view })
  if (!isWhole || view.travellers.length === 0) return
  yield
  const rowsOf = prepareResponsible({ before: ofBefore().citations, after }, files, texts)
  const travellers = []
  for (const [place, traveller] of view.travellers.entries()) {
    const { situation } = whole.travellers[place] ?? {}
    const rows = situation === undefined ? [] : rowsOf(situation, state.count.touched)
    travellers.push({ ...traveller, rows })
    yield
  }
  say({ _tag: "Told", run: id, view: { ...view, travellers } })
}

/**
 * One thing after the other, what was under way last.
 *
 * @yields After each step of either.
 */
function* before(first: Iterator<unknown>, second: Iterator<unknown> | undefined): Generator {
  while (first.next().done !== true) yield
  if (second === undefined) return
  while (second.next().done !== true) yield
}

/**
 * What cannot be answered is said; anything else ends the thread.
 *
 * @yields After each of the steps.
 */
function* guarded(id: number, steps: Generator): Generator {
  try {
    yield* steps
  } catch (cause) {
    if (!(cause instanceof Unanswerable)) throw cause
    say({ _tag: "Refused", run: id, code: cause.code })
  }
}

parentPort?.on("message", (order: ImpactOrder) => {
  switch (order._tag) {
    case "Stop":
      task = undefined
      return
    case "Run":
      if (order.news !== undefined) versions = afterNews(versions, order.news)
      task = guarded(order.run, run(order.run))
      return go()
    case "Tell":
      task = before(tell(order.run, order.isWhole, order.parts), task)
      return go()
  }
})
