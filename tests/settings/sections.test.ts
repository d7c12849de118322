import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Sections } from '../../web/settings/SettingsLayout.tsx'

it('a page of the settings without any section says so', () => {
  expect(renderToString(createElement(Sections, { sections: [false] }))).toContain('Nothing to set here yet')
})
