/** What turns a bilan into sentences by the published vocabulary; the same as in docs/partners.md. */
export const bilanScript = `// Renders a bilan: \`url\` of the service, \`language\` "fr" or "en", \`answer\` of POST /api/v1/coach/bilan.
import { IntlMessageFormat } from "intl-messageformat"

const response = await fetch(\`\${url}/api/v1/coach/vocabulary.json\`)
const { messages } = await response.json()

const say = (group, key, values) =>
  new IntlMessageFormat(messages[group][key].texts[language], language).format(values)
const named = ({ guarantee, ...values }) =>
  guarantee === undefined ? values : { ...values, guarantee: say("guarantees", guarantee) }

const { arguments: found, headline } = answer.bilan
console.log(say("headlines", headline.key, headline.vars))
for (const { messageKeys, vars } of found) {
  console.log(say("arguments", messageKeys.hook, named(vars)))
}
`
