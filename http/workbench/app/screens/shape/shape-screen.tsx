import type { JSX } from "preact"
import { inWords, language } from "../../kit/language.ts"
import { SelectField } from "../../kit/select-field.tsx"
import { Symbol } from "../../kit/symbols.tsx"
import { CoversPanel } from "./covers-panel.tsx"
import { MedicalPanel } from "./medical-panel.tsx"
import { AgesPanel, DaysPanel } from "./premium-panels.tsx"
import { asked, choices, choose, offerKey, premiums, useShapes } from "./shape-state.ts"
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

const Toggle = ({
  isOn,
  name,
  text,
}: {
  readonly name: "friends" | "long" | "risky"
  readonly text: string
  readonly isOn: boolean
}): JSX.Element => (
  <button
    type="button"
    class="chip"
    aria-pressed={isOn}
    onClick={() => choose({ [name]: isOn ? "" : "1" })}
  >
    {text}
  </button>
)

/** The zones to look at, all or one. */
const ZoneChoice = (): JSX.Element => {
  const words = inWords(shapeWords)
  const { zone } = asked.value
  const zones = premiums.state.value.output?.days ?? []
  return (
    <div class="segments" role="group" aria-label={words.zoneGroup}>
      <button type="button" aria-pressed={zone === ""} onClick={() => choose({ zone: "" })}>
        {words.allZones}
      </button>
      {zones.map(({ zone: own }) => (
        <button
          type="button"
          aria-pressed={zone === own}
          onClick={() => choose({ zone: zone === own ? "" : own })}
        >
          {words.zones[own]}
        </button>
      ))}
    </div>
  )
}

/** What the pictures are drawn of; the address keeps it. */
const ShapeControls = (): JSX.Element => {
  const words = inWords(shapeWords)
  const { bank, destination, friends, longTrip, offer, residence, riskyActivity } = asked.value
  const known = choices.state.value.output
  const places = (known?.places ?? [])
    .map(({ code, name }) => ({ value: code, text: name[language.value] }))
    .toSorted((one, two) => one.text.localeCompare(two.text, language.value))
  const offers = (known?.offers ?? []).map((each) => ({
    value: offerKey(each),
    text: `${each.name} (${each.currency}), ${each.tariff}${each.isChanged ? `, ${words.isChanged}` : ""}`,
    group: `${each.insurer}, ${each.catalogue === "live" ? words.live : words.sandbox}`,
  }))
  const banks = (known?.banks ?? [])
    .filter(({ country }) => country === residence)
    .map(({ bank: name }) => ({ value: name, text: name }))
  return (
    <div class="shape-controls">
      <SelectField
        className="shape-choice"
        id="shape-choice-offer"
        label={words.offer}
        value={offer === undefined ? "" : offerKey(offer)}
        options={offers}
        onChoose={(value) => choose({ offer: value, zone: "" })}
      />
      <SelectField
        className="shape-choice"
        id="shape-choice-from"
        label={words.residence}
        value={residence}
        options={places}
        onChoose={(value) => choose({ from: value, bank: "" })}
      />
      <SelectField
        className="shape-choice"
        id="shape-choice-to"
        label={words.destination}
        value={destination}
        options={places}
        onChoose={(value) => choose({ to: value })}
      />
      <SelectField
        className="shape-choice"
        id="shape-choice-bank"
        label={words.cards}
        value={bank}
        options={[{ value: "", text: words.profiles }, ...banks]}
        onChoose={(value) => choose({ bank: value })}
      />
      <div class="actions" role="group" aria-label={words.trip}>
        <Toggle name="long" text={words.longTrip} isOn={longTrip} />
        <Toggle name="friends" text={words.friends} isOn={friends} />
        <Toggle name="risky" text={words.risky} isOn={riskyActivity} />
      </div>
    </div>
  )
}
