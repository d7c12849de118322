import { inkOn, mix, palettes } from './covers/palettes.ts'
import { seeded } from './covers/seeded.ts'
import { blob, circle, f, fillAll, path, rect } from './covers/sleeve.ts'

const skins = ['#f3c9a5', '#e3a97f', '#c9875a', '#a0643f', '#74452b', '#f7d9c0', '#d89a6c']
const hairs = ['#1b1512', '#3a241a', '#6b3f22', '#a8572a', '#c9a46a', '#8d8d8b', '#e9e4da', '#2a2f4a']

/** All other people get random looks. */
const faces: Record<string, string> = {
  deniz: '1001',
  june: '5310',
  kerem: '0041',
  aylin_su: '6210',
  takumi: '5000',
  noor: '2010',
  bastian: '5451',
  lucia_r: '6110',
  theo: '6121',
  ines: '3120',
  olek: '5500',
  marguerite: '0630',
  sam_okafor: '4051',
  hazal: '0730',
  burak_plak: '1501',
  wren: '5240',
  dusty_fingers: '4541',
  sixtyfour: '5740',
  ozgur78: '1521',
  minji: '5030',
  aoife: '0310',
  elif_k: '1110',
  pablo_cassette: '6221',
  grumpy_uncle: '0651',
}

export function avatarSvg(nickname: string): string {
  const chance = seeded(`face of ${nickname}`)
  const p = palettes[chance.pick(Object.keys(palettes).filter((name) => !['black', 'white'].includes(name)))]!
  const [face, top, style, bearded] = Array.from(faces[nickname] ?? '', Number)
  const randomLook = {
    skin: chance.pick(skins),
    hair: chance.pick(hairs),
    style: chance.whole(0, 5),
    beard: chance.chance(0.25),
  }
  const skin = skins[face ?? -1] ?? randomLook.skin
  const hair = hairs[top ?? -1] ?? randomLook.hair
  const shirt = chance.pick([p.a, p.b, p.ink])
  const ink = '#211814'
  const cap = `M92 136C84 70 116 48 152 48C190 48 216 72 208 136C204 108 190 96 176 92C150 104 120 100 104 104C98 112 94 122 92 136Z`
  const hairstyles = [
    () => path(cap, hair),
    () =>
      path(
        'M88 210C70 150 80 48 150 46C222 48 230 150 212 210C206 168 208 118 178 92C150 106 116 104 100 116C92 150 96 180 88 210Z',
        hair,
      ),
    () =>
      path(
        blob(
          Array.from({ length: 11 }, (_, i): [number, number] => {
            const angle = Math.PI * (1 + (i - 1) / 8)
            return [150 + Math.cos(angle) * (i % 2 ? 78 : 66), 112 + Math.sin(angle) * (i % 2 ? 74 : 62)]
          }),
        ),
        hair,
      ),
    () =>
      path('M94 118C94 74 120 56 150 56C182 56 206 76 206 118L196 100C168 92 130 92 104 100Z', hair) +
      circle(150, 44, 24, hair),
    () =>
      path('M92 112C90 70 116 50 152 50C188 50 212 70 208 112H92Z', p.a) +
      rect(84, 104, 132, 16, mix(p.a, ink, 0.35), ' rx="8"'),
    () =>
      path(
        'M100 100C104 70 126 58 150 58C176 58 196 70 200 100C184 84 166 80 150 80C134 80 116 84 100 100Z',
        hair,
      ),
  ]
  const back =
    style === undefined && chance.chance(0.2) ? path('M84 120C84 40 216 40 216 120V232H84Z', hair) : ''
  const beard =
    (bearded ?? Number(randomLook.beard)) === 1
      ? path(
          'M98 150C100 214 128 226 150 226C172 226 200 214 202 150C196 178 178 184 150 182C122 184 104 178 98 150Z',
          hair,
        )
      : ''
  const glasses = chance.chance(0.35)
    ? `<g fill="none" stroke="${ink}" stroke-width="5"><circle cx="126" cy="140" r="17"/><circle cx="174" cy="140" r="17"/><path d="M143 138H157"/></g>`
    : ''
  const phones = chance.chance(0.3)
    ? `<path d="M88 146C84 40 216 40 212 146" fill="none" stroke="${ink}" stroke-width="9"/>` +
      rect(76, 130, 22, 42, p.a, ' rx="10"') +
      rect(202, 130, 22, 42, p.a, ' rx="10"')
    : ''
  const smile = chance.between(4, 14)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">' +
    fillAll(p.ground) +
    circle(chance.between(60, 240), chance.between(50, 130), 118, mix(p.ground, p.c, 0.55)) +
    back +
    path('M44 300C44 248 90 232 126 228H174C210 232 256 248 256 300Z', shirt) +
    path('M126 190H174V228C166 246 134 246 126 228Z', mix(skin, '#5a2a18', 0.22)) +
    path(
      'M97 128C97 84 120 70 150 70C180 70 203 84 203 128C203 184 176 212 150 212C124 212 97 184 97 128Z',
      skin,
    ) +
    beard +
    circle(126, 140, 5, ink) +
    circle(174, 140, 5, ink) +
    `<path d="M150 146Q143 162 151 165" fill="none" stroke="${mix(skin, '#5a2a18', 0.5)}" stroke-width="4" stroke-linecap="round"/>` +
    `<path d="M132 184Q150 ${f(184 + smile)} 168 184" fill="none" stroke="${beard ? inkOn(p, hair) : '#7d2b26'}" stroke-width="5" stroke-linecap="round"/>` +
    hairstyles[style ?? randomLook.style]!() +
    glasses +
    phones +
    '</svg>'
  )
}
