import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Commission",
  headline: (rate: string, paid: string, earned: string) =>
    `At ${rate}, a sale of ${paid} pays you ${earned}`,
  headlineBare: (rate: string) => `A sale pays you ${rate} of the insurer's premium`,
  rate: "Your commission, in percent of the premium",
  range: (from: string, to: string) =>
    `From ${from}, the base of your account, to ${to}, the limit.`,
  show: "Show",
  example: "Couple, France to the United States, two weeks",
  offer: "Offer",
  paid: "Traveller pays, EUR",
  earned: "A sale pays, EUR",
  now: "now",
  rises: (share: string) =>
    `Every price rises by ${share} against now. Offers keep their order among yours; elsewhere a traveller may find them for less.`,
  falls: (share: string) => `Every price falls by ${share} against now.`,
  same: "This is what holds now.",
  set: (rate: string) => `Set ${rate} from now on`,
  back: (rate: string) => `Back to ${rate}`,
  keeps: "Sales that are reported already keep their rate.",
  none: "The example trip has no price at the moment.",
}

/** What the page of the commission says. */
export type CommissionWords = typeof english

const french: CommissionWords = {
  title: "Commission",
  headline: (rate, paid, earned) => `À ${rate}, une vente de ${paid} vous paie ${earned}`,
  headlineBare: (rate) => `Une vente vous paie ${rate} de la prime de l'assureur`,
  rate: "Votre commission, en pourcentage de la prime",
  range: (from, to) => `De ${from}, la base de votre compte, à ${to}, la limite.`,
  show: "Voir",
  example: "Couple, de France aux États-Unis, deux semaines",
  offer: "Offre",
  paid: "Le voyageur paie, EUR",
  earned: "Une vente paie, EUR",
  now: "actuel",
  rises: (share) =>
    `Chaque prix monte de ${share} par rapport à maintenant. Vos offres gardent leur ordre ; ailleurs, un voyageur peut les trouver moins cher.`,
  falls: (share) => `Chaque prix baisse de ${share} par rapport à maintenant.`,
  same: "C'est ce qui vaut maintenant.",
  set: (rate) => `Appliquer ${rate} dès maintenant`,
  back: (rate) => `Revenir à ${rate}`,
  keeps: "Les ventes déjà déclarées gardent leur taux.",
  none: "Le voyage d'exemple n'a pas de prix en ce moment.",
}

/** What the page of the commission says in each language. */
export const commissionWords: InBoth<CommissionWords> = { en: english, fr: inFrench(french) }
