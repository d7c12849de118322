/** Right-to-left letters, and characters that change the direction of the surrounding text. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Matches a text in which every isolate begins and ends. */
const whole = /^[^\u2066-\u2069]*([\u2066-\u2068][^\u2066-\u2069]*\u2069[^\u2066-\u2069]*)*$/

/** Isolates the direction of a user's text with U+2068 … U+2069, so that it does not affect the surrounding sentence. */
export function isolate(text: string): string {
  if (!turning.test(text)) return text
  return `\u2068${whole.test(text) ? text : text.replace(/[\u2066-\u2069]/g, '')}\u2069`
}

export function isolateTexts<Of>(texts: Of): Of {
  if (typeof texts === 'function')
    return ((...values: unknown[]) =>
      texts(...values.map((value) => (typeof value === 'string' ? isolate(value) : value)))) as Of
  if (!texts || typeof texts !== 'object' || Array.isArray(texts)) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isolateTexts(text)])) as Of
}
