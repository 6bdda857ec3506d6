import type { CurrencyCode } from "../../../../../core/vocabulary/codes.ts"
import type { PricingZone } from "../../../../../rules/pricing/zone.ts"
import type { InLanguages } from "../../kit/language.ts"

const en = {
  title: "Shape",
  loading: "Reading the shape of the tables…",
  of: (offer: string, currency: CurrencyCode) =>
    `${offer}, ${currency}, before and after this change`,
  older: "The tables contain mistakes: this is the last version without any.",
  busy: "A newer answer is on its way",
  allZones: "All zones",
  zoneGroup: "Zone",
  asTable: "As a table",
  offer: "Tariff",
  live: "Live catalogue",
  sandbox: "Sandbox",
  isChanged: "changed",
  residence: "Residence",
  destination: "Destination",
  cards: "Cards",
  profiles: "Usual profiles",
  trip: "Trip",
  longTrip: "Long trip",
  friends: "With friends",
  risky: "Risky activity",
  zones: { europe: "Europe", world: "World", north_america: "North America" },
  inZones: { europe: "in Europe", world: "in the world", north_america: "in North America" },
  and: "and",
  rows: (first: number, last: number) =>
    first === last ? `Row ${first}` : `Rows ${first} to ${last}`,
  stepsDown: (count: number) => (count === 1 ? "one step down" : `${count} steps down`),
  gaps: (count: number) => (count === 1 ? "one gap" : `${count} gaps`),
  nothing: "Nothing changes in this tariff",
  changes: (where: string, most: string) => `Premiums change ${where}, by ${most} at most`,
  days: "Premium over days",
  ages: "Premium over ages",
  oneAdult: (years: number) => `One adult aged ${years}.`,
  fortnight: (days: number) => `One traveller, ${days} days.`,
  costsLess: (zone: string, day: number) =>
    `${zone} costs less on day ${day} than on day ${day - 1}`,
  noRowDays: (where: string, from: number, to: number) =>
    from === to ? `day ${from} has no row ${where}` : `days ${from} to ${to} have no row ${where}`,
  nobodyFrom: (ages: string, where: string) => `Nobody ${ages} has a row ${where}`,
  allSame: "All zones are the same as before.",
  othersSame: "the other zones are the same",
  zoneMoves: (zone: string, low: string, high: string) =>
    low === high ? `${zone}: ${low}` : `${zone}: ${low} to ${high}`,
  ageRange: (from: number, to: number) =>
    from === to ? `of ${from}` : from === 0 ? `up to ${to}` : `from ${from} to ${to}`,
  ageBand: (from: number, to: number) =>
    from === 0 ? `up to ${to}` : from === to ? String(from) : `${from} to ${to}`,
  same: "same",
  noRow: "no row",
  nowPriced: "new",
  andThen: "then",
  after: "after",
  before: "before",
  beforeDiffers: "before, where it differs",
  longerLess: "a longer trip costs less",
  day: "Day",
  age: "Age",
  zone: "Zone",
  change: "Change",
  row: "Row",
  daysTable: "Premiums by day, where a row begins or ends",
  agesTable: "Premiums by age",
  noPremiums: "No row prices this tariff, before or after.",
  medical: (place: string) => `Medical target, residence ${place}`,
  countries: (count: string) => `Countries, ${count} rows`,
  noStepChange: "No place changes step.",
  stepChanges: (count: number, names: string) =>
    count === 1 ? `${names} changes step.` : `${count} places change step: ${names}.`,
  amountChanges: (count: number) =>
    count === 1 ? "One step has another amount." : `${count} steps have another amount.`,
  outlines:
    "Outlines: world-atlas at 1:110 million, with dots for places too small for one. All places are in the table; overseas parts are drawn within the outline of their country.",
  colon: ": ",
  semicolon: "; ",
  map: "Medical target by country. Arrow keys move from place to place.",
  costTier: { low: "low", mid: "middle", high: "high", top: "top" },
  costOfCare: "cost of care",
  costUnknown: "cost of care: not known",
  was: "was",
  places: (count: string) => `${count} places`,
  place: "Place",
  amount: "Amount",
  medicalTable: (place: string) => `Medical target by destination, residence ${place}`,
  covers: (place: string) => `What cards hold, ${place}`,
  coverRows: (count: string) => `${count} rows`,
  ofProfiles: (place: string) => `Usual profiles, residence ${place}.`,
  ofBank: (bank: string) => `Cards of ${bank}.`,
  unconfirmed: (count: number) =>
    count === 0
      ? "All cells are confirmed."
      : count === 1
        ? "One cell is unconfirmed."
        : `${count} cells are unconfirmed.`,
  cellChanges: (count: number) =>
    count === 0 ? "" : count === 1 ? "One cell changes." : `${count} cells change.`,
  guarantee: "Guarantee",
  notNeeded: "—",
  noCards: "No cards are known there.",
  standings: {
    held: "Covered",
    insufficient: "Insufficient",
    conditional: "Conditional",
    missing: "Not covered",
    unverified: "Unverified",
  },
  atCost: "cost",
  perDay: "/ day",
  tiers: { entry: "Entry", mid: "Mid", premium: "Premium", elite: "Elite" },
  recommended: "recommended",
}

/** The words of the shapes of tables. */
export type ShapeWords = typeof en

