import type { ComponentChildren, JSX } from "preact"
import { inWords, numberText, signedPercentText } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { hrefOf } from "../../kit/route.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { Symbol } from "../../kit/symbols.tsx"
import { sizeText } from "../../panels/releases-words.ts"
import { releases, review, useReview } from "../../panels/review-state.ts"
import { CommentsCard } from "./comments-card.tsx"
import { figuresWords } from "./figures-words.ts"
import { LateCard } from "./late-card.tsx"
import { OffersCard } from "./offers-card.tsx"
import { OwnCasesCard } from "./own-cases-card.tsx"
import { PrepareCard } from "./prepare-card.tsx"
import { PriceHistogram } from "./price-histogram.tsx"
import { ReleaseCard } from "./release-card.tsx"
import { releaseWords } from "./release-words.ts"
import { check, report, startReport, stopReport, useReport, work } from "./report-state.ts"
import { TablesCard } from "./tables-card.tsx"
import { TimelineCard } from "./timeline-card.tsx"
import { ArgumentsCard, TextsCard } from "./words-cards.tsx"
import type {
  ReviewCheck,
  ReviewFinding,
  ReviewReport,
} from "../../../../../rules/changes/reviewed-change.ts"

/** Leads to those whom the change touches. */
const Leads = (): JSX.Element => {
  const words = inWords(figuresWords).lede
  const { changed = 0, changedCases = 0 } = report.value ?? {}
  return (
    <p class="review-leads">
      {changed === 0 ? null : <a href={hrefOf("impact")}>{words.impact}</a>}
      {changedCases === 0 ? null : <a href={hrefOf("cases")}>{words.cases(changedCases)}</a>}
    </p>
  )
}

/** The cards of figures while those are made. */
const Late = (): JSX.Element => {
  const { late, moves, offers, tables } = inWords(figuresWords)
  return (
    <>
      <LateCard title={moves.title} says={late.moves} />
      <LateCard title={offers.title} says={late.offers} />
      <LateCard title={tables.title} says={late.tables} isLow />
    </>
  )
}

const Head = (): JSX.Element => {
  const now = report.value
  return (
    <header class="review-head">
      <p class="second">{review.value?.reason ?? inWords(releaseWords).page}</p>
      <h1 class="display headline">
        {now === null ? inWords(figuresWords).headline.waiting : headlineOf(now)}
      </h1>
      <p class="review-lede">{now === null ? "" : ledeOf(now)}</p>
      <Leads />
      <WorkLine />
    </header>
  )
}

/** The screen `review`: what the change does on one page, and the steps to its release beside it. */
export const ReviewScreen = (): JSX.Element => {
  useReview()
  useReport()
  const [view, all, figures] = [review.value, releases.value, report.value]
  return (
    <div class="review">
      <Head />
      <div class="review-layout">
        <div class="review-main">
          {figures === null ? (
            <Late />
          ) : (
            <>
              <MovesCard report={figures} />
              <OffersCard report={figures} />
              {figures.changed === 0 ? null : <OwnCasesCard />}
              <ArgumentsCard report={figures} />
              <TextsCard report={figures} />
              <TablesCard report={figures} />
            </>
          )}
          {view === null ? null : <CommentsCard view={view} />}
          {all === null ? null : <TimelineCard all={all} />}
        </div>
        <aside class="review-aside" aria-label={inWords(releaseWords).release.title}>
          {view === null ? (
            <LateCard
              title={inWords(releaseWords).release.title}
              says={inWords(figuresWords).late.release}
            />
          ) : (
            <ReleaseCard view={view} />
          )}
          <ChecksCard check={check.value} />
          {view === null || all === null ? null : <PrepareCard all={all} view={view} />}
          <SendCard />
        </aside>
      </div>
    </div>
  )
}

const copyMarkdown = async (): Promise<void> => {
  const words = inWords(releaseWords).send
  const response = await fetch(new URL("review/change.md", document.baseURI))
  if (!response.ok) return tell(words.notCopied, true)
  const text = await response.text()
  await navigator.clipboard.writeText(text).then(
    () => tell(words.copied),
    () => tell(words.notCopied, true),
  )
}

