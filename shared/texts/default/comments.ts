import { counted, grouped } from '../counted.ts'

export const comments = {
  none: 'No comments yet',
  required: 'Please write something first',
  sending: 'Sending…',
  said: (nickname: string, text: string) => `${nickname}: ${text}`,
  arrived: (count: number) => `${grouped(count)} new comments`,
  added: 'Your comment has been added',
  addFailed: 'Error adding comment',
  deleted: 'Your comment has been deleted',
  /** somebody else's comment, under the viewer's own review or list */
  othersDeleted: 'Comment deleted',
  deleteFailed: 'Error deleting comment',
  notFound: 'This comment is no longer there',
  notYours: 'You can only delete your own comments, and comments on your own reviews and lists',
  sentOtherwise: 'This comment has already been sent with a different text',
  title: 'Comments',
  count: (count: number) => counted(count, 'comment', 'comments'),
  /** opens a thread without comments */
  begin: 'Comment',
  box: 'Comment',
  boxHint: 'Add a comment',
  send: 'Send',
  logIn: 'Log in to comment',
  earlier: 'Show earlier comments',
  like: 'Like comment',
  delete: 'Delete comment',
  deleteTitle: 'Delete this comment?',
  deletes: 'It will be deleted for everyone.',
}
