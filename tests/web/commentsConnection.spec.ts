import { box, comments, openThread, review, say, toast, toggleOf } from './comments.ts'
import { callOf, expect, journey, type Someone, test } from './plak.ts'

test.use({ expectedErrors: [/Failed to load resource|WebSocket/] })

const tell = ({ call }: Someone, id: number, text: string) =>
  call.comments.add.mutate({ thread: { review: id }, text, submission: crypto.randomUUID() })

test(
  'a comment that cannot be sent is back in the box, before what was typed meanwhile',
  journey,
  async ({ signUp }) => {
    const writer = await signUp('writer')
    const { page } = writer
    await review(writer)
    await openThread(page)
    let fail = () => {}
    const failed = new Promise<void>((resolve) => (fail = resolve))
    await page.route(
      callOf('comments.add'),
      async (route) => {
        await failed
        await route.abort()
      },
      { times: 1 },
    )
    await say(page, 'First.')
    await expect(comments(page)).toHaveText([/First\..*/])
    await expect(page.getByText('Sending…')).toBeVisible()
    await expect(toggleOf(page)).toHaveText('Comment')
    await box(page).fill('Second.')
    fail()
    await expect(toast(page, 'Error adding comment')).toBeVisible()
    await expect(comments(page)).toHaveCount(0)
    await expect(box(page)).toHaveValue('First.\n\nSecond.')
  },
)

test('a comment whose answer was lost stands once, however often it is sent', async ({
  signUp,
  page: visitor,
}) => {
  const writer = await signUp('writer')
  const { page } = writer
  await review(writer)
  await openThread(visitor)
  await openThread(page)
  // The request arrives; its response and its event do not.
  await page.routeWebSocket('**/trpc', () => {})
  await page.reload()
  await toggleOf(page).click()
  await page.route(
    callOf('comments.add'),
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await say(page, 'Once.')
  await expect(toast(page, 'Error adding comment')).toBeVisible()
  await expect(box(page)).toHaveValue('Once.')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await expect(toast(page, 'Your comment has been added')).toBeVisible()
  await expect(comments(page)).toHaveText([/Once\./])
  await expect(comments(visitor)).toHaveText([/Once\./])
  await expect(page.getByText('Please write something first')).toHaveCount(0)
  await expect(toggleOf(visitor)).toHaveText('1 comment')
})

test('its event takes a comment out of the box again that seemed to have failed', async ({
  signUp,
  plak,
}) => {
  const writer = await signUp('writer')
  const { page } = writer
  await review(writer)
  await openThread(page)
  await page.route(
    callOf('comments.add'),
    async (route) => {
      await plak.cut()
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await say(page, 'It stands.')
  await expect(comments(page)).toHaveText([/It stands\./])
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await expect(box(page)).toHaveValue('')
})

test('a deletion that fails is taken back', async ({ signUp }) => {
  const writer = await signUp('writer')
  const { page } = writer
  await tell(writer, await review(writer), 'Mine.')
  await openThread(page)
  await page.route(callOf('comments.remove'), (route) => route.abort(), { times: 1 })
  await comments(page).getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Error deleting comment')).toBeVisible()
  await expect(comments(page)).toHaveText([/Mine\./])
})

test('across cut connections nothing is missing, nothing stands twice, and what is half-written stays', async ({
  signUp,
  plak,
}) => {
  const [writer, other] = await Promise.all([signUp('writer'), signUp('other')])
  const { page } = writer
  const id = await review(writer)
  await openThread(page)
  await box(page).fill('Half')
  const first = await tell(other, id, 'One.')
  await expect(comments(page)).toHaveText([/One\./])
  for (const text of ['Two.', 'Three.']) {
    await plak.cut()
    await tell(other, id, text)
  }
  await other.call.comments.remove.mutate({ id: first.comment.id })
  await expect(comments(page)).toHaveText([/Two\./, /Three\./])
  await expect(toggleOf(page)).toHaveText('2 comments')
  await expect(box(page)).toHaveValue('Half')
})

test('a thread that cannot be read says so and is tried again', async ({ signUp, page }) => {
  await review(await signUp('writer'))
  await page.route(callOf('comments.list'), (route) => route.abort())
  await openThread(page)
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No comments yet')).toBeVisible()
})

test('an event causes no request to the server', async ({ signUp, page }) => {
  const writer = await signUp('writer')
  const id = await review(writer)
  await openThread(page)
  await expect(page.getByText('No comments yet')).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/trpc/') && calls.push(request.url()))
  for (const text of ['One.', 'Two.', 'Three.']) await tell(writer, id, text)
  await expect(comments(page)).toHaveCount(3)
  expect(calls).toEqual([])
})
