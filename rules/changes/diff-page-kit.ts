import { escapeHtml } from "../../core/escape-html.ts"

/** A piece of a page: markup that is safe as it stands. */
export interface Html {
  readonly markup: string
}

/** What may stand in a template: text and numbers are escaped, pieces are not, lists are joined. */
type Content = Html | string | number | ReadonlyArray<Html>

const markupOf = (content: Content): string => {
  if (typeof content === "string" || typeof content === "number") return escapeHtml(String(content))
  return "markup" in content ? content.markup : content.map(({ markup }) => markup).join("")
}

/**
 * Makes a piece of a page from a template; whatever is put in is escaped unless it is a piece.
 *
 * ```ts
 * import { html } from "../rules/changes/diff-page-kit.ts"
 *
 * html`<b>${"a < b"}</b>` // => { markup: "<b>a &lt; b</b>" }
 * ```
 */
export const html = (fixed: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Html => ({
  markup: fixed.map((part, index) => part + markupOf(contents[index] ?? "")).join(""),
})

/** Nothing. */
export const noHtml: Html = { markup: "" }

/** The style of a comparison's page: readable in light, dark and on paper, without fonts from elsewhere. */
export const diffStyle = `
:root{color-scheme:light dark;--canvas:#f3f6f6;--surface:#fff;--sunken:#e9eeef;--line:#d5dddf;--edge:#7b8a90;
--ink:#15242a;--ink2:#465860;--ink3:#5c6c73;--primary:#0b5a6b;--on:#fff;--soft:#e0eef1;--focus:#1659c7;--warn:#855000;
--warn-s:#fcf0da;--bad:#a2281f;--bad-s:#fbe8e6;--ok:#1b6844;--ok-s:#e2f1e8;--up:#b4560f;--down:#1b6ca8;
--sans:"Segoe UI",-apple-system,Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;
--serif:"Iowan Old Style","Palatino Linotype",Palatino,P052,"Noto Serif",Georgia,serif;
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"Liberation Mono",monospace}
@media(prefers-color-scheme:dark){:root{--canvas:#0e1618;--surface:#152023;--sunken:#0a1113;--line:#2b393e;
--edge:#76878e;--ink:#e7eeef;--ink2:#b4c1c5;--ink3:#97a6ab;--primary:#74c5d2;--on:#06242b;--soft:#17343b;--focus:#8ab8ff;
--warn:#e9b968;--warn-s:#33280f;--bad:#f29a90;--bad-s:#3a1e1b;--ok:#7fcba1;--ok-s:#142f22;--up:#e9995c;
--down:#79b8ea}}
*{box-sizing:border-box}
html{background:var(--canvas);-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);
font:15px/1.5 var(--sans);font-variant-numeric:tabular-nums lining-nums}
h1,h2,h3,p,ul,dl,dd,figure,table{margin:0;padding:0}
.wrap{max-width:1112px;margin:0 auto;padding:0 32px}
header{background:var(--surface);border-bottom:1px solid var(--line)}
header .wrap{display:flex;flex-wrap:wrap;align-items:center;gap:4px 14px;min-height:52px;padding-block:8px;font-size:14px}
.brand{font:600 17px/1 var(--serif);margin-left:-4px}.versions{margin-left:auto;color:var(--ink3)}
.mark rect,.mark .end{fill:var(--primary)}.mark path,.mark .end{stroke:var(--on);stroke-width:1.9;stroke-linecap:round}
.mark path{fill:none}.mark .start{fill:var(--on)}
.top{padding:28px 0 20px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.i{flex:none;width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.i .fill{fill:currentColor;stroke:none}.i .over{stroke:var(--surface)}
.i.held{color:var(--ok)}.i.warning{color:var(--warn)}.i.error{color:var(--bad)}
.lay{display:grid;gap:20px 24px;grid-template-columns:minmax(0,1fr) 300px;align-items:start}
.col{display:grid;gap:20px;grid-template-columns:minmax(0,1fr)}
.facts{grid-template-columns:auto minmax(0,1fr);gap:8px 14px;font-size:14px}.facts dd{overflow-wrap:anywhere}
ul.checks,ul.notes{padding:2px 20px 14px;list-style:none;font-size:14px;line-height:1.4;overflow-wrap:anywhere}
.checks li{display:flex;gap:9px;padding:6px 0}.checks .i{margin-top:2px}
.notes li{padding:8px 0;border-top:1px solid var(--line)}.notes li:first-child{border:0}.answer{padding-left:12px}
.from{color:var(--ink3);font-size:13.5px;overflow-wrap:anywhere}
h1{font:600 34px/1.14 var(--serif);letter-spacing:-.012em;text-wrap:balance;margin:8px 0 0;max-width:26em}
.lede{font-size:17px;color:var(--ink2);margin-top:12px;max-width:46em}
footer.wrap{padding-top:20px;padding-bottom:64px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;
box-shadow:0 1px 2px rgb(16 36 42/.06);overflow:hidden}
.card>h2{font-size:17px;line-height:1.35;padding:15px 20px 6px;display:flex;gap:4px 12px;align-items:baseline;
flex-wrap:wrap;overflow-wrap:anywhere}
.card>h2 span.of{margin-left:auto;font-weight:400;font-size:13.5px;color:var(--ink3)}
.in{padding:2px 20px 16px}
h3{font-size:15px;margin:14px 0 4px}
.soft{color:var(--ink3)}.sec{color:var(--ink2)}
a{color:var(--primary);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
code,.cell{font:.88em/1.45 var(--mono);overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14.5px}
th,td{text-align:left;vertical-align:top;padding:8px 16px 8px 0;border-top:1px solid var(--line)}
th:first-child,td:first-child{padding-left:20px}th:last-child,td:last-child{padding-right:20px}
.in th:first-child,.in td:first-child{padding-left:0}.in th:last-child,.in td:last-child{padding-right:0}
thead th{border:0;font-size:13px;font-weight:400;color:var(--ink3);white-space:nowrap}
tbody th{font-weight:600}
.num{text-align:right;white-space:nowrap}.small{width:auto;font-size:14px}
.up{color:var(--up);fill:var(--up)}.down{color:var(--down);fill:var(--down)}.still{fill:var(--edge)}
b.up,b.down{font-weight:600}.nw{white-space:nowrap}
.was{color:var(--ink3);text-decoration-color:var(--ink3)}.is{background:var(--soft);border-radius:4px;padding:0 4px}
.wide svg,.narrow svg{display:block;max-width:100%;overflow:visible}.narrow{display:none}
svg text{font:13px var(--sans);fill:var(--ink3);text-anchor:middle}
svg text.up,svg text.down{font-weight:600}svg text.up{fill:var(--up)}svg text.down{fill:var(--down)}
.axis{stroke:var(--edge);fill:none}.zero{stroke:var(--ink);stroke-width:1.2;fill:none}
.badge .i{width:14px;height:14px;margin-right:5px;vertical-align:-2px}.badge .i .over{stroke:var(--ok-s)}
.badge{display:inline-block;padding:1px 9px;border-radius:6px;font-size:13px;font-weight:600;
color:var(--primary);background:var(--soft)}
.mistakes,.unknown{color:var(--bad);background:var(--bad-s)}.equivalent,.badge.held{color:var(--ok);background:var(--ok-s)}
.new,.gone,.badge.warning{color:var(--warn);background:var(--warn-s)}
details>summary{cursor:pointer;color:var(--primary);padding:8px 0;min-height:24px;font-size:14px}
small{font-size:13px;font-weight:400;color:var(--ink3)}.rest>summary{padding:8px 20px}
.fold{border-top:1px solid var(--line);padding:10px 0}
.fold:first-child{border-top:0}.fold>p:first-child{font-weight:600;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:0 10px}dt{color:var(--ink3)}th dl{font-weight:400}
ul{padding-left:20px}nav ul{display:flex;flex-wrap:wrap;gap:8px 20px;padding:0;list-style:none;font-size:14px}
#filter{display:flex;gap:12px;flex-wrap:wrap;align-items:end;font-size:13.5px;color:var(--ink2)}
#filter[hidden],[hidden]{display:none!important}
#filter label{display:grid;gap:4px}
select,button{font:14px var(--sans);color:var(--ink);background:var(--surface);border:1px solid var(--edge);
border-radius:8px;min-height:40px;padding:0 12px;max-width:100%}
button{cursor:pointer;font-weight:600}
@media(max-width:900px){.wrap{padding:0 16px}.lay{grid-template-columns:minmax(0,1fr)}.versions{display:none}
h1{font-size:26px}.lede{font-size:16px}.top{padding:18px 0 14px}
.card>h2{padding:13px 16px 4px}.card>h2 span.of{margin-left:0;width:100%}.in{padding:2px 16px 12px}
th:first-child,td:first-child{padding-left:16px}th,td{padding-right:12px}th:last-child,td:last-child{padding-right:16px}}
@media(max-width:640px){.hm,.wide{display:none}.narrow{display:block}h1{font-size:22px}
#filter label,#filter select{width:100%}.stack thead{display:none}
.stack tr{display:block;border-top:1px solid var(--line);padding:8px 16px}.in .stack tr{padding:8px 0}
.stack th,.stack td{display:block;border:0;padding:1px 0!important}.stack td.num{text-align:left}
.stack td[data-label]::before{content:attr(data-label) " ";color:var(--ink3)}.stack td:empty,.stack td.hm{display:none}}
@media print{:root{--canvas:#fff;--surface:#fff;--ink:#000;--ink2:#222;--ink3:#444;--line:#bbb;color-scheme:light}
body{font-size:10pt}.wrap{max-width:none;padding:0}.lay{grid-template-columns:minmax(0,1fr)}.card{box-shadow:none;overflow:visible;border-radius:0}#filter{display:none}
.scroll{overflow:visible}thead{display:table-header-group}tr,.fold,h2,h3,figure{break-inside:avoid}
h2,h3{break-after:avoid}rect,.is{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`

/** The heading of a column; numbers stand to the right; what can be missed goes on narrow pages. */
export type Heading = string | { readonly number: string } | { readonly wide: string }

const headingCell = (heading: Heading): Html => {
  if (typeof heading === "string") return html`<th scope="col">${heading}</th>`
  return "number" in heading
    ? html`<th scope="col" class="num">${heading.number}</th>`
    : html`<th scope="col" class="num hm">${heading.wide}</th>`
}

/** A table of a page, which scrolls by itself where it is too wide; or puts its cells below one another. */
export const pageTable = (
  headings: ReadonlyArray<Heading>,
  rows: ReadonlyArray<Html>,
  kind: "stack" | "scroll" = "scroll",
): Html =>
  html`<div class="scroll">${plainTable(headings, rows, kind === "stack" ? "stack" : "")}</div>`

/** A table by itself, of a class. */
export const plainTable = (
  headings: ReadonlyArray<Heading>,
  rows: ReadonlyArray<Html>,
  look: string,
): Html =>
  html`<table class="${look}">
    <thead>
      <tr>
        ${headings.map(headingCell)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
