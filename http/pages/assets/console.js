// @ts-check
// Comfort of the console: the slider of the commission, and forms that are sent once.

/**
 * What the page shows at one place of the slider.
 *
 * @typedef {{
 *   rate: string, headline: string, set: string, change: string,
 *   figures: ReadonlyArray<readonly [string, string]>
 * }} Step
 */

/** @param {string} id @param {string} text */
const write = (id, text) => {
  const element = document.getElementById(id)
  if (element instanceof HTMLInputElement) element.value = text
  else if (element !== null) element.textContent = text
}

/** @param {Element} card @param {Step} step */
const show = (card, step) => {
  write("headline", step.headline)
  write("change", step.change)
  write("set", step.set)
  write("rate", step.rate)
  write("rate-set", step.rate)
  step.figures.forEach(([paid, earned], index) => {
    for (const [name, text] of [
      ["paidMinor", paid],
      ["commissionMinor", earned],
    ]) {
      const figure = card.querySelector(`[data-figure="${index} ${name}"]`)
      if (figure !== null) figure.textContent = text ?? ""
    }
  })
}

const card = document.querySelector("[data-steps]")
const slider = document.getElementById("slider")
if (card instanceof HTMLElement && slider instanceof HTMLInputElement) {
  const steps = /** @type {ReadonlyArray<Step>} */ (JSON.parse(card.dataset["steps"] ?? "[]"))
  slider.addEventListener("input", () => {
    const step = steps[Number(slider.value)]
    if (step === undefined) return
    slider.setAttribute("aria-valuetext", `${step.rate} %`)
    show(card, step)
  })
}

// A second press of a button would send the form again before the first answer is there.
document.addEventListener("submit", (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return
  if (form.dataset["sent"] === "true") event.preventDefault()
  form.dataset["sent"] = "true"
})
// A page that the browser kept is as it was before its forms were sent.
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset["sent"]
})
