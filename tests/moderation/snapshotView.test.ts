import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { SnapshotView } from '../../web/moderation/SnapshotView.tsx'

/** Renders a reported album; returns its text. */
function textOf(name: string, year: number | null): string {
  const album = { artist: 'Artist', name, image: null, year }
  const view = createElement(SnapshotView, {
    snapshot: { kind: 'album', album, type: null, tracks: [] },
    label: 'Now',
  })
  const routed = { ssrPath: '/', children: view }
  return renderToString(createElement(Router, routed)).replaceAll(/<[^>]+>/g, ' ')
}

it.each<[string, number | null, number]>([
  ['Toprak (1982)', 1982, 1],
  ['Toprak', 1982, 1],
  ['1982', 1982, 2],
  ['Toprak', null, 0],
])('a reported album %s of %s shows its year once', (name, year, count) => {
  expect(textOf(name, year).match(/1982|null/g) ?? []).toHaveLength(count)
})
