import { type InLanguages, locale, numberText, signedPercentText } from "../kit/language.ts"

const plain = (count: number): string => numberText(count, 0)

const en = {
  title: "Impact",
  headline: "What the change does",
  situations: (count: number, seconds: string) => `${plain(count)} situations, ${seconds} s`,
  waiting: "What the change does to customers appears here once the corpus has been re-run.",
  running: (done: number, of: number) =>
    of === 0 ? "Re-running…" : `Re-running: ${plain(done)} of ${plain(of)}.`,
  stale: (time: string) => `These figures date from ${time}.`,
  early: (count: number) => `So far only your ${plain(count)} own cases.`,
  stopped: "Stopped. The next edit starts it again.",
  stop: "Stop",
  again: "Run again",
  broken: "The tables contain mistakes, and no version without any is known yet. Fix those first.",
  failed: (why: string | null) =>
    `The corpus could not be re-run: a thread stopped${why === null ? "" : ` (${why})`}`,
  lastSound: "On the last version without errors",
  loses: "loses first place",
  gains: "gains it",
  gainsFirst: "gains first place",
  bothFirst: (gained: number, lost: number) =>
    `gains first place ${plain(gained)}, loses it ${plain(lost)}`,
  both: (gained: number, lost: number) => `gains it ${plain(gained)}, loses it ${plain(lost)}`,
  times: (count: number) => (count === 1 ? "once" : `${plain(count)} times`),
  ownCases: (count: number) =>
    count === 1 ? "1 of your own cases changes" : `${plain(count)} of your own cases change`,
  noOwnCase: "None of your own cases changes.",
  seeAll: "See all of it",
  more: (count: number) => `and ${plain(count)} more`,
  chart: (dearer: number, cheaper: number) =>
    `How prices change: ${plain(dearer)} dearer, ${plain(cheaper)} cheaper, by per cent`,
  asTable: "As a table",
  change: "Change",
  prices: "Prices",
  from: (left: string, right: string) => `${left} to ${right}`,
  andMore: (bar: string) => `${bar} and beyond`,
  sandbox: "sandbox",
}

/** Words about what the change does, wherever it is told. */
export const impactWords: InLanguages<typeof en> = {
  en,
  fr: {
    title: "Effets",
    headline: "Ce que fait le changement",
    situations: (count, seconds) => `${plain(count)} situations, ${seconds} s`,
    waiting: "Ce que le changement fait aux clients s’affiche ici dès que le corpus a été rejoué.",
    running: (done, of) =>
      of === 0 ? "Calcul en cours…" : `Calcul\u00a0: ${plain(done)} sur ${plain(of)}.`,
    stale: (time) => `Ces chiffres sont de ${time}.`,
    early: (count) => `Pour l’instant, vos ${plain(count)} cas seulement.`,
    stopped: "Arrêté. La prochaine modification le relance.",
    stop: "Arrêter",
    again: "Relancer",
    broken:
      "Les tables contiennent des erreurs, et aucune version sans erreur n’est encore connue. Corrigez-les d’abord.",
    failed: (why) =>
      `Le corpus n’a pas pu être rejoué\u00a0: un fil d’exécution s’est arrêté${why === null ? "" : ` (${why})`}`,
    lastSound: "Sur la dernière version sans erreur",
    loses: "perd la première place",
    gains: "la gagne",
    gainsFirst: "gagne la première place",
    bothFirst: (gained, lost) =>
      `gagne la première place ${plain(gained)} fois, la perd ${plain(lost)} fois`,
    both: (gained, lost) => `la gagne ${plain(gained)} fois, la perd ${plain(lost)} fois`,
    times: (count) => `${plain(count)} fois`,
    ownCases: (count) =>
      count <= 1 ? `${plain(count)} de vos cas change` : `${plain(count)} de vos cas changent`,
    noOwnCase: "Aucun de vos cas ne change.",
    seeAll: "Tout voir",
    more: (count) => `et ${plain(count)} de plus`,
    chart: (dearer, cheaper) =>
      `Comment les prix changent\u00a0: ${plain(dearer)} en hausse, ${plain(cheaper)} en baisse, en pour cent`,
    asTable: "En tableau",
    change: "Variation",
    prices: "Prix",
    from: (left, right) => `${left} à ${right}`,
    andMore: (bar) => `${bar} et au-delà`,
    sandbox: "bac à sable",
  },
}

/** A time of day as the language prints it. */
export const timeText = (atMs: number): string =>
  new Intl.DateTimeFormat(locale.value, { timeStyle: "medium" }).format(new Date(atMs))

/** Seconds with one decimal. */
export const secondsText = (tookMs: number): string => numberText(tookMs / 1_000, 1)

/** A change in per cent with its sign; zero in words would say nothing here. */
export const changeText = (permille: number): string => signedPercentText(permille)
