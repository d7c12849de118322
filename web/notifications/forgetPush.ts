/**
 * Deletes what this browser receives and shows of a user's notifications, when they leave it. A logout does not wait for it, and its
 * failures are ignored. Its code is loaded when it is needed: the menu of every page can log out.
 */
export function forgetPush(): void {
  void import('./subscription.ts').then(({ forgetHere }) => forgetHere()).catch(() => undefined)
}
