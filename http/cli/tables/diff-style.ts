/** The style of a comparison's page: readable in light, dark and on paper, without fonts from elsewhere. */
export const diffStyle = `
:root{color-scheme:light dark;--ink:#1a1c20;--soft:#5c6370;--line:#d5d9e0;--back:#fff;--band:#f4f6f9;
--gone:#9f1d1d;--gone-back:#fdeeee;--come:#14622f;--come-back:#eaf7ee;--mark:#7a4b00;--mark-back:#fff5df}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7ec;--soft:#9aa3b2;--line:#39404c;--back:#15181d;
--band:#1d2229;--gone:#ff9d9d;--gone-back:#3a1d20;--come:#8fdfa6;--come-back:#16321f;--mark:#ffd48a;
--mark-back:#3a2d14}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:82rem;padding:1.5rem 1.25rem 4rem;background:var(--back);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1.2rem;margin:2.5rem 0 .5rem;padding-top:.75rem;border-top:1px solid var(--line);
overflow-wrap:anywhere}
h3{font-size:1rem;margin:1.5rem 0 .4rem}
p{margin:.4rem 0}
.soft,caption,.top{color:var(--soft)}
.top{font-size:.85rem;font-weight:400;margin-left:.75rem}
a{color:inherit;text-underline-offset:.15em}
code,.cell{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{text-align:left;padding:.25rem 0;font-size:.85rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
thead th{background:var(--band);font-weight:600;white-space:nowrap}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.before{background:var(--gone-back)}.after{background:var(--come-back)}
.before .value{color:var(--gone)}.after .value{color:var(--come)}
.value{font-weight:600}
.verdict{display:inline-block;padding:.05rem .5rem;border-radius:.7rem;background:var(--band);
white-space:nowrap;font-size:.85rem}
.different,.new{background:var(--mark-back);color:var(--mark)}
.mistakes,.unknown{background:var(--gone-back);color:var(--gone)}
.equivalent{background:var(--come-back);color:var(--come)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 .6rem;margin:0}
dt{color:var(--soft);font-weight:400}dd{margin:0}
ul{margin:.3rem 0;padding-left:1.2rem}
@media print{body{max-width:none;padding:0;font-size:10pt}.top{display:none}.scroll{overflow:visible}
thead{display:table-header-group}tr,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}
:root{--ink:#000;--back:#fff;--band:#eee;--line:#999}}
`