/** The commits of the change, once there are some on a branch of their own. */
const PatchLink = (): JSX.Element | null => {
  const words = inWords(releaseWords).send
  const view = review.value
  if (view === null || view.problem !== null || view.needsBranch || view.commits === 0) return null
  return (
    <>
      <a class="button quiet small" href="review/change.patch" download>
        {words.patch}
      </a>
      <p class="help">
        {words.aboutPatch(view.commits)}
        {view.uncommitted.length === 0 ? "" : ` ${words.notInPatch(view.uncommitted.length)}`}
      </p>
      {view.comments.length === 0 && view.approval.state === "none" ? null : (
        <>
          <a class="button quiet small" href="review/whole.patch" download>
            {words.wholePatch}
          </a>
          <p class="help">{words.aboutWholePatch}</p>
        </>
      )}
    </>
  )
}

/** The change as a file to send, as Markdown for a pull request, and as a patch for another repository. */
const SendCard = (): JSX.Element => {
  const words = inWords(releaseWords).send
  return (
    <section class="card aside-card" aria-labelledby="send">
      <h2 id="send">{words.title}</h2>
      <div class="aside-form">
        <a class="button" href="review/change.html" download>
          {words.page}
        </a>
        <button type="button" class="button" onClick={() => void copyMarkdown()}>
          {words.copy}
        </button>
        <a class="button quiet small" href="review/change.md" download>
          {words.markdown}
        </a>
        <p class="help">{words.about}</p>
        <PatchLink />
      </div>
    </section>
  )
}

const moneyLine = ({ cheaper, dearer, moves }: ReviewReport): string => {
  const words = inWords(figuresWords).headline
  const most = sizeText(moves?.most ?? 0)
  const least = sizeText(moves?.least ?? 0)
  if (dearer === 0) return words.cheaperAlone(numberText(cheaper), least)
  const up = words.dearer(numberText(dearer), most)
  return cheaper === 0 ? up : `${up}; ${words.cheaper(numberText(cheaper), least)}`
}

/** The change in one line: what it does to prices, else what else it does. */
const headlineOf = (report: ReviewReport): string => {
  const words = inWords(figuresWords).headline
  if (report.tables.length === 0) return words.nothing
  if (report.dearer + report.cheaper > 0) return moneyLine(report)
  const [offer] = report.offers
  if (offer !== undefined && offer.gone > 0) return words.gone(offer.title)
  if (offer !== undefined && offer.come > 0) return words.come(offer.title)
  if (report.arguments.length > 0) return words.arguments(numberText(report.arguments.length))
  if (report.changed > 0) return words.situations(numberText(report.changed))
  if (report.texts.length > 0) return words.texts(numberText(report.texts.length))
  return words.tables(report.tables.length)
}

/** The sentences below the line: in how many situations, and what becomes of first places and arguments. */
const ledeOf = (report: ReviewReport): string => {
  const words = inWords(figuresWords).lede
  if (report.tables.length === 0 || report.unavailable !== null) return ""
  const standings = report.standings.slice(0, 2).map(({ gained, lost, title }) => {
    if (lost === 0) return words.gains(title, numberText(gained))
    if (gained === 0) return words.loses(title, numberText(lost))
    return words.both(title, numberText(lost), numberText(gained))
  })
  return [
    ...(report.releases.length === 0 ? [] : [words.released(report.releases.join(", "))]),
    words.share(numberText(report.changed), numberText(report.situations)),
    ...(standings.length === 0 ? [words.noPlaces] : standings),
    ...(report.arguments.length === 0 ? [words.noArguments] : []),
  ].join(" ")
}

/** How far the figures are, with what ends the work; its place is kept while there is nothing to say. */
const WorkLine = (): JSX.Element => {
  const words = inWords(figuresWords)
  const now = work.value
  return (
    <div class="work-line" role="status">
      {now.state === "busy" ? (
        <>
          <progress
            aria-label={words.working}
            max={now.progress?.all ?? 1}
            value={now.progress === null ? undefined : now.progress.done}
          />
          <span class="label second">
            {now.progress === null
              ? words.working
              : words.tried(numberText(now.progress.done), numberText(now.progress.all))}
          </span>
          <button type="button" class="button quiet small" onClick={stopReport}>
            {words.stop}
          </button>
        </>
      ) : null}
      {now.state === "stopped" || now.state === "failed" ? (
        <>
          <span class="label second">
            {now.state === "failed" ? words.failed(now.why) : words.stopped}
          </span>
          <button type="button" class="button quiet small" onClick={() => void startReport()}>
            {words.again}
          </button>
        </>
      ) : null}
      {now.state === "done" && report.value?.isOlder === true ? (
        <span class="label second">{words.olderTables}</span>
      ) : null}
      {now.state === "done" && (report.value?.unavailable ?? null) !== null ? (
        <span class="label second">{words.noSituations(report.value?.unavailable ?? "")}</span>
      ) : null}
    </div>
  )
}

