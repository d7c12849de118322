const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, SVG or Pango markup, between tags and in an attribute's quotes. */
export const escapeMarkup = (text: string): string =>
  text
    // Control characters are no text, and no markup may hold them.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => signs[sign]!)
