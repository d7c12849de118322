import type { Page } from '@playwright/test'
import { box, comments, say, toast } from './comments.ts'
import { makeList } from './lists.ts'
import { expect, journey, test } from './plak.ts'

test.use({ expectedErrors: [/Failed to load resource|WebSocket/] })

const likes = (page: Page, count: number) =>
  expect(page.getByText(`${count} ${count === 1 ? 'like' : 'likes'}`, { exact: true })).toBeAttached()

test(
  'owner, commenter and visitor before one list, across a restart of the server',
  journey,
  async ({ signUp, page, plak }) => {
    const [owner, talker] = await Promise.all([signUp('owner'), signUp('talker')])
    const id = await makeList(owner, { name: 'Night bus' })
    const everybody = [owner.page, talker.page, page]
    for (const one of everybody) await one.goto(`/list/${id}`)
    await say(talker.page, 'Which stop?')
    for (const one of everybody) await expect(comments(one)).toHaveText([/Which stop\?/])
    await box(owner.page).fill('The last')

    await plak.restart()

    await talker.call.lists.like.mutate({ id, liked: true })
    await talker.call.comments.add.mutate({
      thread: { list: id },
      text: 'Anybody?',
      submission: crypto.randomUUID(),
    })
    for (const one of everybody) {
      await expect(comments(one)).toHaveText([/Which stop\?/, /Anybody\?/])
      await likes(one, 1)
    }
    // The draft is kept, and can be sent from the same page.
    await expect(box(owner.page)).toHaveValue('The last')
    await box(owner.page).pressSequentially(' one.')
    await owner.page.getByRole('button', { name: 'Send' }).click()
    for (const one of everybody) await expect(comments(one)).toHaveCount(3)
    await comments(page).getByText('The last one.').waitFor()

    // Renamed users are renamed wherever they are shown, on the list and in its comments.
    await talker.call.users.update.mutate({ nickname: 'storyteller' })
    await owner.call.users.update.mutate({ nickname: 'conductor' })
    for (const one of everybody) {
      await expect(comments(one).first().getByRole('link', { name: 'storyteller' }).first()).toHaveAttribute(
        'href',
        '/profile/storyteller',
      )
      await expect(one.getByRole('main').getByRole('link', { name: 'conductor' }).first()).toHaveAttribute(
        'href',
        '/profile/conductor',
      )
      await expect(one.getByRole('main').getByRole('link', { name: 'owner' })).toHaveCount(0)
    }

    // The list's owner can delete all comments on it; others only their own.
    await expect(comments(talker.page).nth(2).getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
    await comments(owner.page).first().getByRole('button', { name: 'Delete comment' }).click()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(owner.page, 'Comment deleted')).toBeVisible()
    for (const one of everybody) await expect(comments(one)).toHaveText([/Anybody\?/, /The last one\./])

    // The list is deleted while all of them have it open.
    await owner.page.getByRole('button', { name: 'Delete list' }).click()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(owner.page).toHaveURL('/lists')
    for (const one of [talker.page, page]) {
      await expect(one.getByText('This list has just been deleted')).toBeVisible()
      await expect(one.getByRole('link', { name: 'Go to Lists' })).toBeVisible()
    }
  },
)
