const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string): string =>
  text
    // Removes control characters, which markup must not contain.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => signs[sign]!)

const brand = Symbol('markup')

/** HTML, SVG or Pango markup that needs no escaping: only `markup` creates it. */
export type Markup = { readonly [brand]: string; toString: () => string }

type Value = string | number | null | Markup | readonly Markup[]

/**
 * Template tag: the template is used unchanged, and every value in it is escaped for text and quoted attributes, unless it is
 * markup already. Null becomes an empty string.
 */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const text = parts.reduce((result, part, index) => result + textOf(values[index - 1]!) + part)
  return { [brand]: text, toString: () => text }
}

function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value !== 'object') return escapeText(String(value))
  return brand in value ? value[brand] : value.map((each) => each[brand]).join('')
}
