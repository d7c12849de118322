import { makeLine } from './line.ts'
import { dummy, kidA, makeList } from './lists.ts'
import { expect, failedRequest, journey, test } from './plak.ts'

const day = '2026-03-05'

test.describe('two tabs of two languages', () => {
  // The later save is refused.
  test.use({ expectedErrors: [failedRequest] })

  test('the one that is not reloaded still asks which version of a list stays', async ({ signUp }) => {
    const maker = await signUp('maker')
    const id = await makeList(maker, { name: 'Night bus', albums: [kidA, dummy] })
    const { page, context, call } = maker
    await page.goto(`/list/${id}/edit`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
    const other = await context.newPage()
    await other.goto('/')
    await other.getByRole('radio', { name: 'Türkçe' }).click()
    await expect(other.locator('html')).toHaveAttribute('lang', 'tr')
    await call.lists.save.mutate({ id, version: 1, name: 'Theirs', description: '', albums: [kidA] })
    await page.bringToFront()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Save mine instead' })).toBeVisible()
    await page.getByRole('button', { name: 'Save mine instead' }).click()
    await expect(page).toHaveURL(`/list/${id}`)
    expect((await call.lists.draft.query({ id })).name).toBe('Mine')
  })
})

test.describe('a language', () => {
  // A refused registration is a 409.
  test.use({ expectedErrors: [failedRequest] })

  test(
    'is chosen at the foot of any page, holds everywhere, and is given back',
    journey,
    async ({ page, signUp, plak }) => {
      const deniz = await signUp('deniz')
      await deniz.call.logs.save.mutate({ artist: 'Radiohead', album: 'Kid A', date: day })

      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await page.getByRole('radiogroup', { name: 'Language' }).getByRole('radio', { name: 'Türkçe' }).click()
      const choice = page.getByRole('radiogroup', { name: 'Dil' })
      await expect(choice.getByRole('radio', { name: 'Türkçe' })).toBeFocused()
      await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Müzik yolculuğunun günlüğünü tut')
      await expect(page.getByRole('list', { name: 'Gündemdeki albümler' }).getByRole('link')).toHaveCount(7)
      const read = await page.locator('body').innerText()
      for (const english of [
        'Record Your',
        'Get Started',
        'View All',
        'Trending',
        'Albums',
        'Login',
        'Discover',
      ]) {
        expect(read).not.toContain(english)
      }
      expect(await page.context().cookies(plak.url)).toContainEqual(
        expect.objectContaining({ name: 'plak_language', value: 'tr', path: '/', sameSite: 'Lax' }),
      )

      await page.getByRole('link', { name: 'Hemen başla' }).click()
      await expect(page).toHaveTitle('Kayıt ol · Plak')
      await page.getByLabel('Kullanıcı adı').fill('d')
      await page.getByRole('button', { name: 'Kayıt ol' }).click()
      await expect(page.getByText('Kullanıcı adı en az 3 karakter olmalı')).toBeVisible()
      await page.getByLabel('Kullanıcı adı').fill('deniz')
      await page.getByLabel('E-posta').fill('other@plak.example')
      await page.getByLabel('Şifre', { exact: true }).fill('a long playing record')
      await page.getByLabel('Şifre (tekrar)').fill('a long playing record')
      await page.getByRole('button', { name: 'Kayıt ol' }).click()
      await expect(page.getByText('Bu kullanıcı adı alınmış')).toBeVisible()

      // This input would be lost, so the user is asked.
      await choice.getByRole('radio', { name: 'English' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Vazgeç' }).click()
      await expect(page.getByLabel('E-posta')).toHaveValue('other@plak.example')
      await expect(choice.getByRole('radio', { name: 'Türkçe' })).toBeChecked()
      await choice.getByRole('radio', { name: 'English' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Değişiklikleri sil' }).click()
      await expect(page.getByLabel('Username')).toHaveValue('')

      await page.goto('/profile/deniz?tab=diary')
      await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible()
      await page.getByRole('radiogroup', { name: 'Language' }).getByRole('radio', { name: 'Default' }).click()
      await expect(page.getByRole('heading', { name: 'Mart 2026' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
    },
  )

  test('has words of its own for a number and for the list that it opens', async ({ signUp, plak }) => {
    const [{ call }, { page }] = [await signUp('deniz'), await signUp('ayse')]
    await call.follows.set.mutate({ nickname: 'ayse', following: true })
    await page.context().addCookies([{ name: 'plak_language', value: 'tr', url: plak.url }])
    await page.goto('/profile/ayse')
    await page.getByRole('button', { name: '1 Takipçi' }).click()
    const dialog = page.getByRole('dialog', { name: 'Takipçiler' })
    await expect(dialog.getByRole('list', { name: 'Takipçiler' })).toContainText('deniz')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '0 Takip', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Takip edilenler' })).toBeVisible()
  })

  test('is named so that its readers find it', async ({ page, context, plak }) => {
    await page.goto('/login')
    const choice = (name: string) => page.getByRole('radiogroup', { name }).getByRole('radio')
    for (const name of ['Default', 'English', 'Türkçe'])
      await expect(page.getByRole('radio', { name, exact: true })).toBeVisible()
    await context.addCookies([{ name: 'plak_language', value: 'tr', url: plak.url }])
    await page.reload()
    await expect(choice('Dil')).toHaveCount(3)
    for (const name of ['Varsayılan', 'English', 'Türkçe'])
      await expect(page.getByRole('radio', { name, exact: true })).toBeVisible()
  })

  test('is asked about in the settings only when something was typed, and once', async ({ signUp }) => {
    const { page, call } = await signUp('deniz')
    await call.users.update.mutate({ nickname: 'deniz', avatar: '', bio: 'Ears.', links: [] })
    await page.goto('/profile/edit')
    await expect(page.getByRole('textbox', { name: 'Biography' })).toHaveValue('Ears.')
    await page.getByRole('radio', { name: 'Türkçe' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr')

    const dialog = page.getByRole('dialog')
    await page.getByRole('textbox', { name: 'Biyografi' }).fill('Ears and eyes.')
    await page.getByRole('radio', { name: 'English' }).click()
    await expect(dialog).toHaveAccessibleName('Kaydetmeden çıkılsın mı?')
    await dialog.getByRole('button', { name: 'Vazgeç' }).click()
    await expect(page.getByRole('textbox', { name: 'Biyografi' })).toHaveValue('Ears and eyes.')
    await page.getByRole('textbox', { name: 'Biyografi' }).fill('Ears.')

    await page.getByRole('main').getByRole('link', { name: 'Ayarlar' }).click()
    await page.getByLabel('Yeni şifre').fill('half a passw')
    await page.getByRole('radio', { name: 'English' }).click()
    await expect(dialog).toHaveAccessibleName('Dil değiştirilsin mi?')
    await dialog.getByRole('button', { name: 'Vazgeç' }).click()
    await page.getByLabel('Yeni şifre').fill('')
    await page.getByRole('radio', { name: 'English' }).click()
    await expect(page.getByLabel('New password')).toHaveValue('')
  })

  test('is the one of the texts that only some pages load', async ({ signUp, plak }) => {
    const { page } = await signUp('moderator')
    await plak.moderate()
    const loadedTexts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(
            ({ name }) => /(default|english|turkish|imports|moderation)-[^/]+\.js$/.exec(name)?.[1] ?? [],
          ),
      )
    for (const [language, imports, reports, cancelled] of [
      ['tr', 'Henüz bir şey aktarmadın', 'Şikâyet yok', 'Spotify bağlantısı iptal edildi'],
      ['en', 'Nothing imported yet', 'No reports', 'Spotify connection cancelled'],
      ['default', 'Nothing imported yet', 'No reports', 'Spotify connection cancelled'],
    ]) {
      await page.context().addCookies([{ name: 'plak_language', value: language!, url: plak.url }])
      await page.goto('/')
      expect(await loadedTexts()).not.toContain('imports')
      await page.evaluate(() => history.pushState(null, '', '/import'))
      await expect(page.getByText(imports!)).toBeVisible()
      await page.goto('/moderation')
      await expect(page.getByText(reports!, { exact: true })).toBeVisible()
      if (language === 'tr') expect(await loadedTexts()).not.toContain('default')
      await page.goto('/spotify/callback?error=access_denied')
      await expect(page.getByText(cancelled!)).toBeVisible()
    }
  })

  test('whose texts do not come leaves the page in the default', async ({ page, context, plak }) => {
    await context.addCookies([{ name: 'plak_language', value: 'tr', url: plak.url }])
    await context.route(/turkish-.*\.js$/, (route) => route.abort())
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  })
})

test.describe('without the server', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource|WebSocket|ERR_/] })

  test('a page and its manifest are in the language of the device', async ({ page, context, plak }) => {
    const line = await makeLine(plak)
    await context.addCookies([{ name: 'plak_language', value: 'tr', url: line.url }])
    await page.goto(`${line.url}/albums`)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    line.state = 'cut'
    await page.goto(`${line.url}/artists`)
    await expect(page.getByRole('heading', { level: 1, name: 'Plak’a ulaşılamıyor' })).toBeVisible()
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.tr.webmanifest')
    line.close()
  })
})

test.describe('a theme', () => {
  // Scripts that are blocked on purpose.
  test.use({ colorScheme: 'light', expectedErrors: [failedRequest] })

  test('is shown at once in every tab, and from the first byte of the next page on', async ({
    page,
    context,
    plak,
  }) => {
    await page.goto('/')
    const tab = await context.newPage()
    await tab.goto('/artists')
    const ground = () => getComputedStyle(document.body).backgroundColor
    const light = await page.evaluate(ground)

    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(() => page.evaluate(ground)).not.toBe(light)
    const dark = await page.evaluate(ground)
    await expect.poll(() => tab.evaluate(ground)).toBe(dark)
    await expect(tab.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#13100e')

    const html = await (await context.request.get(`${plak.url}/`)).text()
    expect(html).toMatch(/<html[^>]* data-theme="dark"/)
    // Without scripts only the server and the styles can make it dark.
    await context.route(/\.js$/, (route) => route.abort())
    await tab.goto('/', { waitUntil: 'commit' })
    await expect.poll(() => tab.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
    expect(await tab.evaluate(ground)).toBe(dark)
  })

  test('of the system follows it', async ({ page }) => {
    await page.goto('/')
    const ground = () => getComputedStyle(document.body).backgroundColor
    const light = await page.evaluate(ground)
    const themes = page.getByRole('radiogroup', { name: 'Theme' })
    await themes.getByRole('radio', { name: 'Light' }).click()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await page.evaluate(ground)).toBe(light)
    await themes.getByRole('radio', { name: 'System' }).click()
    await expect.poll(() => page.evaluate(ground)).not.toBe(light)
    await expect(page.locator('meta[name="theme-color"]')).toHaveCount(2)
  })
})

test('the words of a choice are seen: what is pressed lies over them, and is nothing to look at', async ({
  page,
}) => {
  await page.goto('/')
  const radios = page.getByRole('contentinfo').getByRole('radio')
  await expect(radios).toHaveCount(6)
  const looks = await radios.evaluateAll((found) =>
    found.map((radio) => {
      const { backgroundColor, borderWidth } = getComputedStyle(radio)
      return [backgroundColor, borderWidth, getComputedStyle(radio, '::before').content]
    }),
  )
  expect(new Set(looks.map(String))).toEqual(new Set(['rgba(0, 0, 0, 0),0px,none']))
})
