import { randomUUID } from 'node:crypto'
import { failure } from './pagesMeans.ts'
import { callOf, expect, test } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const address = '/album/Radiohead/Kid%20A'

test.use({ expectedErrors: [/404/] })

test('a review is reported, hidden with a reason, and shown again; the trail says so', async ({
  signUp,
  plak,
}) => {
  const [author, reader, moderator] = [
    await signUp('author'),
    await signUp('reader'),
    await signUp('moderator'),
  ]
  await plak.moderate()
  await author.call.logs.add.mutate({ ...kidA, review: 'Buy my records.', submission: randomUUID() })

  await reader.page.goto(address)
  await reader.page.getByRole('article').getByRole('button', { name: 'Report' }).click()
  const dialog = reader.page.getByRole('dialog', { name: 'Report the review by author' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Spam' })).toBeFocused()
  await dialog.getByRole('radiogroup', { name: 'Reason' }).getByRole('radio', { name: 'Other' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please say in the note what is wrong')).toBeVisible()
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await expect(note).toBeFocused()
  await note.fill('An advertisement.')
  await reader.page.route(callOf('moderation.report'), (route) =>
    route.fulfill({ status: 207, json: [{ error: failure }] }),
  )
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
  await expect(note).toHaveValue('An advertisement.')
  await reader.page.unroute(callOf('moderation.report'))
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.page.getByText('Report sent')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // For everybody else the page does not exist.
  expect((await reader.page.goto('/moderation'))!.status()).toBe(404)
  await expect(reader.page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()

  const { page } = moderator
  await page.goto('/moderation')
  await page
    .getByRole('list', { name: 'Reports' })
    .getByRole('link', { name: /Review by author/ })
    .click()
  await expect(page.getByText('An advertisement.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'When it was reported' })).toContainText('Buy my records.')
  await page.getByRole('button', { name: 'Hide' }).click()
  const asked = page.getByRole('dialog', { name: 'Hide' })
  await asked.getByRole('button', { name: 'Hide' }).click()
  await expect(asked.getByText('Please give a reason')).toBeVisible()
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Advertising.')
  await asked.getByRole('button', { name: 'Hide' }).click()
  await expect(asked).toHaveCount(0)
  await expect(page.getByText('Advertising.')).toBeVisible()

  await reader.page.goto(address)
  await expect(reader.page.getByText('Buy my records.')).toHaveCount(0)
  await author.page.goto(address)
  await expect(author.page.getByRole('article').getByText('Hidden by a moderator')).toBeVisible()
  await author.page.goto('/profile/author?tab=reviews')
  await expect(author.page.getByRole('img', { name: 'Hidden by a moderator' })).toBeVisible()

  await page.goto('/moderation/audit')
  const line = page
    .getByRole('list', { name: 'Audit trail' })
    .getByRole('listitem')
    .filter({ hasText: 'Advertising.' })
  await line.getByRole('button', { name: 'Undo' }).click()
  await expect(line.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await reader.page.goto(address)
  await expect(reader.page.getByText('Buy my records.')).toBeVisible()

  // A closed report shows no text that only its author sees.
  await page.goto('/moderation')
  await page.getByRole('link', { name: /Review by author/ }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const dismissal = page.getByRole('dialog', { name: 'Dismiss' })
  await dismissal.getByRole('textbox', { name: 'Reason' }).fill('Harmless.')
  await dismissal.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Harmless.')).toBeVisible()
  await author.call.logs.save.mutate({ ...kidA, review: 'Dear diary.', visibility: 'me' })
  await page.reload()
  await expect(page.getByText('Visible to: Only me')).toBeVisible()
  await expect(page.getByRole('group', { name: 'When it was reported' })).toContainText('Buy my records.')
  await expect(page.getByRole('group', { name: 'Now' })).toHaveCount(0)
  await expect(page.getByText('Dear diary.')).toHaveCount(0)
  // While it is open, it is judged by what there is.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('group', { name: 'Now' })).toContainText('Dear diary.')

  // A new report is counted at once, on an open page.
  await page.goto('/moderation')
  await page.getByRole('button', { name: 'Account menu' }).click()
  const way = page.getByRole('menuitem', { name: /Moderation/ })
  await expect(way).toContainText('1')
  await reader.call.moderation.report.mutate({ thing: { account: 'author' }, reason: 'spam' })
  await expect(way).toContainText('2')
})
