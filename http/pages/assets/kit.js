// @ts-check
// What all pages share: buttons that copy. Pages work without it.

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
