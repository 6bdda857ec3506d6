import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { shippedTablesFolder } from "../../../../http/shipped-tables.ts"
import { describeTableError } from "../../../../core/table/error.ts"
import { iconErrors } from "../../../../http/tables/icons/icon-check.ts"
import { sizedSvg } from "../../../../http/pages/icons.ts"

const said = (svg: string): ReadonlyArray<string> =>
  iconErrors("icons/a.svg", svg).map(describeTableError)

const xmlns = `xmlns="http://www.w3.org/2000/svg"`

const around = (inner: string, attributes = ""): string =>
  `<svg ${xmlns}${attributes}>${inner}</svg>`

const folder = join(shippedTablesFolder, "icons")

it("takes every icon that ships", () => {
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    expect(iconErrors(file, readFileSync(join(folder, file), "utf8"))).toEqual([])
  }
})

describe("takes what drawing programs write", () => {
  it.each([
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${around("<path d='M0 0h1'/>")}\n`,
    around(
      `<defs><linearGradient id="a" xlink:href="#b" gradientTransform="rotate(45 1 2)"><stop offset="0%" style="stop-color:#fff;stop-opacity:0.5"/></linearGradient></defs><g fill="url(#a)" style="fill: rgb(1, 2, 3); stroke: url('#a')"/>`,
      ` xmlns:xlink="http://www.w3.org/1999/xlink" viewBox='0 0 64 64'`,
    ),
    around(`<title>A &amp; B &#233; &lt;3</title><text x="1" font-family="serif">é</text>`),
    `<?xml version='1.0' encoding='utf-8' standalone="no"?>${around("<g />")}`,
    `\uFEFF${around("<g\n/>")}\r\n`,
    `<svg ${xmlns}/>`,
    around(`${"<g>".repeat(60)}${"</g>".repeat(60)}`),
    around("", ` aria-label="Says: it's (really) fine &amp; well://"`),
  ])("%s", (svg) => {
    expect(said(svg)).toEqual([])
  })
})

