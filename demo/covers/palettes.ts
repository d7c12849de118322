/** A ground colour, an ink that is readable on it, and three colours that match both. */
export type Palette = { ground: string; ink: string; a: string; b: string; c: string }

const rows = `
paper    f1e9da 1d1a17 d9481c 1f4e5f e9b44c
tomato   e4412b fff4e2 1b1b1b f6b93b 7d1d12
ink      14151a f3eee3 ef5b2b 5c6f7b d8c9a8
mustard  e3a72f 231a10 b23a1e f7ecd2 3d5a4c
teal     0f4c4a f4ead4 f08a4b e3c567 86b3a5
cobalt   1c3faa f6f1e7 f25c3b f3c53b 0f1f5c
blush    f3cfc6 3b1f2b d1495b 6d2e46 fff3ec
olive    59613a f5ecd0 e0b13f c65b2c 2b2f1c
plum     3a1d3f fbe9d7 e85d75 f0a35e 7f4a88
sky      a9d0e0 17263a e75a3a fdf6e3 2f6690
bone     e9e3d5 2a2926 8a7b66 c2b59b 5b5246
ember    2a0f0c ffe3c2 f0532d f79b2e 8c1c13
forest   16352a f2ead3 d7a13b 7fa36b c8553d
lilac    cbbfe3 251b3e 6a4fb3 f4e9d8 ee7f6b
citrus   f6d743 1f2421 ee6c2b 2b7a78 fff7d1
night    0d1330 e9e4f5 6f7bd9 f2b5a7 25357a
rust     a9441f fbe8cf 2d1a14 e9a03b f3d3a1
mint     bfe0cc 17332b ef6a4c 2f7f6a fbf6e6
sand     dcc39c 33241a a2552f 5a7367 f5e8d0
rose     c22f4d fde9df 2b0f1c f4a6a0 ffce6b
slate    39444d eff0ea d5a253 8fa3ad c7553f
milk     fbf7ee 20201f f04e37 2d6cdf f7c548
aqua     147d8c fef6e4 f7a440 f25f4c 0b3c49
wine     4a1020 f6dfc6 d3553d e9a95b 822038
fog      c9cfcf 22282c 7d8b91 eef0ee 4f5d66
pine     0b2b26 e8f0dc 8eb69b f0b35f 235347
peach    f7b78a 3a1a2c d9475a fff0dd 8a3a63
sulphur  d9d34a 23230f 3c3c2a f5f2c4 8d8a24
orchid   b0428a fff0e6 3d1149 ffb36b f6d2e4
denim    31507c f4ecdd e9b872 a63d2f 8fb0d1
saffron  f28f1c 2d1206 b5261e fde7b5 1d5c63
turquois 19a5a0 fff8e7 f3572a 0a3d4d f8ce46
cocoa    3b2720 f1dfc6 c9803f e9c491 7b4b34
silver   d8d8d4 101114 ff3b1d 8c8f94 ffffff
moss     8a9a5b 1f2616 f3ead0 4a5d23 d9803e
coral    ff6f59 21243d fff1d6 254441 ffd166
indigo   2b2d6e fbf3e4 ff8c61 f4d35e 5f66c4
black    0b0b0b f5f5f0 f5f5f0 8a8a86 3a3a38
white    f7f6f2 0d0d0d 0d0d0d 9a9995 d0cec8
crimson  8f0f1f f8e7d0 e9c46a 1a0508 d64545
`

export const palettes: Record<string, Palette> = Object.fromEntries(
  rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .map(([name, ...colours]) => {
      const [ground, ink, a, b, c] = colours.map((colour) => `#${colour}`)
      return [name!, { ground: ground!, ink: ink!, a: a!, b: b!, c: c! }]
    }),
)

const channel = (hex: string, index: number) => parseInt(hex.slice(index, index + 2), 16)

const luminance = (hex: string): number =>
  (0.299 * channel(hex, 1) + 0.587 * channel(hex, 3) + 0.114 * channel(hex, 5)) / 255

/** The palette's ink or ground if the contrast is sufficient, else almost black or white. */
export function inkOn(palette: Palette, colour: string): string {
  const contrastOf = (other: string) => Math.abs(luminance(other) - luminance(colour))
  const ink = [palette.ink, palette.ground, palette.b].sort(
    (one, other) => contrastOf(other) - contrastOf(one),
  )[0]!
  if (contrastOf(ink) > 0.42) return ink
  return luminance(colour) > 0.5 ? '#191512' : '#fff8ea'
}

export const mix = (from: string, to: string, share: number): string =>
  '#' +
  [1, 3, 5]
    .map((place) => Math.round(channel(from, place) * (1 - share) + channel(to, place) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
