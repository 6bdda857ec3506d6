import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import { inWords } from "../../kit/language.ts"
import { rowHref } from "../../kit/route.ts"
import { Symbol } from "../../kit/symbols.tsx"
import type { PremiumView, RowSpan } from "../../../../../rules/changes/shape/shape-view.ts"
import { drawAges } from "./ages-chart.ts"
import { drawDays, type PremiumPicture } from "./days-chart.ts"
import { PlotFigure } from "../../kit/plot-figure.tsx"
import { AgesTable, DaysTable } from "./premium-tables.tsx"
import { ShapePanel } from "./shape-panel.tsx"
import { asked, premiums } from "./shape-state.ts"
import { agesSentence, daysSentence, zonesShown } from "./shape-text.ts"
import { shapeWords, zoneColours } from "./shape-words.ts"

const height = 216

const linkOf = (view: PremiumView | null, rows: RowSpan | null | undefined) => {
  if (view === null || rows === null || rows === undefined) return null
  const { first, last } = rows
  return { href: rowHref(view.file, first), text: inWords(shapeWords).rows(first, last) }
}

/** A picture of what is chosen; the same object for as long as nothing in it is new. */
const usePicture = (): PremiumPicture | null => {
  const view = premiums.state.value.output
  const { zone } = asked.value
  return useMemo(() => (view === null ? null : { view, zone }), [view, zone])
}

const Legend = ({ picture }: { readonly picture: PremiumPicture }): JSX.Element => {
  const words = inWords(shapeWords)
  const zones = zonesShown(picture.view.days, picture.zone)
  return (
    <p class="shape-legend">
      <span>
        <i class="solid" />
        {words.after}
      </span>
      <span>
        <i class="dashed" />
        {words.beforeDiffers}
      </span>
      {zones.some(({ stepsDown }) => stepsDown.length > 0) ? (
        <span class="warns">
          <Symbol name="warning" size={14} /> {words.longerLess}
        </span>
      ) : null}
    </p>
  )
}

const ZoneLegend = ({ picture }: { readonly picture: PremiumPicture }): JSX.Element => {
  const words = inWords(shapeWords)
  return (
    <p class="shape-legend">
      {zonesShown(picture.view.days, picture.zone).map(({ zone }) => (
        <span>
          <i class="block" style={{ background: zoneColours[zone] }} />
          {words.zones[zone]}
        </span>
      ))}
      <span>
        <i class="dashed dark" />
        {words.before}
      </span>
    </p>
  )
}

/** Premiums over days, before and after. */
export const DaysPanel = (): JSX.Element => {
  const words = inWords(shapeWords)
  const { isBusy } = premiums.state.value
  const picture = usePicture()
  const view = picture?.view ?? null
  const says = view === null ? "" : daysSentence(view)
  return (
    <ShapePanel
      name="days"
      title={words.days}
      link={linkOf(view, view?.dayRows)}
      says={says}
      isBusy={isBusy}
      table={() =>
        picture === null ? <p /> : <DaysTable view={picture.view} zone={picture.zone} />
      }
    >
      {picture === null ? (
        <div class="plot" style={{ minHeight: height }} />
      ) : picture.view.days.length === 0 ? (
        <p class="empty">{words.noPremiums}</p>
      ) : (
        <>
          <PlotFigure
            name={`${words.days}, ${picture.view.offer.currency}. ${says}`}
            height={height}
            of={picture}
            draw={drawDays}
          />
          <Legend picture={picture} />
        </>
      )}
    </ShapePanel>
  )
}

/** Premiums over ages, before and after. */
export const AgesPanel = (): JSX.Element => {
  const words = inWords(shapeWords)
  const { isBusy } = premiums.state.value
  const picture = usePicture()
  const view = picture?.view ?? null
  const says = view === null ? "" : agesSentence(view)
  return (
    <ShapePanel
      name="ages"
      title={words.ages}
      link={linkOf(view, view?.ageRows)}
      says={says}
      isBusy={isBusy}
      table={() =>
        picture === null ? <p /> : <AgesTable view={picture.view} zone={picture.zone} />
      }
    >
      {picture === null ? (
        <div class="plot" style={{ minHeight: height }} />
      ) : picture.view.ages.length === 0 ? (
        <p class="empty">{words.noPremiums}</p>
      ) : (
        <>
          <PlotFigure
            name={`${words.ages}, ${picture.view.offer.currency}. ${says}`}
            height={height}
            of={picture}
            draw={drawAges}
          />
          <ZoneLegend picture={picture} />
        </>
      )}
    </ShapePanel>
  )
}
