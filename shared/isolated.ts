/** Letters that are written from the right, and signs that turn the text around them. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Isolates that begin and end in the text itself. */
const whole = /^[^\u2066-\u2069]*([\u2066-\u2068][^\u2066-\u2069]*\u2069[^\u2066-\u2069]*)*$/

/** A text of somebody with its own direction, which leaves the sentence around it as it is (U+2068 … U+2069). */
export function isolated(text: string): string {
  if (!turning.test(text)) return text
  return `\u2068${whole.test(text) ? text : text.replace(/[\u2066-\u2069]/g, '')}\u2069`
}

/** Texts that isolate the names that they are given. */
export function isolating<Of>(texts: Of): Of {
  if (typeof texts === 'function')
    return ((...values: unknown[]) =>
      texts(...values.map((value) => (typeof value === 'string' ? isolated(value) : value)))) as Of
  if (!texts || typeof texts !== 'object' || Array.isArray(texts)) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isolating(text)])) as Of
}
