import { markup } from './markup.ts'

/** A page without scripts and other files. The button submits an empty form to the page's own URL. */
export const plainPage = ({
  language,
  text,
  button,
}: {
  language: string
  text: string
  button: string | null
}): string =>
  String(markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Plak</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; justify-items: center; gap: 1.5rem;
  padding: 2rem 1rem; box-sizing: border-box; text-align: center; font: 1.125rem/1.5 system-ui, sans-serif }
h1 a { color: inherit; text-decoration: none }
button { height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 6px; font: inherit; font-weight: 600;
  color: #1a0f08; background: #e8622c }
</style>
</head>
<body>
<h1><a href="/">Plak</a></h1>
<p>${text}</p>
${button === null ? null : markup`<form method="post"><button>${button}</button></form>`}
</body>
</html>
`)
