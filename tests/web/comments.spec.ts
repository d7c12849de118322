import { box, comments, kidA, openThread, review, say, toast, toggleOf } from './comments.ts'
import { expect, journey, test } from './plak.ts'

test(
  'what one says under a review all others see at once, and its count; so with a deletion',
  journey,
  async ({ signUp, page }) => {
    const [owner, commenter] = await Promise.all([signUp('owner'), signUp('commenter')])
    await review(owner)
    await Promise.all([openThread(owner.page), openThread(commenter.page), openThread(page)])
    await expect(page.getByText('No comments yet')).toBeVisible()
    await expect(toggleOf(page)).toHaveText('Comment')

    await say(commenter.page, 'Glass.\nAnd snow.')
    await expect(toast(commenter.page, 'Your comment has been added')).toBeVisible()
    await expect(box(commenter.page)).toHaveValue('')
    for (const one of [page, owner.page, commenter.page]) {
      await expect(comments(one)).toHaveText([/commenter.*Glass\.\nAnd snow\./s])
      await expect(toggleOf(one)).toHaveText('1 comment')
    }
    await say(owner.page, 'Sleet, rather.')
    await expect(comments(page)).toHaveText([/Glass/, /owner.*Sleet/])
    await expect(toggleOf(page)).toHaveText('2 comments')

    // Only the comment's author and the review's author can delete it.
    await expect(page.getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
    await expect(comments(commenter.page).getByRole('button', { name: 'Delete comment' })).toHaveCount(1)
    await expect(comments(owner.page).getByRole('button', { name: 'Delete comment' })).toHaveCount(2)
    const question = owner.page.getByRole('dialog', { name: 'Delete this comment?' })
    await comments(owner.page).first().getByRole('button', { name: 'Delete comment' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(comments(owner.page)).toHaveCount(2)
    await comments(owner.page).first().getByRole('button', { name: 'Delete comment' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(owner.page, 'Comment deleted')).toBeVisible()
    for (const one of [page, owner.page, commenter.page]) {
      await expect(comments(one)).toHaveText([/Sleet/])
      await expect(toggleOf(one)).toHaveText('1 comment')
    }
  },
)

test('under a list: seen by all, counted in its heading, and deleted by its author or its owner alone', async ({
  signUp,
  page,
}) => {
  const [owner, commenter] = await Promise.all([signUp('owner'), signUp('commenter')])
  const list = { name: 'Night bus', albums: [kidA], submission: crypto.randomUUID() }
  const { id } = await owner.call.lists.create.mutate(list)
  const pages = [owner.page, commenter.page, page]
  await Promise.all(pages.map((one) => one.goto(`/list/${id}`)))
  for (const one of pages) await expect(one.getByText('No comments yet')).toBeVisible()
  await say(commenter.page, 'Which line?')
  await say(owner.page, 'The last one.')
  for (const one of pages) {
    await expect(comments(one)).toHaveText([/commenter.*Which line\?/, /owner.*The last one\./])
    await expect(one.getByRole('heading', { name: 'Comments 2' })).toBeVisible()
  }
  await expect(comments(page).getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  await expect(comments(commenter.page).getByRole('button', { name: 'Delete comment' })).toHaveCount(1)
  await comments(owner.page).first().getByRole('button', { name: 'Delete comment' }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  for (const one of pages) await expect(one.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await expect(comments(page)).toHaveText([/The last one\./])
})

test('a folded thread counts, too; the profile tab shows the same talk', async ({ signUp, page }) => {
  const [owner, commenter] = await Promise.all([signUp('owner'), signUp('commenter')])
  const id = await review(owner)
  await page.goto('/album/Radiohead/Kid%20A')
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false')
  await commenter.page.goto('/profile/owner?tab=reviews')
  await commenter.page.getByRole('tab', { name: /Reviews/ }).click()
  await toggleOf(commenter.page).click()
  await say(commenter.page, 'From the profile.')
  await expect(toggleOf(commenter.page)).toHaveText('1 comment')
  await expect(toggleOf(page)).toHaveText('1 comment')
  await owner.call.comments.add.mutate({
    thread: { review: id },
    text: 'Hello.',
    submission: crypto.randomUUID(),
  })
  await expect(comments(commenter.page)).toHaveText([/From the profile/, /Hello/])
  await expect(toggleOf(commenter.page)).toHaveText('2 comments')
})

test('likes of comments are live and exact; a visitor is led to the login and back', async ({
  signUp,
  page,
}) => {
  const [owner, fan] = await Promise.all([signUp('owner'), signUp('fan')])
  const id = await review(owner)
  await owner.call.comments.add.mutate({
    thread: { review: id },
    text: 'Hello.',
    submission: crypto.randomUUID(),
  })
  await Promise.all([openThread(fan.page), openThread(page)])
  const like = comments(fan.page).getByRole('button', { name: 'Like comment' })
  await like.dblclick()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(comments(page).getByText('1 like', { exact: true })).toBeAttached()
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(comments(page).getByText('0 likes', { exact: true })).toBeAttached()

  await comments(page).getByRole('button', { name: 'Like comment' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await toggleOf(page).click()
  await expect(box(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Log in to comment' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => (history.state as { from: string }).from)).toBe('/album/Radiohead/Kid%20A')
})

test('a half-written comment is there again after the thread was folded, and in another tab', async ({
  signUp,
}) => {
  const writer = await signUp('writer')
  await review(writer)
  await openThread(writer.page)
  await box(writer.page).fill('Half')
  await toggleOf(writer.page).click()
  await expect(box(writer.page)).toHaveCount(0)
  await toggleOf(writer.page).click()
  await expect(box(writer.page)).toHaveValue('Half')
  const other = await writer.context.newPage()
  await openThread(other)
  await expect(box(other)).toHaveValue('Half')
  // The text that one tab sends is not kept in the other, where it would be sent again.
  await say(writer.page, 'Half')
  await expect(comments(other)).toHaveCount(1)
  await expect(box(other)).toHaveValue('')
})

test('by keys alone: written, sent, liked, deleted', async ({ signUp }) => {
  const writer = await signUp('writer')
  const { page } = writer
  await review(writer)
  await page.goto('/album/Radiohead/Kid%20A')
  await toggleOf(page).press('Enter')
  await box(page).focus()
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and two')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(comments(page)).toHaveText([/One\nand two/])
  await expect(box(page)).toBeFocused()
  await comments(page).getByRole('button', { name: 'Like comment' }).press('Space')
  await expect(comments(page).getByText('1 like', { exact: true })).toBeAttached()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(comments(page)).toHaveCount(0)
  await expect(toast(page, 'Your comment has been deleted')).toBeVisible()
  await expect(box(page)).toBeFocused()
})

test('a text that is too long stays, and is told why', async ({ signUp }) => {
  const writer = await signUp('writer')
  await review(writer)
  await openThread(writer.page)
  await say(writer.page, 'a'.repeat(2_001))
  await expect(writer.page.getByText('Must be at most 2,000 characters')).toBeVisible()
  await expect(writer.page.getByText('2,001 / 2,000')).toBeVisible()
  await expect(box(writer.page)).toHaveValue(/^a{2001}$/)
})

test('a review that is blanked takes its open thread with it, and says so', async ({ signUp, page }) => {
  const owner = await signUp('owner')
  await review(owner)
  await openThread(page)
  await owner.call.logs.save.mutate({ ...kidA, review: '' })
  await expect(toast(page, 'This review is no longer there')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comments' })).toHaveCount(0)
})
