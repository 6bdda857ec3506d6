// Draws the targets of the page with Chart.js, in the colours of the page's style.
const rows = JSON.parse(document.querySelector("#chart-rows").textContent)
const frame = document.querySelector("#chart")
const canvas = frame.querySelector("canvas")
const isNarrow = matchMedia("(max-width: 40rem)")
const isDark = matchMedia("(prefers-color-scheme: dark)")

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)

const linesOf = (text, width) => {
  const [first, ...words] = text.split(" ")
  const lines = [first]
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (longer.length > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

const labelOf = ({ name, told }) => {
  const width = isNarrow.matches ? 19 : 60
  return [...linesOf(name, width), ...linesOf(told, width)]
}

const bar = (label, thickness, order, data, backgroundColor) => ({
  label,
  data,
  backgroundColor,
  barThickness: thickness,
  grouped: false,
  order,
})

let chart

const draw = () => {
  const labels = rows.map(labelOf)
  const lines = Math.max(...labels.map(({ length }) => length))
  frame.style.height = `${rows.length * (lines * 15 + 14) + 40}px`
  chart?.destroy()
  Chart.defaults.color = colour("text")
  Chart.defaults.font.family = "system-ui, sans-serif"
  const grid = ({ tick }) => colour(tick.value === 1 ? "text" : "line")
  chart = new Chart(canvas, {
    type: "bar",
    data: {
      labels,
      datasets: [
        bar(
          "least to most",
          3,
          1,
          rows.map(({ ends }) => ends),
          colour("text"),
        ),
        bar(
          "median",
          16,
          2,
          rows.map(({ middle }) => [1, middle]),
          rows.map(({ met }) => colour(met ? "met" : "missed")),
        ),
      ],
    },
    options: {
      animation: false,
      indexAxis: "y",
      maintainAspectRatio: false,
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
      scales: {
        x: {
          type: "logarithmic",
          suggestedMin: 0.5,
          suggestedMax: 2,
          grid: { color: grid },
          ticks: { maxRotation: 0, autoSkipPadding: 8, callback: (value) => `${value}×` },
          title: { display: true, text: "times better than the target" },
        },
        y: { grid: { display: false }, ticks: { autoSkip: false, crossAlign: "far" } },
      },
    },
  })
}

draw()
for (const media of [isNarrow, isDark]) media.addEventListener("change", draw)
