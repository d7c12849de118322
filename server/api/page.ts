import { colours } from '../../shared/look.ts'
import { paths } from '../../shared/paths.ts'
import type { Texts } from '../../shared/texts.ts'
import { markup, type Markup } from '../lib/markup.ts'
import { BASE, type ApiDocument, type Operation } from './document.ts'
import type { Row } from './row.ts'
import { bodySchemaOf, describeType, fieldsOf, type Schema } from './schemaText.ts'
import { table } from './table.ts'

// The page /api: the document as HTML, without a script.

const colour = (name: keyof typeof colours) => `light-dark(${colours[name].day}, ${colours[name].night})`

const style = markup`
:root { color-scheme: light dark; --page: ${colour('page')}; --ink: ${colour('ink')}; --muted: ${colour('muted')};
  --accent: ${colour('accent-ink')}; --line: color-mix(in srgb, var(--ink) 14%, transparent);
  --card: color-mix(in srgb, var(--ink) 4%, transparent) }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.55 'Inter Variable', system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--accent); text-underline-offset: .15em }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px }
header a { display: inline-flex; align-items: center; gap: .625rem; min-height: 2.75rem; color: inherit; font-weight: 700;
  font-size: 1.125rem; text-decoration: none; letter-spacing: -.02em }
header img { display: block }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.5rem 0 0; padding: 0; list-style: none }
nav a { display: block; padding: .375rem .75rem; border: 1px solid var(--line); border-radius: 99px; color: inherit;
  font-size: .875rem; text-decoration: none }
nav a:hover { border-color: var(--muted) }
@media (pointer: coarse) { nav a { padding: .75rem 1rem } }
h1 { margin: 1.5rem 0 .75rem; font-size: clamp(2rem, 1.4rem + 2.4vw, 2.75rem); line-height: 1.1; letter-spacing: -.038em }
h2 { margin: 3rem 0 .75rem; font-size: 1.375rem; letter-spacing: -.02em; scroll-margin-top: 1rem }
h2 code { font-size: 1em }
p { margin: .5rem 0; max-width: 42rem }
code { font: .9em/1.5 ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace }
.intro code { padding: .1em .35em; border-radius: 4px; background: var(--card) }
article { margin: .75rem 0; border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
summary { position: relative; padding: .75rem 3rem .75rem 1rem; cursor: pointer; border-radius: 10px }
summary::marker { content: '' }
summary::-webkit-details-marker { display: none }
summary:hover code { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em }
summary h3 { display: flex; gap: .125rem .75rem; align-items: baseline; margin: 0; font-size: 1rem; font-weight: 600 }
summary p { display: flex; gap: 0 1.5rem; justify-content: space-between; margin: .125rem 0 0; padding-left: 4.75rem; max-width: none }
.method { flex: none; min-width: 4rem; font: 700 .8125rem/1.5 ui-monospace, monospace; letter-spacing: .04em; color: var(--accent) }
.who { flex: none; color: var(--muted); font-size: .875rem }
.sign { position: absolute; right: 1.25rem; top: 1.25rem; width: .5rem; height: .5rem; border: solid var(--muted);
  border-width: 0 2px 2px 0; rotate: 45deg; translate: 0 -.125rem }
details[open] .sign { rotate: 225deg; translate: 0 .125rem }
details > div { scroll-margin-top: 4rem; padding: 0 1rem 1rem; border-top: 1px solid var(--line) }
h4 { margin: 1rem 0 .25rem; font-size: .8125rem; font-weight: 600; color: var(--muted) }
dl { margin: 0; display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1rem }
dt { font: 600 .875rem/1.6 ui-monospace, monospace }
dd { margin: 0; color: var(--muted) }
@media (max-width: 40rem) { summary { padding-right: 1rem } summary h3, summary p { flex-direction: column } summary p { padding-left: 0 }
  dl { grid-template-columns: 1fr } dd { margin: 0 0 .375rem } }`

type Texted = Texts['api']

const code = (text: string) => markup`<code>${text}</code>`

/** Turns \`…\` of a text into code. */
const withCode = (text: string): Markup =>
  markup`${text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : markup`${part}`))}`

