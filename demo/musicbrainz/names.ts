import { mbidOf } from '../world/ids.ts'

/** Ids of the service's fixed names, where they are known. */
const known: Record<string, string> = {
  'primary-type Album': 'f529b476-6e62-324f-b0aa-1f3e33d313fc',
  'secondary-type Compilation': 'dd2a21e1-0c00-3729-a7a0-de60b84eb5d1',
  'status Official': '4e304316-386d-3409-af2e-78857eec5cfe',
  'status Pseudo-Release': '41121bb9-3413-3818-8a9a-9742318349aa',
  'format CD': '9712d52a-4509-3d4b-a1a2-67c88c643e31',
  'artist-type Group': 'e431f5f6-b5d2-343d-8b36-72607fffb74b',
  'url-relation image': '221132e9-e30e-43f2-a741-15afc4c5fa7c',
}

/** Returns the id of a type, a status or a format. */
export const typeId = (kind: string, name: string): string => known[`${kind} ${name}`] ?? mbidOf(kind, name)

export const primaryTypes = ['Album', 'Single', 'EP', 'Broadcast', 'Other']
export const secondaryTypes = [
  'Compilation',
  'Soundtrack',
  'Spokenword',
  'Interview',
  'Audiobook',
  'Audio drama',
  'Live',
  'Remix',
  'DJ-mix',
  'Mixtape/Street',
  'Demo',
  'Field recording',
]
export const statuses = ['Official', 'Promotion', 'Bootleg', 'Pseudo-Release', 'Withdrawn', 'Cancelled']

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const worldRegions: Record<string, string> = { XW: '[Worldwide]', XE: 'Europe' }
export const countryName = (code: string): string => worldRegions[code] ?? regions.of(code) ?? code
