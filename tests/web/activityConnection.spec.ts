import { entriesOf, openFeed, save } from './activityFeed.ts'
import { expect, journey, test } from './plak.ts'

// One pattern, because Playwright interprets a list of several as a value and its options.
test.use({ expectedErrors: [/Failed to load resource|WebSocket/] })

test.describe('a connection', () => {
  test(
    'that was cut comes back: nothing is missing, nothing stands twice',
    journey,
    async ({ signUp, plak }) => {
      const { author, page } = await openFeed(signUp)
      await save(author, 'Björk', 'Homogenic')
      await expect(entriesOf(page)).toHaveCount(1)
      for (const [artist, album] of [
        ['Björk', 'Vespertine'],
        ['Portishead', 'Dummy'],
        ['Radiohead', 'Kid A'],
      ] as const) {
        await plak.cut()
        // With a text: a run of entries without any would be folded.
        await save(author, artist, album, { review: 'Heard.' })
        await save(author, 'Björk', 'Homogenic', { review: `Before ${album}.` })
      }
      await expect(entriesOf(page)).toHaveText([/Kid A/, /Dummy/, /Vespertine/, /Before Kid A\./])
      await save(author, 'Radiohead', 'OK Computer', { review: 'Heard.' })
      await expect(entriesOf(page)).toHaveCount(5)
      await expect(page.getByText('Reconnecting…')).toHaveCount(0)
    },
  )

  test('goes on from the last event, not from the page', async ({ signUp, plak }) => {
    const begins: unknown[] = []
    const { author, page } = await openFeed(async (nickname) => {
      const person = await signUp(nickname)
      person.page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          if (!String(payload).includes('activity.live')) return
          // Several that start at once are sent together.
          const messages = [JSON.parse(String(payload))].flat() as { params?: { path: string } }[]
          begins.push(...messages.filter(({ params }) => params?.path === 'activity.live'))
        }),
      )
      return person
    })
    await save(author, 'Björk', 'Homogenic')
    await expect(entriesOf(page)).toHaveCount(1)
    await plak.cut()
    await save(author, 'Portishead', 'Dummy')
    await expect(entriesOf(page)).toHaveCount(2)
    expect(begins).toHaveLength(2)
    const [first, second] = begins as { params: { input: { lastEventId: string }; lastEventId?: string } }[]
    const place = (id: string) => Number(id.split('.')[1])
    expect(place(second!.params.lastEventId!)).toBeGreaterThan(place(first!.params.input.lastEventId))
  })

  test('of a feed that one comes back to goes on where it was left', async ({ signUp }) => {
    const { author, page } = await openFeed(signUp)
    await save(author, 'Björk', 'Homogenic')
    await expect(entriesOf(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Albums', exact: true }).first().click()
    await expect(page).toHaveURL('/albums')
    await save(author, 'Portishead', 'Dummy')
    const { log } = await author.call.logs.mine.query({ artist: 'Björk', album: 'Homogenic' })
    await author.call.logs.remove.mutate({ id: log!.id })
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(entriesOf(page)).toHaveText([/Dummy/])
  })

  test('whose subscription the server ended is restarted', async ({ signUp }) => {
    let goOn = () => {}
    const seen = new Promise<void>((resolve) => (goOn = resolve))
    const { author, page } = await openFeed(async (nickname) => {
      const person = await signUp(nickname)
      let isFirst = true
      await person.page.routeWebSocket('**/trpc', (socket) => {
        const server = socket.connectToServer()
        socket.onMessage((message) => {
          const text = String(message)
          if (!text.includes('activity.live')) return server.send(message)
          // The second attempt is delayed until the state in between was seen.
          if (!isFirst) return void seen.then(() => server.send(message))
          isFirst = false
          type Sent = { id: number; params?: { path: string } }
          const messages = [JSON.parse(text)].flat() as Sent[]
          const isFeed = ({ params }: Sent) => params?.path === 'activity.live'
          server.send(JSON.stringify(messages.filter((each) => !isFeed(each))))
          const { id } = messages.find(isFeed)!
          const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 }
          socket.send(JSON.stringify({ id, error: { message: 'An error occurred', code: -32603, data } }))
        })
      })
      return person
    })
    await expect(page.getByText('Reconnecting…')).toBeVisible()
    await save(author, 'Björk', 'Homogenic')
    goOn()
    await expect(entriesOf(page)).toHaveCount(1)
    await expect(page.getByText('Reconnecting…')).toHaveCount(0)
  })
})