const side = (permille: number): string => (permille > 0 ? "dearer" : "cheaper")

const Line = ({
  permille,
  text,
}: {
  readonly text: string
  readonly permille: number
}): JSX.Element => (
  <div>
    <dt>{text}</dt>
    <dd class={side(permille)}>{signedPercentText(permille)}</dd>
  </div>
)

/** How prices move: the histogram, its middle and its ends. */
const MovesCard = ({ report }: { readonly report: ReviewReport }): JSX.Element | null => {
  const words = inWords(figuresWords).moves
  const { bars, cheaper, dearer, moves, offers } = report
  if (moves === null) return null
  const [offer] = offers.filter((each) => each.moves !== null)
  return (
    <section class="card review-card" aria-labelledby="moves">
      <div class="panel-head">
        <h2 id="moves">{words.title}</h2>
        <span class="third label">{words.of(numberText(dearer + cheaper))}</span>
      </div>
      <div class="moves">
        <PriceHistogram bars={bars} />
        <dl class="figure-list">
          <Line text={words.middle} permille={moves.median} />
          {moves.most > 0 ? <Line text={words.dearest} permille={moves.most} /> : null}
          {moves.least < 0 ? <Line text={words.cheapest} permille={moves.least} /> : null}
          {offer === undefined ? null : (
            <div>
              <dt>{words.mostTouched}</dt>
              <dd>{offer.title.replace(/ \(.*\)$/, "")}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  )
}

/** More findings of a kind are left to the tables themselves. */
const listedMax = 6

const CheckLine = ({
  children,
  state,
}: {
  readonly state: "held" | "warning" | "error"
  readonly children: ComponentChildren
}): JSX.Element => (
  <li>
    <span class={`check-mark ${state}`}>
      <Symbol name={state} />
    </span>
    <span>
      <span class="unseen">{inWords(releaseWords).checks[state]}: </span>
      {children}
    </span>
  </li>
)

const Finding = ({
  finding,
  state,
}: {
  readonly finding: ReviewFinding
  readonly state: "warning" | "error"
}): JSX.Element => {
  const words = inWords(releaseWords).checks
  const reason = review.value?.keptWarnings.find(({ id }) => id === finding.id)?.reason
  return (
    <CheckLine state={state}>
      <b>{inWords(finding.title)}</b> <RowLink {...finding} />
      <span class="second label remark">{inWords(finding.detail)}</span>
      {state === "error" ? null : (
        <span class="second label remark">
          {reason === undefined ? words.noReason : words.kept(reason)}
        </span>
      )}
    </CheckLine>
  )
}

const Checks = ({ check }: { readonly check: ReviewCheck }): JSX.Element => {
  const words = inWords(releaseWords).checks
  const { errors, oldWarnings, printed, rows, rules, warnings } = check
  return (
    <ul class="checks">
      {errors.length === 0 ? (
        <>
          <CheckLine state="held">{words.rules(numberText(rules))}</CheckLine>
          <CheckLine state="held">{words.rows(numberText(rows))}</CheckLine>
        </>
      ) : null}
      {printed === null ? null : (
        <CheckLine state={printed.misread === 0 ? "held" : "error"}>
          {printed.misread === 0
            ? words.printed(numberText(printed.lines))
            : words.misread(numberText(printed.misread))}
        </CheckLine>
      )}
      {errors.slice(0, listedMax).map((finding) => (
        <Finding finding={finding} state="error" />
      ))}
      {errors.length > listedMax ? (
        <CheckLine state="error">{words.more(errors.length - listedMax)}</CheckLine>
      ) : null}
      {warnings.slice(0, listedMax).map((finding) => (
        <Finding finding={finding} state="warning" />
      ))}
      {warnings.length > listedMax ? (
        <CheckLine state="warning">{words.more(warnings.length - listedMax)}</CheckLine>
      ) : null}
      {oldWarnings > 0 ? <CheckLine state="warning">{words.old(oldWarnings)}</CheckLine> : null}
    </ul>
  )
}

/** What was checked of the change, and what came of it. */
const ChecksCard = ({ check }: { readonly check: ReviewCheck | null }): JSX.Element => {
  const words = inWords(releaseWords).checks
  return (
    <section class="card aside-card" aria-labelledby="checks">
      <h2 id="checks">{words.title}</h2>
      {check === null ? <p class="help">{words.waiting}</p> : <Checks check={check} />}
    </section>
  )
}
