import { makeList } from './lists.ts'
import { choose, field, heading, rows, save, toast } from './listsEditorPage.ts'
import { callOf, expect, failedRequest, test } from './plak.ts'

test.describe('a network that fails in between', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('a double click, and a try whose answer is lost, make one list of what was written last', async ({
    signUp,
  }) => {
    const { page, call } = await signUp('maker')
    await page.goto('/lists/create')
    await field(page, 'Name').fill('Once')
    await choose(page, 'Kid A')
    await page.route(
      callOf('lists.create'),
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await save(page).dblclick()
    await expect(toast(page, 'Error creating list')).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('Once')
    await page.reload()
    await field(page, 'Name').fill('Once, and better')
    await save(page).click()
    await expect(heading(page)).toHaveText('Once, and better')
    expect((await call.lists.search.query({})).items.map(({ name }) => name)).toEqual(['Once, and better'])
  })

  test('an album that could not be added says so; it is tried again or left out', async ({ signUp }) => {
    const { page } = await signUp('maker')
    await page.goto('/lists/create')
    await field(page, 'Name').fill('Night bus')
    await page.route(callOf('lists.choose'), (route) => route.abort())
    for (const album of ['Kid A', 'Dummy']) await choose(page, album)
    await expect(rows(page)).toHaveText([/This album could not be added/, /This album could not be added/])
    await save(page).click()
    await expect(
      page.getByText('Some albums could not be added. Try them again, or remove them.'),
    ).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again: Kid A' }).click()
    await expect(rows(page)).toHaveText([/Radiohead/, /This album could not be added/])
    await page.getByRole('button', { name: 'Remove Dummy' }).click()
    await save(page).click()
    await expect(page).toHaveURL(/\/list\/\d+$/)
  })

  test('a list that could not be saved stays as it was typed; a stranger finds none', async ({ signUp }) => {
    const [maker, stranger] = await Promise.all([signUp('maker'), signUp('stranger')])
    const id = await makeList(maker, { name: 'Night bus' })
    const { page } = maker
    await page.goto(`/list/${id}/edit`)
    await field(page, 'Name').fill('Morning bus')
    await page.route(callOf('lists.save'), (route) => route.abort(), { times: 1 })
    await save(page).click()
    await expect(toast(page, 'Error updating list')).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('Morning bus')
    await stranger.page.goto(`/list/${id}/edit`)
    await expect(heading(stranger.page)).toHaveText('List not found')
    await expect(stranger.page.getByRole('link', { name: 'Back to Lists' })).toHaveAttribute('href', '/lists')
  })
})
