import { colours } from '../../../shared/look.ts'
import type { Texts } from '../../../shared/texts.ts'
import { markup, type Markup } from '../../lib/markup.ts'

const LOOK_AGAIN = 10

const colour = (name: keyof typeof colours) => `light-dark(${colours[name].day}, ${colours[name].night})`

/** Inline, so that this page is complete even if no other file can be loaded. */
const style = markup`
:root { color-scheme: light dark; --page: ${colour('page')}; --ink: ${colour('ink')} }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; justify-items: center; gap: 1.5rem;
  box-sizing: border-box; padding: 2rem 1rem; text-align: center; background: var(--page); color: var(--ink);
  font: 1rem/1.5 'Inter Variable', system-ui, sans-serif }
svg { width: 11rem; rotate: 12deg }
h1 { margin: 0; font-size: clamp(1.75rem, 1.25rem + 2.2vw, 2.5rem); line-height: 1.1; letter-spacing: -0.038em }
p, small { margin: 0; max-width: 24rem; color: ${colour('muted')} }
a { display: inline-flex; align-items: center; height: 2.75rem; padding: 0 1.25rem; border-radius: 6px; font-weight: 600;
  text-decoration: none; color: #1a0f08; background: ${colour('accent')} }
a:focus-visible { outline: 2px solid ${colour('accent-ink')}; outline-offset: 2px }`

const record = markup`<svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="16" fill="#0d0b0a"/>
<g fill="none" stroke="#fff" stroke-opacity=".16" stroke-width=".3"><circle cx="16" cy="16" r="15.3"/>
<circle cx="16" cy="16" r="13.2"/><circle cx="16" cy="16" r="11.9"/><circle cx="16" cy="16" r="10.6"/>
<circle cx="16" cy="16" r="9.3"/></g><circle cx="16" cy="16" r="6.5" fill="${colours.accent.night}"/>
<circle cx="16" cy="16" r=".7" fill="var(--page)"/></svg>`

/** Reloads itself while the database is unreachable. */
export const failurePage = (
  texts: Texts,
  { root, requestId, isAway }: { root: Markup; requestId: string; isAway: boolean },
): string =>
  String(markup`<!doctype html>
<html${root}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isAway ? markup`<meta http-equiv="refresh" content="${LOOK_AGAIN}">` : null}
<title>Plak</title>
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<style>${style}</style>
</head>
<body>
${record}
<h1>${texts.error}</h1>
<p role="alert">${isAway ? texts.resting : texts.serverFailed}</p>
<a href="">${texts.tryAgain}</a>
<small>${texts.errorId(requestId)}</small>
</body>
</html>
`)
