import type { JSX } from "preact"
import type { MedicalPlace, MedicalMapView } from "../../../../../rules/changes/shape/shape-view.ts"
import { inWords, language } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { RowLink } from "../../kit/row-link.tsx"
import { ShapePanel } from "./shape-panel.tsx"
import { asked, choose, medical } from "./shape-state.ts"
import { countText, listText, wholeMoney } from "./shape-text.ts"
import { shapeWords } from "./shape-words.ts"
import { WorldMap } from "./world-map.tsx"
import { TableHead } from "../../kit/table-head.tsx"

/** So many places that change their step are named; the others are in the table. */
const namedMax = 6

const nameIn = ({ name }: Pick<MedicalPlace, "name">): string => name[language.value]

const movedPlaces = ({ places }: MedicalMapView): ReadonlyArray<MedicalPlace> =>
  places.filter(({ after, before }) => before !== null && before !== after)

const amountOf = ({ steps }: MedicalMapView, step: MedicalPlace["after"]): number =>
  steps.find((each) => each.step === step)?.amount ?? 0

const sentenceOf = (view: MedicalMapView): string => {
  const words = inWords(shapeWords)
  const moved = movedPlaces(view)
  const raised = view.steps.filter(({ amount, amountBefore }) => amount !== amountBefore).length
  const names = moved.slice(0, namedMax).map(nameIn)
  return [
    moved.length === 0
      ? words.noStepChange
      : words.stepChanges(
          moved.length,
          moved.length > namedMax ? `${names.join(", ")}…` : listText(names),
        ),
    ...(raised === 0 ? [] : [words.amountChanges(raised)]),
  ].join(" ")
}

const tierText = (tier: string | null): string => {
  const words = inWords(shapeWords)
  const known = Object.entries(words.costTier).find(([name]) => name === tier)
  return known === undefined ? words.costUnknown : `${words.costOfCare}${words.colon}${known[1]}`
}

/** What floats beside the map: the chosen place, its amount, and the row that decides it. */
const PlaceCard = ({ view }: { readonly view: MedicalMapView }): JSX.Element => {
  const words = inWords(shapeWords)
  const place = view.places.find(({ code }) => code === asked.value.destination)
  return (
    <div class="place-card" role="status">
      {place === undefined ? null : (
        <>
          <b>
            {nameIn(place)}, {wholeMoney(amountOf(view, place.after), view.currency)}
          </b>
          {place.before === null || place.before === place.after ? null : (
            <span>
              {words.was} <s>{wholeMoney(amountOf(view, place.before), view.currency)}</s>
            </span>
          )}
          <span class="second">{tierText(place.costTier)}</span>
          {place.line === null ? null : <RowLink file={place.file} line={place.line} />}
        </>
      )}
    </div>
  )
}

const Steps = ({ view }: { readonly view: MedicalMapView }): JSX.Element => {
  const words = inWords(shapeWords)
  return (
    <ol class="map-steps">
      {view.steps.map(({ amount, amountBefore, line, places }, index) => (
        <li class={`step-${index + 1}`}>
          <b>
            {line === null ? (
              wholeMoney(amount, view.currency)
            ) : (
              <a href={hrefOf("tables", view.stepsFile, { row: line })}>
                {wholeMoney(amount, view.currency)}
              </a>
            )}
          </b>
          {amount === amountBefore ? null : (
            <span>
              {words.was} <s>{wholeMoney(amountBefore, view.currency)}</s>
            </span>
          )}
          <span>{words.places(countText(places))}</span>
        </li>
      ))}
    </ol>
  )
}

const PlacesTable = ({ view }: { readonly view: MedicalMapView }): JSX.Element => {
  const words = inWords(shapeWords)
  return (
    <table>
      <caption class="unseen">{words.medicalTable(nameIn(view.residence))}</caption>
      <TableHead
        heads={[
          words.place,
          { figures: `${words.before} (${view.currency})` },
          { figures: `${words.after} (${view.currency})` },
          words.costOfCare,
          words.row,
        ]}
      />
      <tbody>
        {view.places.map((place) => {
          const { after, before, costTier, file, line } = place
          const tier = Object.entries(words.costTier).find(([name]) => name === costTier)
          return (
            <tr key={place.code} class={before === after ? undefined : "changed"}>
              <th scope="row">{nameIn(place)}</th>
              <td class="number">
                {before === null ? "—" : wholeMoney(amountOf(view, before), view.currency)}
              </td>
              <td class="number">{wholeMoney(amountOf(view, after), view.currency)}</td>
              <td>{tier === undefined ? "—" : tier[1]}</td>
              <td>{line === null ? "—" : <RowLink file={file} line={line} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The medical target by residence, on a map. */
export const MedicalPanel = (): JSX.Element => {
  const words = inWords(shapeWords)
  const { isBusy, output: view } = medical.state.value
  return (
    <ShapePanel
      name="medical"
      title={words.medical(view === null ? "…" : nameIn(view.residence))}
      link={
        view === null
          ? null
          : {
              href: hrefOf("tables", view.countriesFile),
              text: words.countries(countText(view.places.length)),
            }
      }
      says={view === null ? "" : sentenceOf(view)}
      isBusy={isBusy}
      table={() => (view === null ? <p /> : <PlacesTable view={view} />)}
    >
      {view === null ? (
        <div class="world" style={{ minHeight: 280 }} />
      ) : (
        <>
          <div class="map-ground">
            <WorldMap
              view={view}
              chosen={asked.value.destination}
              onChoose={(code) => choose({ to: code })}
            />
            <PlaceCard view={view} />
          </div>
          <Steps view={view} />
          <p class="shape-note">{words.outlines}</p>
        </>
      )}
    </ShapePanel>
  )
}