const definitions = (title: string, rows: readonly (readonly [string, Markup])[]): Markup | null =>
  rows.length === 0
    ? null
    : markup`<h4>${title}</h4>
<dl>${rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`

const fields = (schema: Schema | null) =>
  fieldsOf(schema).map(
    ({ name, schema: field, isRequired }) => [isRequired ? name : `${name}?`, describeType(field)] as const,
  )

function partsOf({ parameters = [], requestBody, responses }: Operation, texts: Texted): Markup[] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  const contents = '$ref' in success ? [] : Object.values(success.content ?? {})
  const isHeader = ({ in: place }: { in: string }) => place === 'header'
  const shown = parameters
    .filter((each) => !isHeader(each))
    .concat(parameters.filter((each) => isHeader(each) && each.name !== 'If-None-Match'))
  const rows = shown.map(
    ({ name, required, schema }) => [required ? name : `${name}?`, describeType(schema)] as const,
  )
  const events = contents.flatMap((content) => Object.entries(content['x-events'] ?? {}))
  const answers = contents.filter((content) => !content['x-events']).map(({ schema }) => schema)
  return [
    definitions(texts.parameters, rows),
    definitions(texts.body, fields(bodySchemaOf(requestBody))),
    ...answers.map(
      (schema) => markup`<h4>${texts.answer}</h4>
<p>${describeType(schema)}</p>`,
    ),
    definitions(
      texts.stream,
      events.map(([type, schema]) => [type, describeType(schema)] as const),
    ),
  ].flatMap((part) => part ?? [])
}

function operation({ method, path, name, who }: Row, described: Operation, texts: Texted): Markup {
  return markup`<article id="${name}"><details>
<summary><h3><span class="method">${method}</span> ${code(BASE + path)} <span class="sign"></span></h3>
<p><span>${texts.operations[name]}</span> <span class="who">${texts.who[who]}</span></p></summary>
<div>${partsOf(described, texts)}</div>
</details></article>
`
}

const section = (path: string) => path.split('/')[1]!
const sections = [...new Set(table.map(({ path }) => section(path)))]

const contents = (texts: Texted): Markup => markup`<nav aria-label="${texts.sections}"><ul>
${sections.map((name) => markup`<li><a href="#section-${name}">${code(`/${name}`)}</a></li>`)}
<li><a href="#schemas">${texts.schemas}</a></li>
</ul></nav>`

function operations(document: ApiDocument, texts: Texted): Markup[] {
  return sections.map((name) => {
    const rows = table.filter(({ path }) => section(path) === name)
    return markup`<section aria-labelledby="section-${name}"><h2 id="section-${name}">${code(`/${name}`)}</h2>
${rows.map((row) => operation(row, document.paths[BASE + row.path]![row.method.toLowerCase()]!, texts))}</section>
`
  })
}

const schemas = (
  { components }: ApiDocument,
  texts: Texted,
): Markup => markup`<section aria-labelledby="schemas"><h2 id="schemas">${texts.schemas}</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => markup`<article><details>
<summary><h3>${code(name)} <span class="sign"></span></h3></summary>
<div id="schema-${name}">${definitions(texts.fields, fields(schema))}</div>
</details></article>
`,
)}</section>`

const TOKENS = `${paths.connectionSettings()}#tokens`

type Shown = { document: ApiDocument; texts: Texts; root: Markup }

export const apiPage = ({ document, texts: { api: texts, connections, layout }, root }: Shown): string =>
  String(markup`<!doctype html>
<html${root}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${layout.titleOf(texts.title)}</title>
<meta name="description" content="${texts.about}">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="service-desc" type="application/json" href="${BASE}/openapi.json">
<style>${style}</style>
</head>
<body>
<header><a href="/"><img src="/icon.svg" alt="" width="28" height="28">Plak</a></header>
<main>
<div class="intro">
<h1>${texts.title}</h1>
<p>${texts.about} <a href="${BASE}/openapi.json">${texts.document}</a></p>
<p>${withCode(texts.access)} <a href="${TOKENS}">${connections.tokens}</a></p>
<p>${withCode(texts.paging)}</p>
</div>
${contents(texts)}
${operations(document, texts)}
${schemas(document, texts)}
</main>
</body>
</html>
`)
