import { useId, type ReactNode } from 'react'
import { hueOf } from '../../shared/look.ts'

/** Colour schemes: two colours of vinyl and the colour of the label. */
const pressings = [
  ['#b8502a', '#e9a24b', '#f7e6cd'],
  ['#2f5d62', '#8fb4a4', '#f0d9a8'],
  ['#36486b', '#8b9bc4', '#f4dcc0'],
  ['#694a6e', '#c48fae', '#f3e2d2'],
  ['#7f3a3a', '#d98a6a', '#f5e3c8'],
  ['#54683f', '#b5bd72', '#f6ead0'],
  ['#8a6a1f', '#e2c367', '#3a2412'],
  ['#23423f', '#d2663a', '#f2e5cf'],
  ['#4a4038', '#c2a98a', '#e8672a'],
  ['#5b2f4f', '#e08a73', '#f8e8d4'],
] as const

const point = (degrees: number, radius: number) => {
  const angle = (degrees * Math.PI) / 180
  return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`
}
/** Path of a sector of the disc between two angles, of at most 180 degrees. */
const slice = (from: number, to: number) => `M50 50L${point(from, 51)}A51 51 0 0 1 ${point(to, 51)}Z`

const slices = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    slice((index / count) * 360, ((index + 0.5) / count) * 360),
  ).join('')

/** Patterns of the second colour on the first. Each is recognizably different, and none is a star. */
const patterns: ((seed: (count: number) => number) => ReactNode)[] = [
  () => <path d={slice(0, 180)} />,
  (seed) => <path d={slices(5 + seed(5))} />,
  () => <path fillRule="evenodd" d="M50 7a43 43 0 1 0 .01 0ZM50 17a33 33 0 1 1-.01 0Z" />,
  (seed) => <circle cx="50" cy={8 + seed(10)} r={40 + seed(10)} />,
  (seed) =>
    Array.from({ length: 26 }, (_, index) => {
      const [x, y] = point(index * 137.5, 20 + ((index * 31 + seed(17)) % 29)).split(' ')
      return <circle key={index} cx={x} cy={y} r={1.2 + ((index * 7 + seed(5)) % 5)} />
    }),
  () => [0, 1, 2, 3, 4].map((index) => <path key={index} d={wave(8 + index * 20)} />),
  () => <path d={slice(-32, 32) + slice(148, 212)} />,
  () => [24, 44, 64, 84].map((y) => <rect key={y} y={y - 6} width="100" height={10 - y / 16} />),
]

const wave = (y: number) =>
  `M-5 ${y}C20 ${y - 14} 30 ${y - 14} 50 ${y}S80 ${y + 14} 105 ${y}` +
  `v10C80 ${y + 24} 70 ${y + 24} 50 ${y + 10}S20 ${y - 4}-5 ${y + 10}Z`

const line = { cx: 50, cy: 50, fill: 'none', stroke: '#000', strokeWidth: 0.5 }
const grooves = [47.5, 44.5, 41.5, 38.5, 33, 30, 27, 24]

/** The same name always results in the same record. Decorative: the name is always shown next to it. */
export function Disc({ name, className }: { name: string; className?: string }) {
  const id = useId()
  const seed = (salt: string) => (count: number) => hueOf(`${salt} ${name}`, count)
  const [ground, print, label] = pressings[seed('pressing')(pressings.length)]!
  const pattern = patterns[seed('pattern')(patterns.length)]!
  return (
    <svg viewBox="0 0 100 100" className={className} aria-hidden="true">
      <clipPath id={id}>
        <circle cx="50" cy="50" r="50" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect width="100" height="100" fill={ground} />
        <g fill={print} transform={`rotate(${seed('turn')(24) * 15} 50 50)`}>
          {pattern(seed('detail'))}
        </g>
        {grooves.map((radius) => (
          <circle key={radius} {...line} r={radius} strokeOpacity=".13" />
        ))}
        <path d={slice(-70, -38) + slice(110, 142)} fill="#fff" fillOpacity=".09" />
        <path d={slice(-62, -46) + slice(118, 134)} fill="#fff" fillOpacity=".09" />
      </g>
      <circle cx="50" cy="50" r="17" fill={label} />
      <circle {...line} r="15.4" stroke={ground} strokeOpacity=".5" />
      <circle cx="50" cy="50" r="2.2" className="fill-page" />
      <circle {...line} r="49.7" strokeOpacity=".25" />
    </svg>
  )
}
