import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { ReleasesPanel } from "../../panels/releases-panel.tsx"
import { WaitingCases } from "../../panels/waiting-cases.tsx"
import { WaitingComments } from "../../panels/waiting-comments.tsx"
import { WaitingSources } from "../../panels/waiting-sources.tsx"
import { homeWords } from "./home-words.ts"
import { OpenChange } from "./open-change.tsx"
import { TablesByTask } from "./tables-by-task.tsx"

/** What waits for the analyst; the styles hide it where that is nothing. */
const Waiting = (): JSX.Element => (
  <section class="card home-waiting" aria-labelledby="home-waiting">
    <h2 id="home-waiting">{inWords(homeWords).waiting}</h2>
    <div class="home-waiting-list">
      <WaitingComments />
      <WaitingCases />
      <WaitingSources />
    </div>
  </section>
)

/** The first screen: the open change, all tables, releases, and what waits. */
export const HomeScreen = (): JSX.Element => (
  <div class="home">
    <OpenChange />
    <TablesByTask />
    <div class="home-side">
      <ReleasesPanel />
      <Waiting />
    </div>
  </div>
)