/** The words of the shapes of tables, in each language. */
export const shapeWords: InLanguages<ShapeWords> = {
  en,
  fr: {
    title: "Formes",
    loading: "Lecture de la forme des tables…",
    of: (offer, currency) => `${offer}, ${currency}, avant et après ce changement`,
    older: "Les tables contiennent des erreurs\u00a0: voici la dernière version sans erreur.",
    busy: "Une réponse plus récente arrive",
    allZones: "Toutes les zones",
    zoneGroup: "Zone",
    asTable: "En tableau",
    offer: "Tarif",
    live: "Catalogue réel",
    sandbox: "Bac à sable",
    isChanged: "modifié",
    residence: "Résidence",
    destination: "Destination",
    cards: "Cartes",
    profiles: "Profils courants",
    trip: "Voyage",
    longTrip: "Long voyage",
    friends: "Entre amis",
    risky: "Activité à risque",
    zones: { europe: "Europe", world: "Monde", north_america: "Amérique du Nord" },
    inZones: {
      europe: "en Europe",
      world: "dans le monde",
      north_america: "en Amérique du Nord",
    },
    and: "et",
    rows: (first, last) => (first === last ? `Ligne ${first}` : `Lignes ${first} à ${last}`),
    stepsDown: (count) => (count === 1 ? "une marche vers le bas" : `${count} marches vers le bas`),
    gaps: (count) => (count === 1 ? "un trou" : `${count} trous`),
    nothing: "Rien ne change dans ce tarif",
    changes: (where, most) => `Les primes changent ${where}, de ${most} au plus`,
    days: "Prime selon la durée",
    ages: "Prime selon l’âge",
    oneAdult: (years) => `Un adulte de ${years} ans.`,
    fortnight: (days) => `Un voyageur, ${days} jours.`,
    costsLess: (zone, day) => `${zone}\u00a0: le jour ${day} coûte moins que le jour ${day - 1}`,
    noRowDays: (where, from, to) =>
      from === to
        ? `le jour ${from} n’a aucune ligne ${where}`
        : `les jours ${from} à ${to} n’ont aucune ligne ${where}`,
    nobodyFrom: (ages, where) => `Personne ${ages} n’a de ligne ${where}`,
    allSame: "Toutes les zones restent comme avant.",
    othersSame: "les autres zones restent les mêmes",
    zoneMoves: (zone, low, high) =>
      low === high ? `${zone}\u00a0: ${low}` : `${zone}\u00a0: ${low} à ${high}`,
    ageRange: (from, to) =>
      from === to ? `de ${from} ans` : from === 0 ? `jusqu’à ${to} ans` : `de ${from} à ${to} ans`,
    ageBand: (from, to) =>
      from === 0 ? `jusqu’à ${to}` : from === to ? String(from) : `${from} à ${to}`,
    same: "égal",
    noRow: "aucune ligne",
    nowPriced: "nouveau",
    andThen: "puis",
    after: "après",
    before: "avant",
    beforeDiffers: "avant, là où cela diffère",
    longerLess: "un voyage plus long coûte moins",
    day: "Jour",
    age: "Âge",
    zone: "Zone",
    change: "Écart",
    row: "Ligne",
    daysTable: "Primes par jour, là où une ligne commence ou finit",
    agesTable: "Primes par âge",
    noPremiums: "Aucune ligne ne fixe ce tarif, ni avant ni après.",
    medical: (place) => `Repère médical, résidence ${place}`,
    countries: (count) => `Pays, ${count} lignes`,
    noStepChange: "Aucun lieu ne change de palier.",
    stepChanges: (count, names) =>
      count === 1
        ? `${names} change de palier.`
        : `${count} lieux changent de palier\u00a0: ${names}.`,
    amountChanges: (count) =>
      count === 1 ? "Un palier change de montant." : `${count} paliers changent de montant.`,
    outlines:
      "Contours\u00a0: world-atlas au 1:110 millions, avec des points pour les lieux trop petits. Tous figurent au tableau\u202f; les terres d’outre-mer sont dans le contour de leur pays.",
    colon: "\u00a0: ",
    semicolon: "\u202f; ",
    map: "Repère médical par pays. Les flèches vont d’un lieu à l’autre.",
    costTier: { low: "bas", mid: "moyen", high: "élevé", top: "très élevé" },
    costOfCare: "coût des soins",
    costUnknown: "coût des soins\u00a0: inconnu",
    was: "avant",
    places: (count) => `${count} lieux`,
    place: "Lieu",
    amount: "Montant",
    medicalTable: (place) => `Repère médical par destination, résidence ${place}`,
    covers: (place) => `Ce que les cartes couvrent, ${place}`,
    coverRows: (count) => `${count} lignes`,
    ofProfiles: (place) => `Profils courants, résidence ${place}.`,
    ofBank: (bank) => `Cartes de ${bank}.`,
    unconfirmed: (count) =>
      count === 0
        ? "Toutes les cases sont confirmées."
        : count === 1
          ? "Une case n’est confirmée par personne."
          : `${count} cases ne sont confirmées par personne.`,
    cellChanges: (count) =>
      count === 0 ? "" : count === 1 ? "Une case change." : `${count} cases changent.`,
    guarantee: "Garantie",
    notNeeded: "—",
    noCards: "Aucune carte n’y est connue.",
    standings: {
      held: "Couvert",
      insufficient: "Insuffisant",
      conditional: "Sous conditions",
      missing: "Absent",
      unverified: "Non confirmé",
    },
    atCost: "réel",
    perDay: "/ jour",
    tiers: { entry: "Entrée", mid: "Moyenne", premium: "Premium", elite: "Élite" },
    recommended: "repère",
  },
}

/** The zones in the order in which pictures show them, with the colour of each. */
export const zoneColours: Readonly<Record<PricingZone, string>> = {
  europe: "var(--series-3)",
  world: "var(--series-2)",
  north_america: "var(--series-1)",
}
