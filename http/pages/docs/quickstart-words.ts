import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { DocsFacts } from "./docs-facts.ts"
import { type PageContent, prose } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"

/** A step of the quickstart. */
export interface StepWords {
  readonly id: "key" | "client" | "price" | "read" | "link" | "sale"
  /** What the list of steps calls it. */
  readonly short: string
  readonly title: string
  readonly text: PageContent
}

/** The words of the quickstart. */
export interface QuickstartWords {
  readonly title: string
  readonly lede: (facts: DocsFacts) => string
  readonly stepsLabel: string
  readonly steps: (facts: DocsFacts, reading: PageReading) => ReadonlyArray<StepWords>
  readonly receive: string
  /** Under an option of a client: what it is for, where headers have another prefix. */
  readonly otherPrefix: (prefix: string) => string
  readonly trip: string
  readonly offersCaption: (shown: number, all: number) => string
  readonly medical: string
  readonly arguments: (count: number) => string
}

/** The quickstart in English. */
const english: QuickstartWords = {
  title: "From a key to a sale, in six steps",
  lede: ({ limit }) =>
    `All of it runs in the sandbox first: no review, no contract, nothing charged. ${limit("sandbox_reads_per_day")} reads and ${limit("sandbox_writes_per_day")} links a day.`,
  stepsLabel: "Steps",
  steps: ({ limit }, { href }) => [
    {
      id: "key",
      short: "Key",
      title: "Get a sandbox key",
      text: prose`<p>
          With an email address, at once. The secret is shown one time; keep it on your server,
          never in a page.
        </p>
        <p>
          All examples read the address, the key, the secret and the ref of a tracked link from the
          environment. <code>viatica emulator</code> prints such lines too, for a whole service on your own
          machine; who operates this one hands out the package that it comes with.
        </p>`,
    },
    {
      id: "client",
      short: "Client",
      title: "Get the client",
      text: prose`<p>
          It signs, waits where a quota is spent, sends again what may be sent again, keeps a
          traveller’s session, and tells every refusal by its code. All of it comes from this service: for
          TypeScript an archive that npm installs, with types, or
          <a href="/docs/files/typescript/viatica.mjs">one module</a>; elsewhere a file or two. None
          has a dependency; PHP needs its extension curl (<code>php-curl</code>). No registry has a package
          of this name.
        </p>
        <p>
          Begin in an empty folder. With curl nothing has to be fetched: the function signs.
          <a href=${href("/docs/guides/signing")}>Signing by hand</a> tells how, for a language that has
          no client yet.
        </p>
        <p>
          A guide comes with each: <a href="/docs/files/python/README.md">Python</a>,
          <a href="/docs/files/go/README.md">Go</a>,
          <a href="/docs/files/php/README.md">PHP</a>,
          <a href="/docs/files/java/README.md">Java</a>. From pip, Go, Maven, Gradle or Composer, see
          <a href=${href("/docs/guides/install")}>package managers</a>.
        </p>`,
    },
    {
      id: "price",
      short: "Price",
      title: "Read the first price",
      text: prose`<p>
          Offers come cheapest first, with each guarantee as a state and a value. What could not be
          priced is counted, not hidden.
        </p>
        <p>
          The clients keep the <code>sessionId</code> for the link. With curl, <code>quote.json</code> keeps it.
        </p>`,
    },
    {
      id: "read",
      short: "Bilan",
      title: "Read the first bilan",
      text: prose`<p>
          The same trip against a bank card: what the card lacks, the medical ceiling that the trip
          needs, and arguments, the strongest first.
        </p>
        <p>
          A bilan carries keys and values;
          <a href=${href("/docs/guides/coach-words")}>the Coach’s words</a> turn them into
          sentences.
        </p>`,
    },
    {
      id: "link",
      short: "Link",
      title: "Make the traveller’s link",
      text: prose`<p>
          One clicked offer becomes one address, credited to you. Your reference stands on the
          subscription, not in the address, so it survives copying.
        </p>
        <p>
          The first call of a session answers 201, later ones 200. A sandbox link opens the plain form and credits nobody.
        </p>`,
    },
    {
      id: "sale",
      short: "Sale",
      title: "Report the sale",
      text: prose`<p>
        Under its <code>ref</code>, from your tracked links, and your own order id, as often as you
        like: the same id is the same sale. It validates itself after
        ${limit("sale_validation_days")} days.
      </p>`,
    },
  ],
  receive: "What you receive",
  otherPrefix: (prefix) => `This service’s headers begin with x-${prefix}-: give the client`,
  trip: "Couple, France to the United States, 1 to 14 July 2027",
  offersCaption: (shown, all) => `The first ${shown} of ${all} offers of the sandbox`,
  medical: "medical",
  arguments: (count) => `${count} arguments; the first:`,
}

