import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

/** The source of axe, half a megabyte: a context that checks every page loads it from the start. */
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Rule that checks whether a page works in portrait and landscape. */
export const TURNED = 'css-orientation-lock'
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Header and footer, which are the same in every state of a page. */
const frameParts = ['body > * > header', 'body > * > footer']

/**
 * Returns the violations that axe finds, a line each. Optionally checks only one rule, one part of the page, or omits the known
 * header and footer. It runs in the page itself: our pages contain no frames, and the script is sent to a page once.
 */
export async function faultsOf(
  page: Page,
  {
    rule,
    within = 'html',
    isFrameKnown = false,
  }: { rule?: string; within?: string; isFrameKnown?: boolean } = {},
): Promise<string[]> {
  const isThere = await page.evaluate(() => {
    // Elements that the header covers at this scroll position would count as too small, although users can scroll.
    scrollTo({ top: 0, behavior: 'instant' })
    return 'axe' in window
  })
  if (!isThere) await page.evaluate(axe)
  const options: Axe.RunOptions = {
    runOnly: rule ? { type: 'rule', values: [rule] } : { type: 'tag', values: standard },
    // A menu or a hint is outside of the landmarks on purpose; frameOf counts these.
    rules: { region: { enabled: false } },
    resultTypes: ['violations'],
    // Loads the style sheets only for this rule: it applies to all of our pages or to none.
    preload: rule === TURNED,
  }
  return page.evaluate(
    async ({ include, exclude, options }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      const { violations } = await axe.run({ include, exclude }, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
      )
    },
    { include: within, exclude: isFrameKnown ? frameParts : [], options },
  )
}

/** Waits until changes are rendered: an inherited colour is one frame later for each level of nesting. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const isUnderWay = (animation: Animation) =>
      animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity
    for (let still = 0; still < 3;) {
      await new Promise(requestAnimationFrame)
      still = document.getAnimations().some(isUnderWay) ? 0 : still + 1
    }
  })

/** Changes the colour scheme. All colours change without a transition, because nobody watches it here. */
export async function changeLight(page: Page, colorScheme: 'light' | 'dark') {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  await page.emulateMedia({ colorScheme })
  await drawn(page)
}

/** Makes the window as narrow as a phone's, and replaces the mouse by touch until the session is detached. */
export async function becomePhone(page: Page) {
  const finger = await page.context().newCDPSession(page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width: 360, height: 740 })
  // A dialog that becomes a sheet appears again: meanwhile it is partly outside of the window.
  await page.waitForFunction(() => innerWidth === 360 && innerHeight === 740)
  await drawn(page)
  return finger
}

/** Returns how far the page can be scrolled sideways. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns the elements that make the page scroll sideways, so that a failure names them; none if it does not. */
export const stickingOut = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 1,
    )
    const inner = wide.filter((each) => !wide.some((other) => other !== each && each.contains(other)))
    return inner.slice(0, 5).map((each) => each.outerHTML.slice(0, 300))
  })

/** Returns the headings, landmarks and names that every page must have. */
export const frameOf = (page: Page) =>
  page.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length
    return {
      h1: count('h1'),
      banner: count('body header:not(main *)'),
      main: count('main'),
      footer: count('footer'),
      isNamed: /^(.+ · )?Plak$/.test(document.title),
      lang: document.documentElement.lang,
    }
  })

/**
 * Returns interactive elements that a finger could miss: those whose target area is less than 44 pixels wide or high. Links
 * within a text, and duplicates that are hidden from screen readers, can be smaller.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const LEAST = 44
    const operable =
      'a[href], button, input, textarea, select, [role=slider], [role=menuitem], [role=option], [tabindex="0"]'

    const isWithinText = (element: Element) => {
      const parent = element.closest('p, li, dd, span')
      if (getComputedStyle(element).display !== 'inline' || !parent) return false
      return parent.textContent.trim().length > element.textContent.trim().length
    }
    const isOperable = (element: HTMLElement) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.matches(':disabled, [aria-hidden=true], [tabindex="-1"][aria-hidden]') &&
      !element.closest('[inert], [aria-hidden=true]') &&
      !isWithinText(element)

    /** Returns how many pixels a finger can move from the centre before it hits something else. */
    const reach = (element: Element, x: number, y: number, dx: number, dy: number) => {
      let far = 0
      // The area need not be around the centre: two adjacent elements can each extend to their own side.
      while (far < LEAST) {
        const hit = document.elementFromPoint(x + dx * (far + 0.5), y + dy * (far + 0.5))
        if (!hit || !(element.contains(hit) || hit.closest('label')?.contains(element))) break
        far += 1
      }
      return far
    }
    const sizeOf = (element: HTMLElement) => {
      const box = element.getBoundingClientRect()
      if (box.width >= LEAST && box.height >= LEAST) return null
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      // Elements under a menu cannot be hit.
      if (reach(element, x, y, 1, 0) === 0) return null
      const wide = Math.max(width, reach(element, x, y, 1, 0) + reach(element, x, y, -1, 0))
      const high = Math.max(height, reach(element, x, y, 0, 1) + reach(element, x, y, 0, -1))
      // Allows for rounding.
      return wide >= LEAST - 1 && high >= LEAST - 1 ? null : `${Math.round(wide)}×${Math.round(high)}`
    }
    const found = [...document.querySelectorAll<HTMLElement>(operable)]
      .filter(isOperable)
      .flatMap((element) => {
        const size = sizeOf(element)
        const name = element.getAttribute('aria-label') ?? element.textContent.trim()
        return size ? [`${size} ${element.localName} “${name || element.className}”`] : []
      })
    scrollTo(0, 0)
    return [...new Set(found)]
  })
