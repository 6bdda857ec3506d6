// @ts-check
// What all pages share: buttons that copy, and fields that are mended. Pages work without it.

document.documentElement.classList.add("with-script")

/** @param {HTMLElement} button */
const copy = async (button) => {
  const target = document.getElementById(button.dataset["copy"] ?? "")
  if (target === null) return
  await navigator.clipboard.writeText(target.textContent ?? "")
  const label = button.querySelector("span")
  const told = button.dataset["copied"]
  if (label === null || told === undefined) return
  const usual = label.textContent
  label.textContent = told
  setTimeout(() => {
    label.textContent = usual
  }, 2000)
}

document.addEventListener("click", (event) => {
  const { target } = event
  const button = target instanceof Element ? target.closest("[data-copy]") : null
  if (button instanceof HTMLElement) void copy(button)
})

/**
 * A field that is being mended loses its red at once; whether it is right, the service says.
 * @param {Element} field
 */
const mend = (field) => {
  field.classList.replace("wrong", "mended")
  for (const control of field.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid")
    const told = (control.getAttribute("aria-describedby") ?? "").split(" ")
    const kept = told.filter((id) => !id.endsWith("-wrong")).join(" ")
    if (kept === "") control.removeAttribute("aria-describedby")
    else control.setAttribute("aria-describedby", kept)
    const link = document.querySelector(`[data-faults] a[href="#${control.id}"]`)
    link?.closest("li")?.classList.add("mended")
  }
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof Element)) return
  // What is wrong with a list stands beside its first field.
  const list = target.closest("[data-rows]")
  const field = target.closest(".field.wrong") ?? list?.querySelector(".field.wrong")
  if (field) mend(field)
})

const faults = document.querySelector("[data-faults]")
if (faults instanceof HTMLElement) faults.focus()

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print())
}
