// Another service: asks the Coach of each market what the one of all markets is asked, too, and prints
// where they differ.
import { bilan, cards, describeMistake, makeCoach } from "viatica"
import { openBilans } from "viatica/bilans"
import { tables as caAlone } from "viatica/bilans/ca"
import { tables as frAlone } from "viatica/bilans/fr"
import { tables as myAlone } from "viatica/bilans/my"
import { tables as sgAlone } from "viatica/bilans/sg"
import { tables as usAlone } from "viatica/bilans/us"
import { openCoach } from "viatica/coach"
import { tables as bins } from "viatica/tables/bins"
import { tables as ca } from "viatica/tables/ca"
import { tables as fr } from "viatica/tables/fr"
import { tables as my } from "viatica/tables/my"
import { tables as sg } from "viatica/tables/sg"
import { tables as us } from "viatica/tables/us"

const markets = {
  FR: [fr, frAlone],
  US: [us, usAlone],
  CA: [ca, caAlone],
  SG: [sg, sgAlone],
  MY: [my, myAlone],
}
const places = [["US"], ["ES", "MA"], ["TH"], ["FR"], ["SG"], ["RE"], ["BR", "AR"], ["RU"]]
const trips = [{}, { longTrip: true, friends: true }, { riskyActivity: true }]

/** Whether a value for texts is blank, or a word of one is: two spaces, or one at an end. */
const hasBlank = ({ bilan: told, card }) =>
  [told.headline, told.medical, told.social, ...told.arguments, ...Object.values(card.guarantees)]
    .flatMap(({ vars }) => Object.values(vars))
    .some((value) => typeof value === "string" && (value === "" || /^\s|\s$|\s\s/.test(value)))

const differing = []
const blank = []
const refused = []
let asked = 0
for (const [residence, [tables, tablesAlone]] of Object.entries(markets)) {
  const coach = openCoach([tables, bins])
  const bilans = openBilans([tablesAlone, bins])
  const banks = cards({ country: residence }).success.banks
  const named = banks.flatMap(({ cards: some, name: bank }) =>
    some.flatMap(({ catalogueId, network, tier }) => [
      { catalogueId },
      ...(network === null || tier === null ? [] : [{ bank, network, tier }]),
    ]),
  )
  const generic = ["visa", "mastercard", "amex"].flatMap((network) =>
    ["entry", "mid", "premium", "elite"].map((tier) => ({ network, tier })),
  )
  // A number of a French card: the others know no cards of other countries.
  const bin = residence === "FR" ? "497203" : "411111"
  const all = [{ none: true }, {}, { bin }, ...generic, ...named]
  for (const [index, card] of all.entries()) {
    for (const destinations of index % 9 === 0 ? places : [places[index % places.length]]) {
      const usual = { residence, destinations, card, trip: trips[index % trips.length] }
      // In the language of the market, and in each for some.
      for (const lang of index % 4 === 0 ? [undefined, "fr", "en"] : [undefined]) {
        const request = lang === undefined ? usual : { ...usual, lang }
        asked += 1
        const answers = [coach, bilans, { bilan }].map((each) => each.bilan(request))
        const [one, alone, every] = answers.map((answer) => JSON.stringify(answer))
        // A small pack refuses what it has no words for, and answers all else as the others do.
        const isHeld = lang === undefined || tablesAlone.languages.includes(lang)
        if (!isHeld) refused.push(answers[1].failure?.code)
        if (one !== every || (isHeld && alone !== every)) {
          differing.push({ request, one, alone, every })
        }
        const given = answers.flatMap(({ success }) => success ?? [])
        if (given.some((answer) => answer.meta.lang !== (lang ?? answer.meta.lang)))
          blank.push(lang)
        if (given.some(hasBlank)) blank.push(request)
      }
    }
  }
}

const foreign = openCoach(fr).bilan({ residence: "US", destinations: ["FR"] })
const wrong = makeCoach({
  "coach/selling.csv": "strongest,warning,reach,confirmed,should_sell,source\nweak,,,,true,x\n",
})

console.log(
  JSON.stringify({
    asked,
    blank: blank.slice(0, 3),
    refused: [...new Set(refused)],
    canadian: caAlone.languages,
    differing: differing.slice(0, 3),
    different: differing.length,
    foreign: foreign.failure,
    mistakes: wrong.failure?.map(describeMistake),
  }),
)
