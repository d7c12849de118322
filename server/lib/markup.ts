const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string =>
  text
    // Control characters are no text, and no markup may hold them.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => signs[sign]!)

const own = Symbol('markup')

/** HTML, SVG or Pango markup that is safe as it is: only `markup` makes it. */
export type Markup = { readonly [own]: string; toString: () => string }

type Value = string | number | null | Markup | readonly Markup[]

/**
 * Tag of a template: the template is taken as it is, and every value in it is escaped, between tags and in an attribute's quotes, unless
 * it is markup already. Null stands for nothing.
 */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const text = parts.reduce((before, part, index) => before + textOf(values[index - 1]!) + part)
  return { [own]: text, toString: () => text }
}

function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value !== 'object') return escaped(String(value))
  return own in value ? value[own] : value.map((each) => each[own]).join('')
}
