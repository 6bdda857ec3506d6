import { type Guide, type GuideInBoth, guideTable } from "./guide.ts"
import { html, type PageNode, prose } from "../../kit/html.ts"

/** A tool that was tried, as it was called, and how many warnings it gave. */
interface TriedGenerator {
  readonly name: string
  readonly version: string
  readonly command: string
  readonly warnings: number
  readonly compiledBy: { readonly en: string; readonly fr: string }
}

/** Tried by `npm run test:generators`, which fails where a tool warns more often than this says. */
export const triedGenerators: ReadonlyArray<TriedGenerator> = [
  {
    name: "openapi-typescript",
    version: "7.13.0",
    command: "openapi-typescript openapi.json -o api.ts",
    warnings: 0,
    compiledBy: { en: "tsc --strict", fr: "tsc --strict" },
  },
  {
    name: "oapi-codegen",
    version: "2.8.2",
    command:
      "oapi-codegen -package viatica -generate types,client,skip-prune -o viatica.go openapi.json",
    warnings: 0,
    compiledBy: { en: "go build", fr: "go build" },
  },
  {
    name: "openapi-python-client",
    version: "0.29.1",
    command: "openapi-python-client generate --path openapi.json --meta none",
    warnings: 0,
    compiledBy: { en: "compileall and mypy", fr: "compileall et mypy" },
  },
  {
    name: "OpenAPI Generator, Java",
    version: "7.25.0",
    command: "openapi-generator-cli generate -i openapi.json -g java --library native -o client",
    warnings: 5,
    compiledBy: { en: "javac", fr: "javac" },
  },
  {
    name: "OpenAPI Generator, PHP",
    version: "7.25.0",
    command: "openapi-generator-cli generate -i openapi.json -g php -o client",
    warnings: 3,
    compiledBy: { en: "php -l", fr: "php -l" },
  },
  {
    name: "OpenAPI Generator, C#",
    version: "7.25.0",
    command: "openapi-generator-cli generate -i openapi.json -g csharp -o client",
    warnings: 3,
    compiledBy: { en: "parsed, not compiled", fr: "analysé, non compilé" },
  },
]

const triedTable = (language: "en" | "fr", columns: ReadonlyArray<string>): PageNode =>
  guideTable(
    columns.join(", "),
    columns,
    triedGenerators.map(({ command, compiledBy, name, version, warnings }) => [
      `${name} ${version}`,
      html`<code>${command}</code>`,
      String(warnings),
      compiledBy[language],
    ]),
  )

const english: Guide = {
  lede: () =>
    "The usual generators write clients of the OpenAPI document that compile; you add the signature.",
  text: ({ href }) =>
    prose`<p>
        Save <a href="/openapi.json"><code>/openapi.json</code></a>, then take the line of your tool. Each
        was run on this document, and what it wrote was compiled.
      </p>
      ${triedTable("en", ["Tool", "Command", "Warnings", "Checked by"])}
      <h2 id="sign">Sign what it sends</h2>
      <p>
        No generator signs. Add the three headers where your client lets you see a request before it
        leaves, over the bytes of the body that are sent:
        <a href=${href("/docs/guides/signing")}>Sign by hand</a> shows how.
      </p>
      <h2 id="types">What you get</h2>
      <ul>
        <li>
          Every refusal is one type, <code>Refusal</code>. Its <code>error</code> is a text, so that a code
          that comes later breaks nothing; <code>x-error-codes</code> lists those of each answer.
        </li>
        <li>Whole numbers are 64 bits wide where they may be large, and the bodies of events have types.</li>
        <li>
          The <code>values</code> behind printed texts are free JSON: a union that holds lists does not
          compile in Java or C#. <code>x-any-of</code> has its forms.
        </li>
      </ul>
      <h2 id="warnings">The warnings that are left</h2>
      <p>
        OpenAPI Generator calls its reading of OpenAPI 3.1 a beta, and says three times or so that a name
        is missing or taken, which it then mends by itself. openapi-python-client writes a
        <code>client.py</code> that mypy faults in twelve lines, the same for every document.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Les générateurs courants tirent du document OpenAPI des clients qui compilent ; vous y ajoutez la signature.",
  text: ({ href }) =>
    prose`<p>
        Enregistrez <a href="/openapi.json"><code>/openapi.json</code></a>, puis prenez la ligne de votre
        outil. Chacun a été lancé sur ce document, et ce qu’il a écrit a été compilé.
      </p>
      ${triedTable("fr", ["Outil", "Commande", "Avertissements", "Vérifié par"])}
      <h2 id="sign">Signer ce qui part</h2>
      <p>
        Aucun générateur ne signe. Ajoutez les trois en-têtes là où votre client vous montre une requête
        avant qu’elle parte, sur les octets du corps tels qu’ils sont envoyés :
        <a href=${href("/docs/guides/signing")}>Signer soi-même</a> montre comment.
      </p>
      <h2 id="types">Ce que vous obtenez</h2>
      <ul>
        <li>
          Tout refus est d’un seul type, <code>Refusal</code>. Son <code>error</code> est un texte, si bien
          qu’un code qui vient plus tard ne casse rien ; <code>x-error-codes</code> donne ceux de chaque
          réponse.
        </li>
        <li>
          Les entiers qui peuvent être grands ont 64 bits, et les corps des événements ont leurs types.
        </li>
        <li>
          Les <code>values</code> derrière les textes imprimés sont du JSON libre : une union qui contient
          des listes ne compile ni en Java ni en C#. <code>x-any-of</code> en donne les formes.
        </li>
      </ul>
      <h2 id="warnings">Les avertissements qui restent</h2>
      <p>
        OpenAPI Generator dit que sa lecture d’OpenAPI 3.1 est en bêta, et signale quelques noms absents ou
        déjà pris, qu’il corrige lui-même. openapi-python-client écrit un <code>client.py</code> où mypy
        trouve douze fautes, les mêmes pour tout document.
      </p>` as PageNode,
}

/** How to generate a client of one's own from the API document. */
export const generateGuide: GuideInBoth = { en: english, fr: french }
