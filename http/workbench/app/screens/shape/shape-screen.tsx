import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { CoversPanel } from "./covers-panel.tsx"
import { MedicalPanel } from "./medical-panel.tsx"
import { AgesPanel, DaysPanel } from "./premium-panels.tsx"
import { ShapeControls, ZoneChoice } from "./shape-controls.tsx"
import { asked, choose, premiums, useShapes } from "./shape-state.ts"
import { headlineOf } from "./shape-text.ts"
import { shapeWords } from "./shape-words.ts"

/** The hatching of what no row applies to, for all pictures. */
const Hatching = (): JSX.Element => (
  <svg class="unseen" width="0" height="0" aria-hidden="true">
    <defs>
      <pattern
        id="shape-hatch"
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="7" height="7" class="ground" />
        <path d="M0 0v7" class="line" />
      </pattern>
    </defs>
  </svg>
)

const Heading = (): JSX.Element => {
  const words = inWords(shapeWords)
  const view = premiums.state.value.output
  return (
    <>
      <h1 class="display">{view === null ? words.loading : headlineOf(view)}</h1>
      <p class="second">
        {view === null ? "" : words.of(view.offer.name, view.offer.currency)}
        {view?.isOlder === true ? (
          <span class="older">
            <Symbol name="error" size={14} /> {words.older}
          </span>
        ) : null}
      </p>
    </>
  )
}

/** The screen `shape`: what the tables look like, before and after the change, in four pictures. */
export const ShapeScreen = (): JSX.Element => {
  const words = inWords(shapeWords)
  const { isTable } = asked.value
  useShapes()
  return (
    <div class="shape-screen">
      <Hatching />
      <div class="shape-head">
        <Heading />
        <div class="actions">
          <ZoneChoice />
          <button
            type="button"
            class="button small"
            aria-pressed={isTable}
            onClick={() => choose({ table: isTable ? "" : "1" })}
          >
            {words.asTable}
          </button>
        </div>
      </div>
      <ShapeControls />
      <div class="shape-panels">
        <DaysPanel />
        <AgesPanel />
        <MedicalPanel />
        <CoversPanel />
      </div>
    </div>
  )
}
