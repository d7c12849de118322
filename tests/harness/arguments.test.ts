import { describe, expect, test } from 'vitest'
import { appRouter } from '../../server/router.ts'
import { inputOf, readArguments } from './arguments.ts'
import { listProcedures } from './procedures.ts'

const procedures = listProcedures(appRouter)
function understood(...args: string[]): unknown {
  const call = readArguments(args, procedures)
  return inputOf(call, call.json)
}

describe('a command line', () => {
  test.each([
    [['auth.me', '--artist', 'x'], '--artist is no option of auth.me'],
    [['auth.me', '{}'], 'auth.me takes no input'],
    [['logs.save', '--rating', 'eight'], "rating: 'eight' is not of type number"],
    [['logs.save', '--rating', '"8"'], `rating: '"8"' is not of type number`],
    [['logs.save', '--rating'], '--rating needs a value (--rating=…)'],
    [['logs.save', '--artist', '--album'], '--artist needs a value (--artist=…)'],
    [['logs.save', '--no-rating'], '--no-rating is no option of logs.save, which takes --artist, --album'],
    [['logs.save', '[1]', '--rating', '8'], 'Flags go together with a JSON object only'],
    [['logs.save', '{}', 'Kid', 'A'], "'Kid' is one argument too many"],
    [['logs.keep'], "There is no procedure 'logs.keep'"],
    [['logs.mine', '--count', '3'], '--count is for subscriptions'],
    [['activity.live', '--count', '0'], "count: '0' is no whole number from 1"],
    [['-x'], '-x is no option'],
    [['comments.list', '--thread.list', 'three'], "thread.list: 'three' is not of type number"],
    [['comments.list', '--thread.log', '3'], 'which takes --thread.list, --thread.review, --cursor'],
    [['auth.me', '--scenario', 'a.ts'], 'Either a scenario or a procedure'],
  ])('is refused before anything is sent: %j', (args, message) => {
    expect(() => understood(...args)).toThrow(message)
  })

  test.each([
    [['logs.save', '--artist', '123', '--rating=-1'], { artist: '123', rating: -1 }],
    [['logs.save', '--favorite', '--artist', '-'], { favorite: true, artist: '-' }],
    [['logs.save', '--favorite', 'false'], { favorite: false }],
    [['logs.save', '{"artist":"a","rating":1}', '--rating', '2'], { artist: 'a', rating: 2 }],
    [['auth.register', '--confirm-password', '1', '--email=a=b'], { confirmPassword: '1', email: 'a=b' }],
    [['auth.register', '--confirmPassword', ''], { confirmPassword: '' }],
    [['comments.list', '--thread.list', '3'], { thread: { list: 3 } }],
    [['comments.list', '--thread', '{"review":4}'], { thread: { review: 4 } }],
    [
      ['comments.list', '{"thread":{"list":3},"cursor":"a"}', '--thread.list=5'],
      { thread: { list: 5 }, cursor: 'a' },
    ],
    [
      ['lists.create', '--albums', '7', '--albums', '{"artist":"a","album":"b"}', '--submission', 'mine'],
      { albums: [7, { artist: 'a', album: 'b' }], submission: 'mine' },
    ],
    [['activity.feed'], {}],
    [['auth.me'], undefined],
  ])('is understood: %j', (args, input) => {
    expect(understood(...args)).toEqual(input)
  })

  test('gives each try a name of its own where the procedure wants one', () => {
    const ways = [['--text', 'Yes'], ['{"text":"Yes"}']]
    const [one, two] = ways.map((args) => understood('comments.add', ...args))
    const named = { text: 'Yes', submission: expect.stringMatching(/^[0-9a-f-]{36}$/) }
    expect([one, two]).toEqual([named, named])
    expect(one).not.toEqual(two)
  })
})