describe("refuses what runs, fetches, moves or hides something", () => {
  it.each([
    ["a script", around("<script>alert(1)</script>")],
    ["a script in capitals", around("<SCRIPT>alert(1)</SCRIPT>")],
    ["a script of another prefix", around("<svg:script/>")],
    ["a script that is fetched", around(`<script href="https://a.example/x.js"/>`)],
    ["a handler", around("", ` onload="alert(1)"`)],
    ["a handler in capitals", around(`<path ONCLICK='alert(1)'/>`)],
    ["a handler after a line break", around('<g\n\tonmouseover = "alert(1)"/>')],
    ["foreign content", around("<foreignObject><body/></foreignObject>")],
    ["an image", around(`<image href="#a"/>`)],
    ["a link", around(`<a href="#a"/>`)],
    ["a use that could repeat itself", around(`<use href="#a"/>`)],
    ["a frame", around("<iframe/>")],
    ["a style sheet", around("<style>@import 'https://a.example'</style>")],
    ["an animation of an address", around(`<set attributeName="href" to="javascript:1"/>`)],
    ["a filter", around("<filter><feImage/></filter>")],
    ["a metadata block", around("<metadata/>")],
    ["an address outside", around(`<linearGradient href="https://a.example/a.svg#b"/>`)],
    ["an address of script", around(`<linearGradient href="javascript:alert(1)"/>`)],
    [
      "an address of script in disguise",
      around(`<linearGradient href="java&#115;cript:alert(1)"/>`),
    ],
    ["an address of data", around(`<linearGradient xlink:href="data:image/svg+xml,x"/>`)],
    ["a file beside it", around(`<linearGradient href="other.svg#a"/>`)],
    ["paint from outside", around(`<path fill="url(https://a.example/a.svg#b)"/>`)],
    ["paint from outside, quoted", around(`<path fill="url('//a.example#b')"/>`)],
    ["paint from outside after paint of its own", around(`<path fill="url(#a) url(x.svg#b)"/>`)],
    ["a style that fetches", around(`<path style="fill:url(https://a.example)"/>`)],
    ["a style that imports", around(`<path style="@import 'a'"/>`)],
    ["a style in escapes", around(`<path style="fill:\\75rl(x)"/>`)],
    ["a style with a hidden word", around(`<path style="fill:u/**/rl(x)"/>`)],
    ["a style that calls", around(`<path style="width:expression(alert(1))"/>`)],
    ["a picture set", around(`<path style="mask:image-set('a.png' 1x)"/>`)],
    ["a base for addresses", around("<g xml:base='https://a.example'/>")],
    ["another name space", `<svg xmlns="http://www.w3.org/1999/xhtml"><title/></svg>`],
    ["one more name space", around("", ` xmlns:h="http://www.w3.org/1999/xhtml"`)],
    ["a document type", `<!DOCTYPE svg>${around("")}`],
    ["entities of its own", `<!DOCTYPE svg [<!ENTITY a "b">]>${around("&a;")}`],
    [
      "a file as an entity",
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${around("&a;")}`,
    ],
    ["an entity that nobody made", around("<title>&xxe;</title>")],
    ["an entity in an attribute", around("", ` aria-label="&xxe;"`)],
    ["a bare ampersand", around("<title>a & b</title>")],
    ["an instruction", `<?xml-stylesheet href="a.css"?>${around("")}`],
    ["CDATA", around("<title><![CDATA[<script>]]></title>")],
    ["a comment with a tag in it", `<!-- <svg onload="a"> -->${around("")}`],
    ["a comment that never ends", `<!-- ${around("")}`],
    ["another encoding", `<?xml version="1.0" encoding="utf-7"?>${around("")}`],
    ["HTML", "<html><body/></html>"],
    ["a page after the picture", `${around("")}<script/>`],
    ["text after the picture", `${around("")}alert(1)`],
    ["a picture in the picture", around(around(""))],
    ["an attribute without quotes", around("<path fill=red/>")],
    ["an attribute named twice", around(`<path fill="red" fill="url(x)"/>`)],
    ["a tag in an attribute", around(`<path id="<script>"/>`)],
    ["an end that does not fit", around("<g></path>")],
    ["no end", `<svg ${xmlns}><g>`],
    ["nothing", ""],
    ["a control character", around("<title>\u0000</title>")],
    ["a control character as a number", around("<title>&#0;</title>")],
    ["a control character as a number, in an attribute", around("", ` aria-label="&#x1;"`)],
    ["half a character as a number", around("<title>&#xD800;</title>")],
    ["half a character", around("<title>\ud800</title>")],
    ["half a character in a value", around("", ` class="a\ud8000"`)],
    ["no character", around("<title>\ufffe</title>")],
    ["a number that is none", around("<title>&#;</title>")],
    ["a prefix that is not bound", around("<x:g/>")],
    ["a prefix that is not bound, of an attribute", around(`<g xlink:href="#a"/>`)],
    ["a prefix that is bound, to shapes", `<s:svg xmlns:s="http://www.w3.org/2000/svg"/>`],
    ["a prefix that is bound to something else", around("", ` xmlns:xlink="urn:a"`)],
    ["one attribute by two prefixes", around("", ` xmlns:a="urn:a" xmlns:b="urn:a" a:x="" b:x=""`)],
    ["no name space", "<svg><path d='M0 0'/></svg>"],
    ["no name space any more", around("<g xmlns=''/>")],
    ["the space of names taken", around("", ` xmlns:xmlns="http://www.w3.org/2000/xmlns/"`)],
    ["a name with two colons", around("<a:b:c/>")],
    ["a name that begins with a digit", around("<1g/>")],
    ["mixed case", `<SVG ${xmlns}/>`],
    ["an end in another case", around("<g></G>")],
    ["the end of CDATA in text", around("<title>]]></title>")],
    ["two dashes in a comment", around("<!-- a -- b -->")],
    ["a comment that ends in three dashes", around("<!-- a --->")],
    ["a declaration that is not first", `\n<?xml version="1.0"?>${around("")}`],
    ["XML of another version", `<?xml version="1.1"?>${around("")}`],
    ["a declaration in capitals", `<?XML version="1.0"?>${around("")}`],
    ["another encoding, in apostrophes", `<?xml version='1.0' encoding='UTF-16'?>${around("")}`],
    ["Latin 1", `<?xml version="1.0" encoding="ISO-8859-1"?>${around("")}`],
    ["two byte order marks", `\uFEFF\uFEFF${around("")}`],
    ["an instruction inside", around("<?php 1 ?>")],
    ["a document type in small letters", `<!doctype svg>${around("")}`],
    ["a document type behind", `${around("")}<!DOCTYPE svg>`],
    ["entities that grow", `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${around("&b;")}`],
    ["two pictures", around("") + around("")],
    ["no space between attributes", around(`<path id="a"class="b"/>`)],
    ["attributes of an end", around(`<g></g id="a">`)],
    ["a call behind a digit", around(`<path class="1expression(a)"/>`)],
    ["a call of a long name", around(`<path class="${"x".repeat(99)}url(#a)"/>`)],
    ["a tag that ends in a value", around("", ` aria-label="a > b"`)],
    ["more depth than a picture has", around(`${"<g>".repeat(70)}${"</g>".repeat(70)}`)],
    ["depth without an end", around("<g>".repeat(10_000))],
    ["more than an icon", around(`<title>${"x".repeat(70_000)}</title>`)],
  ])("%s", (_, svg) => {
    expect(said(svg)).not.toEqual([])
  })
})

it("names the place and the reason of each mistake", () => {
  const svg = `<svg ${xmlns}>\n  <script>x</script>\n  <path onclick="a" fil="red"/>\n</svg>`
  const mistakes = said(svg)
  expect(mistakes[0]).toMatch(/^icons\/a\.svg:2:3 "<script" should be one of svg, g, .*/)
  expect(mistakes[1]).toMatch(
    /^icons\/a\.svg:3:9 "onclick=.*" should be an attribute of shapes and paint/,
  )
  expect(mistakes[2]).toMatch(/^icons\/a\.svg:3:21 .* did you mean "fill"\?$/)
  expect(mistakes).toHaveLength(3)
})

it("a mistake in an icon is read in time linear to it, whatever stands there", () => {
  for (const piece of ["<", "<a ", '<a b="', "<!--", "&", "<svg ", "url(", " "]) {
    expect(said(piece.repeat(60_000 / piece.length))).not.toEqual([])
  }
  for (const piece of ["a", " ", "a ", "(", "url", "url(", ":", ": ", "/*", "-"]) {
    const value = piece.repeat(60_000 / piece.length)
    expect(said(around(`<path class="${value}" onload=""/>`))).not.toEqual([])
  }
  expect(said(around("<a/>".repeat(16_000)))).toHaveLength(16_000)
})

it("tells where XML ends to be well-formed", () => {
  const place = (svg: string) => said(svg).map((line) => line.replace(/"[^"]*" should/, "… should"))
  expect(place(around("\n  <title>&#0;</title>"))).toEqual([
    "icons/a.svg:2:13 … should be well-formed XML: malformed character entity",
  ])
  expect(place("<svg>\n</svg>")).toEqual([
    `icons/a.svg:1:1 … should be xmlns="http://www.w3.org/2000/svg" in the svg element`,
  ])
  expect(place(`${around("")}\n<?a?>\n<!-- -- -->`)).toEqual([
    "icons/a.svg:2:1 … should be no processing instruction",
    "icons/a.svg:3:8 … should be well-formed XML: malformed comment",
  ])
})

it("what is taken is still one sound element once it is sized", () => {
  const quoted = FastCheck.constantFrom(`"`, "'")
  FastCheck.assert(
    FastCheck.property(quoted, quoted, FastCheck.integer({ min: 16, max: 512 }), (a, b, size) => {
      const svg = around(
        "<path d='M0 0'/>",
        ` width=${a}7${a} aria-label="a &gt; b" height = ${b}9${b}`,
      )
      expect(said(svg)).toEqual([])
      expect(said(sizedSvg(svg, size))).toEqual([])
      expect(sizedSvg(svg, size)).toContain(`width="${size}" height="${size}"`)
    }),
  )
  for (const svg of [`<svg ${xmlns}/>`, around("", ` aria-label='a width="' height='7' id='b"'`)]) {
    expect(said(svg)).toEqual([])
    const sized = sizedSvg(svg, 64)
    expect(said(sized)).toEqual([])
    expect(sized).toContain(` width="64" height="64"`)
    expect(sized).not.toContain("'7'")
    expect(sized.includes("aria-label")).toBe(sized.includes(`aria-label='a width="'`))
  }
  expect(sizedSvg(`<svg ${xmlns} aria-label="a width='1'"/>`, 64)).toContain(
    `aria-label="a width='1'"`,
  )
})
