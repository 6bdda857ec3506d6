import { createHash } from "node:crypto"

/**
 * The page's one script: it shows the filter, and hides what is about other tables or products. It is
 * text, since it runs on the page.
 */
export const filterScript = [
  `"use strict";(()=>{const f=document.getElementById("filter");if(!f)return;f.hidden=false;`,
  `const s=document.getElementById("shown");`,
  `const apply=()=>{const t=f.elements.table.value,p=f.elements.product.value;let n=0;`,
  `for(const e of document.querySelectorAll("[data-table],[data-products]")){`,
  `const a=e.dataset.table,b=e.dataset.products;`,
  `e.hidden=!!(t&&a&&a!==t)||!!(p&&b&&!b.split(" ").includes(p));if(!e.hidden)n+=1}`,
  `s.textContent=t||p?n+" parts match":""};`,
  `f.addEventListener("change",apply);f.addEventListener("reset",()=>setTimeout(apply));`,
  `f.addEventListener("submit",(e)=>e.preventDefault())})()`,
].join("")

/** What the page may load and run: its own style, and this script alone. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash("sha256").update(filterScript).digest("base64")}'`,
  "form-action 'none'",
  "base-uri 'none'",
].join("; ")

/** What a page without scripts may load: its own style. */
export const quietPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
