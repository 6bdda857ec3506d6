import { submitButton } from "./controls.ts"
import { html, type PageContent, type PageNode } from "./html.ts"
import type { PasskeyOptions, PasskeySite } from "../../ports/second-factors.ts"

/** The script that such forms need. */
export const passkeyScript = "passkeys.js"

/**
 * The site that passkeys of a service are made for; undefined where browsers make none: they ask for a
 * name, and for https unless it is this machine.
 *
 * ```ts
 * import { passkeySite } from "../http/pages/kit/passkey-form.ts"
 *
 * passkeySite("https://viatica.example")?.host // => "viatica.example"
 * passkeySite("http://localhost:8080")?.origin // => "http://localhost:8080"
 * passkeySite("http://127.0.0.1:8080") // => undefined
 * passkeySite("http://viatica.example") // => undefined
 * ```
 */
export const passkeySite = (baseUrl: string): PasskeySite | undefined => {
  const { hostname, origin, protocol } = new URL(baseUrl)
  const isNamed = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/u.test(hostname) && !/^[\d.]+$/u.test(hostname)
  const isSafe = protocol === "https:" || hostname === "localhost"
  return isNamed && isSafe ? { host: hostname, origin } : undefined
}

/** What a form is made of that asks the browser for a passkey. */
interface PasskeyFormParts {
  readonly action: string
  readonly does: "make" | "show"
  readonly options: PasskeyOptions
  /** The fields that it has beside the answer. */
  readonly fields: PageContent
  readonly label: PageContent
  readonly isMain: boolean
  /** Said where the browser gives none. */
  readonly failed: string
}

/** A form that asks the browser for a passkey; it shows only where scripts run and browsers know any. */
export const passkeyForm = (parts: PasskeyFormParts): PageNode =>
  html`<form
    method="post"
    action=${parts.action}
    class="stack"
    data-passkey=${parts.does}
    data-options=${parts.options}
    hidden
  >
    ${parts.fields}
    <input type="hidden" name="passkey" value="" />
    <div class="actions">
      ${submitButton({ label: parts.label, look: parts.isMain ? "main" : "plain" })}
    </div>
    <p class="fault" role="alert" hidden>${parts.failed}</p>
  </form>` as PageNode
