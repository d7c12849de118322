/** A phrase of a Lucene query: only `"` and `\` have a meaning between its quotes. */
export const phrase = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`

/** Words of a Lucene query without operators. AND, OR and NOT are operators only in capitals. */
export const words = (text: string): string =>
  text.toLowerCase().replace(/[+\-&|!(){}[\]^"~*?:\\/]/g, String.raw`\$&`)
