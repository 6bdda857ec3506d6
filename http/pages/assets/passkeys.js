// @ts-check
// Asks the browser for passkeys: a form that holds what to ask with is sent with what the browser answers.

/** @param {string} text */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  )

/** @param {ArrayBuffer | null | undefined} bytes */
const textOf = (bytes) =>
  bytes === null || bytes === undefined
    ? undefined
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "")

/** @param {ReadonlyArray<{ id: string, type: "public-key" }> | undefined} keys */
const withBytes = (keys) => keys?.map((key) => ({ ...key, id: bytesOf(key.id) }))

/** @param {any} options */
const make = (options) =>
  navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    },
  })

/** @param {any} options */
const show = (options) =>
  navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: withBytes(options.allowCredentials),
    },
  })

/** @param {Credential | null} credential */
const answerOf = (credential) => {
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no passkey")
  const { response } = credential
  const said =
    response instanceof AuthenticatorAttestationResponse
      ? {
          attestationObject: textOf(response.attestationObject),
          transports: response.getTransports?.() ?? [],
        }
      : response instanceof AuthenticatorAssertionResponse
        ? {
            authenticatorData: textOf(response.authenticatorData),
            signature: textOf(response.signature),
            userHandle: textOf(response.userHandle),
          }
        : {}
  return JSON.stringify({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: { clientDataJSON: textOf(response.clientDataJSON), ...said },
  })
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!(form instanceof HTMLFormElement) || window.PublicKeyCredential === undefined) continue
  form.hidden = false
  const field = form.elements.namedItem("passkey")
  const alert = form.querySelector("[role=alert]")
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (alert instanceof HTMLElement) alert.hidden = true
    try {
      const options = JSON.parse(form.dataset["options"] ?? "{}")
      const asked = form.dataset["passkey"] === "make" ? make(options) : show(options)
      if (field instanceof HTMLInputElement) field.value = answerOf(await asked)
      form.submit()
    } catch {
      // The person has turned away, or the device has none: the page stays as it is and says so.
      if (alert instanceof HTMLElement) alert.hidden = false
    }
  })
}
