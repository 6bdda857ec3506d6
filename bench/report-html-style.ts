/** How the page looks, in light and in dark. */
export const pageStyle = `
:root { color-scheme: light dark; --text: #1f2933; --soft: #5b6773; --ground: #fff; --line: #d5dbe1;
  --met: #1b7f6b; --missed: #cf4a1c; --plain: #7b8794; --target: #1f2933; }
@media (prefers-color-scheme: dark) { :root { --text: #e6eaee; --soft: #a3afba; --ground: #14181c;
  --line: #38424b; --met: #3fbf9f; --missed: #ff8a5c; --plain: #8794a0; --target: #f4f6f8; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--ground);
  max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
.soft, caption { color: var(--soft); } .failure { color: var(--missed); white-space: pre-wrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; } caption { text-align: left; }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-top: 1px solid var(--line);
  vertical-align: middle; } thead th { border-top: 0; font-weight: 600; vertical-align: bottom; width: 6rem; }
thead th:first-child { width: auto; } thead th:nth-child(4) { width: 9rem; }
tbody th { padding-top: .9rem; } td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
td.drawn, thead th.drawn { padding: 0; width: 360px; } svg { display: block; }
svg text { fill: var(--soft); font-size: 11px; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); stroke-width: 1; } .one { stroke: var(--soft); stroke-width: 1; }
.whisker { stroke: var(--text); stroke-width: 1.5; }
.target { stroke: var(--target); stroke-width: 1.5; fill: var(--target); }
rect.met { fill: var(--met); } rect.missed { fill: var(--missed); } rect.plain { fill: var(--plain); }
b.met { color: var(--met); } b.missed { color: var(--missed); }
@media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } }
`
