import type { KnownTable } from "./table-task.ts"

/** Words of the tables of places, reference and the sandbox. */
export const referenceWords: Readonly<Record<string, KnownTable>> = {
  "countries.csv": {
    task: "places",
    en: { title: "Countries", about: "Names, currencies, cost of care." },
    fr: { title: "Pays", about: "Noms, monnaies, coût des soins." },
  },
  "reference/places.csv": {
    task: "places",
    en: { title: "Places in sentences", about: "What places are called, with their preposition." },
    fr: {
      title: "Lieux dans les phrases",
      about: "Comment on nomme les lieux, avec leur préposition.",
    },
  },
  "reference/us_states.csv": {
    task: "places",
    en: { title: "States of the US", about: "The states and the District of Columbia." },
    fr: { title: "États des États-Unis", about: "Les États et le district de Columbia." },
  },
  "catalogue/zones.csv": {
    task: "places",
    en: { title: "Tariff zones", about: "Which countries a tariff calls near." },
    fr: { title: "Zones tarifaires", about: "Quels pays un tarif dit proches." },
  },
  "coach/health_zones.csv": {
    task: "places",
    en: { title: "Health zones", about: "Where public cover follows the traveller." },
    fr: { title: "Zones de soins", about: "Où la couverture publique suit le voyageur." },
  },
  "coach/territories.csv": {
    task: "places",
    en: { title: "Territories", about: "Where the cover of home holds as at home." },
    fr: { title: "Territoires", about: "Où la couverture vaut comme chez soi." },
  },
  "coach/domestic.csv": {
    task: "places",
    en: { title: "Care at home", about: "Who pays for care on a trip in one’s own country." },
    fr: {
      title: "Soins au pays",
      about: "Qui paie les soins lors d’un voyage dans son propre pays.",
    },
  },
  "coach/formalities.csv": {
    task: "places",
    en: {
      title: "What destinations ask",
      about: "Travel insurance that a destination asks of visitors.",
    },
    fr: {
      title: "Exigences des pays",
      about: "L’assurance qu’une destination exige des visiteurs.",
    },
  },
  "coach/formality_rules.csv": {
    task: "places",
    en: {
      title: "What demands mean",
      about: "What a rule of a destination means for this traveller.",
    },
    fr: {
      title: "Portée des exigences",
      about: "Ce qu’une règle d’une destination signifie pour ce voyageur.",
    },
  },
  "coach/visa_obligations.csv": {
    task: "places",
    en: { title: "Visas", about: "Passports that need a visa for which insurance is asked." },
    fr: { title: "Visas", about: "Les passeports soumis à un visa qui exige une assurance." },
  },
  "coach/travel_warnings.csv": {
    task: "places",
    en: { title: "Travel warnings", about: "Governments’ advice on travel to a country." },
    fr: { title: "Avis aux voyageurs", about: "Les conseils des gouvernements sur un pays." },
  },
  "coach/markets.csv": {
    task: "places",
    en: { title: "Markets", about: "Whose residents a market serves, and how it prints amounts." },
    fr: {
      title: "Marchés",
      about: "Quels résidents un marché sert, et comment il écrit les montants.",
    },
  },
  "currencies.csv": {
    task: "reference",
    en: { title: "Currencies", about: "Rates of the day and conversion margins." },
    fr: { title: "Monnaies", about: "Cours du jour et marges de conversion." },
  },
  "reference/minor_units.csv": {
    task: "reference",
    en: { title: "Cents of currencies", about: "How many decimals each currency has." },
    fr: { title: "Décimales des monnaies", about: "Combien de décimales a chaque monnaie." },
  },
  "coach/other_rates.csv": {
    task: "reference",
    en: { title: "Other rates", about: "Rates for amounts of cards alone." },
    fr: { title: "Autres cours", about: "Des cours pour les montants des cartes seules." },
  },
  "reference/limits.csv": {
    task: "reference",
    en: { title: "Limits", about: "Quotas, lengths, ages, days." },
    fr: { title: "Limites", about: "Quotas, durées, âges, jours." },
  },
  "reference/guarantees.csv": {
    task: "reference",
    en: { title: "List of guarantees", about: "What offers and cards are compared by." },
    fr: { title: "Liste des garanties", about: "Ce sur quoi offres et cartes sont comparées." },
  },
  "reference/guarantee_states.csv": {
    task: "reference",
    en: { title: "States of guarantees", about: "What each state of a guarantee means." },
    fr: { title: "États des garanties", about: "Ce que signifie chaque état d’une garantie." },
  },
  "reference/intents.csv": {
    task: "reference",
    en: { title: "Trip types", about: "Trip types that a request may name." },
    fr: { title: "Types de voyage", about: "Les types de voyage qu’une demande peut nommer." },
  },
  "reference/languages.csv": {
    task: "reference",
    en: { title: "Languages", about: "Languages that the traveller’s pages speak." },
    fr: { title: "Langues", about: "Les langues des pages du voyageur." },
  },
  "reference/trip_notes.csv": {
    task: "reference",
    en: { title: "Notes on trips", about: "Notes for a partner’s developer." },
    fr: { title: "Notes sur les voyages", about: "Des notes pour le développeur d’un partenaire." },
  },
  "reference/sample_bands.csv": {
    task: "reference",
    en: {
      title: "Bands of samples",
      about: "How ages, days and travellers are kept for analysts.",
    },
    fr: {
      title: "Tranches d’échantillon",
      about: "Comment âges, jours et voyageurs sont gardés pour l’analyse.",
    },
  },
  "bundle.csv": {
    task: "reference",
    en: {
      title: "The tables as a whole",
      about: "Their schema, and the days from and until which they hold.",
    },
    fr: { title: "L’ensemble des tables", about: "Leur schéma, et leurs dates d’effet." },
  },
  "printed/phrases.csv": {
    task: "reference",
    en: { title: "Printed phrases", about: "How insurers word a cover, and what it means." },
    fr: {
      title: "Tournures imprimées",
      about: "Comment les assureurs formulent une garantie, et son sens.",
    },
  },
  "printed/states.csv": {
    task: "reference",
    en: { title: "Printed states", about: "Which state a printed guarantee has." },
    fr: { title: "États imprimés", about: "L’état que donne une garantie imprimée." },
  },
  "printed/currency_signs.csv": {
    task: "reference",
    en: { title: "Signs of currencies", about: "Signs and words for currencies." },
    fr: { title: "Signes des monnaies", about: "Signes et mots des monnaies." },
  },
  "printed/magnitudes.csv": {
    task: "reference",
    en: { title: "Large numbers in words", about: "Words such as million behind a number." },
    fr: { title: "Grands nombres en mots", about: "Des mots comme million après un nombre." },
  },
  "printed/number_formats.csv": {
    task: "reference",
    en: {
      title: "Ways to write numbers",
      about: "Which sign parts thousands and decimals, by language.",
    },
    fr: {
      title: "Écriture des nombres",
      about: "Quel signe sépare milliers et décimales, selon la langue.",
    },
  },
  "sandbox/tariffs.csv": {
    task: "sandbox",
    en: { title: "Sandbox tariffs", about: "Base rates of the fictional tariffs." },
    fr: { title: "Tarifs fictifs", about: "Les taux de base des tarifs fictifs." },
  },
  "sandbox/age_factors.csv": {
    task: "sandbox",
    en: { title: "Sandbox age factors", about: "The percentage of the base rate by age." },
    fr: { title: "Facteurs d’âge fictifs", about: "Le pourcentage du taux de base selon l’âge." },
  },
  "sandbox/cancellation_rates.csv": {
    task: "sandbox",
    en: { title: "Sandbox cancellation rates", about: "The share of the trip’s price." },
    fr: { title: "Taux d’annulation fictifs", about: "La part du prix du voyage." },
  },
  "sandbox/surcharges.csv": {
    task: "sandbox",
    en: { title: "Sandbox surcharges", about: "What sports and residences add." },
    fr: { title: "Majorations fictives", about: "Ce qu’ajoutent sports et résidences." },
  },
  "sandbox/eligibility.csv": {
    task: "sandbox",
    en: { title: "Sandbox: who may buy", about: "Which fictional offers match a trip." },
    fr: {
      title: "Qui peut souscrire (fictif)",
      about: "Quelles offres fictives répondent à un voyage.",
    },
  },
  "sandbox/guarantees.csv": {
    task: "sandbox",
    en: { title: "Sandbox guarantees", about: "What each fictional offer covers." },
    fr: { title: "Garanties fictives", about: "Ce que couvre chaque offre fictive." },
  },
  "sandbox/highlights.csv": {
    task: "sandbox",
    en: { title: "Sandbox highlights", about: "What a fictional offer says first." },
    fr: { title: "Points clés fictifs", about: "Ce qu’une offre fictive dit d’abord." },
  },
  "sandbox/offers.csv": {
    task: "sandbox",
    en: { title: "Sandbox offers", about: "Fictional products that partners try with." },
    fr: { title: "Offres fictives", about: "Les produits fictifs que les partenaires essaient." },
  },
  "sandbox/insurers.csv": {
    task: "sandbox",
    en: { title: "Sandbox insurers", about: "Fictional insurers." },
    fr: { title: "Assureurs fictifs", about: "Des assureurs fictifs." },
  },
  "sandbox/magic.csv": {
    task: "sandbox",
    en: {
      title: "Rehearsed failures",
      about: "Destinations that make the sandbox fail on purpose.",
    },
    fr: {
      title: "Pannes répétées",
      about: "Les destinations qui font échouer le bac à sable exprès.",
    },
  },
  "sandbox/relaxable.csv": {
    task: "sandbox",
    en: { title: "Sandbox near misses", about: "Conditions that may fail alone." },
    fr: { title: "Offres voisines fictives", about: "Les conditions dont une seule peut manquer." },
  },
  "sandbox/zones.csv": {
    task: "sandbox",
    en: { title: "Sandbox zones", about: "The pricing zone of each country." },
    fr: { title: "Zones fictives", about: "La zone tarifaire de chaque pays." },
  },
}