/** The quickstart in French. */
const french: QuickstartWords = {
  title: "De la clé à la vente, en six étapes",
  lede: ({ limit }) =>
    `Tout se passe d’abord dans le bac à sable : ni validation, ni contrat, rien n’est facturé. ${limit("sandbox_reads_per_day")} lectures et ${limit("sandbox_writes_per_day")} liens par jour.`,
  stepsLabel: "Étapes",
  steps: ({ limit }, { href }) => [
    {
      id: "key",
      short: "Clé",
      title: "Obtenir une clé de test",
      text: prose`<p>
          Avec une adresse e-mail, tout de suite. Le secret ne s’affiche qu’une fois ; gardez-le sur
          votre serveur, jamais dans une page.
        </p>
        <p>
          Tous les exemples lisent l’adresse, la clé, le secret et le ref d’un lien suivi dans
          l’environnement. <code>viatica emulator</code> imprime aussi ces lignes, pour un service entier sur
          votre machine ; l’exploitant de celui-ci fournit le paquet qui l’apporte.
        </p>`,
    },
    {
      id: "client",
      short: "Client",
      title: "Obtenir le client",
      text: prose`<p>
          Il signe, attend quand un quota est épuisé, renvoie ce qui peut l’être, garde la session d’un
          voyageur et nomme chaque refus par son code. Tout vient de ce service : en
          TypeScript, une archive que npm installe, avec ses types, ou
          <a href="/docs/files/typescript/viatica.mjs">un module</a> ; ailleurs, un fichier ou deux.
          Rien n’a de dépendance ; PHP a besoin de son extension curl (<code>php-curl</code>). Aucun registre n’a de paquet de ce nom.
        </p>
        <p>
          Commencez dans un dossier vide. Avec curl il n’y a rien à prendre : la fonction signe.
          <a href=${href("/docs/guides/signing")}>Signer soi-même</a> dit comment, pour un langage qui
          n’a pas encore de client.
        </p>
        <p>
          Chacun a son guide : <a href="/docs/files/python/README.md">Python</a>,
          <a href="/docs/files/go/README.md">Go</a>,
          <a href="/docs/files/php/README.md">PHP</a>,
          <a href="/docs/files/java/README.md">Java</a>. Avec pip, Go, Maven, Gradle ou Composer, voyez
          <a href=${href("/docs/guides/install")}>les gestionnaires de paquets</a>.
        </p>`,
    },
    {
      id: "price",
      short: "Prix",
      title: "Lire le premier prix",
      text: prose`<p>
          Les offres viennent de la moins chère à la plus chère, chaque garantie avec un état et une
          valeur. Ce qui n’a pas pu être tarifé est compté, pas caché.
        </p>
        <p>
          Les clients gardent le <code>sessionId</code> pour le lien. Avec curl, <code>quote.json</code> le garde.
        </p>`,
    },
    {
      id: "read",
      short: "Bilan",
      title: "Lire le premier bilan",
      text: prose`<p>
          Le même voyage face à une carte bancaire : ce qui manque à la carte, le plafond médical
          que le voyage demande, et des arguments, le plus fort d’abord.
        </p>
        <p>
          Un bilan porte des clés et des valeurs ;
          <a href=${href("/docs/guides/coach-words")}>les mots du Coach</a> en font des phrases.
        </p>`,
    },
    {
      id: "link",
      short: "Lien",
      title: "Créer le lien du voyageur",
      text: prose`<p>
          Une offre choisie devient une adresse, à votre crédit. Votre référence est gardée avec la
          souscription et non dans l’adresse : elle survit à la copie.
        </p>
        <p>
          Le premier appel d’une session répond 201, les suivants 200. Un lien de test ouvre le formulaire vide et ne crédite
          personne.
        </p>`,
    },
    {
      id: "sale",
      short: "Vente",
      title: "Déclarer la vente",
      text: prose`<p>
        Sous son <code>ref</code>, celui d’un de vos liens suivis, et votre propre numéro de
        commande, autant de fois que vous voulez : le même numéro est la même vente. Elle se valide
        d’elle-même après ${limit("sale_validation_days")} jours.
      </p>`,
    },
  ],
  receive: "Ce que vous recevez",
  otherPrefix: (prefix) =>
    `Les en-têtes de ce service commencent par x-${prefix}- : donnez au client`,
  trip: "Un couple, de la France aux États-Unis, du 1er au 14 juillet 2027",
  offersCaption: (shown, all) => `Les ${shown} premières de ${all} offres du bac à sable`,
  medical: "frais médicaux",
  arguments: (count) => `${count} arguments ; le premier :`,
}

/** The quickstart's words by language. */
export const quickstartWords: Readonly<Record<DocumentLanguage, QuickstartWords>> = {
  en: english,
  fr: french,
}
