import { scopeWords, type AuthorizeRequest } from './authorize.ts'
import type { Client } from './clients.ts'
import type { Account } from './library.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)

export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="19" fill="#29211b" stroke="#8d7f72"/>' +
  '<circle cx="20" cy="20" r="13" fill="none" stroke="#6b5f55"/><circle cx="20" cy="20" r="7" fill="#e0703f"/>' +
  '<circle cx="20" cy="20" r="1.8" fill="#29211b"/></svg>'

const layout = (title: string, main: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="/accounts/mark.svg">
<link rel="stylesheet" href="/accounts/style.css">
<header><img src="/accounts/mark.svg" alt="" width="36" height="36"><p><strong>Spare Platter</strong> stands in for Spotify in this demo</p></header>
<main>${main}</main>
</html>
`

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escape(value)}">`

function portrait({ name, portrait: nickname }: Account, picturesBase: string): string {
  return nickname
    ? `<img src="${escape(picturesBase)}/avatars/${nickname}.svg" alt="" width="56" height="56">`
    : `<span class="initial" aria-hidden="true">${escape(name[0]!)}</span>`
}

export function loginPage(
  accounts: readonly Account[],
  { client }: AuthorizeRequest,
  query: string,
  picturesBase: string,
): string {
  const people = accounts.map(
    (
      account,
    ) => `<li><button class="person" name="person" value="${account.id}" aria-labelledby="name-${account.id}"
      aria-describedby="about-${account.id}">${portrait(account, picturesBase)}
      <span><b id="name-${account.id}">${escape(account.name)}</b>
      <small id="about-${account.id}">${escape(account.about)}</small></span></button>`,
  )
  return layout(
    'Log in',
    `<h1>Log in to continue to ${escape(client.name)}</h1>
    <p>Whose music library is it?</p>
    <form method="post" action="/accounts/login">${hidden('query', query)}
    <ul class="people">${people.join('')}</ul></form>`,
  )
}

export function consentPage(
  account: Account,
  { client, scopes, redirectUri }: AuthorizeRequest,
  query: string,
  picturesBase: string,
): string {
  const name = escape(client.name)
  const wishes = ['See your name and your picture', ...scopes.map((scope) => scopeWords[scope]!)]
  return layout(
    `Connect ${client.name}`,
    `<h1>Connect ${name} to your account?</h1>
    <div class="who">${portrait(account, picturesBase)}<p>Logged in as <b>${escape(account.name)}</b></p>
    <form method="post" action="/accounts/logout">${hidden('query', query)}<button class="link">Log in as somebody else</button></form></div>
    <h2>${name} will be able to</h2>
    <ul class="wishes">${wishes.map((wish) => `<li>${escape(wish)}`).join('')}</ul>
    <p>It cannot change anything. You can take this back at any time under <a href="/accounts/apps">your apps</a>.</p>
    <form class="answer" method="post" action="/accounts/authorize">${hidden('query', query)}
    <button class="agree" name="answer" value="agree">Agree</button><button name="answer" value="cancel">Cancel</button></form>
    <p class="note">Afterwards you go back to ${escape(new URL(redirectUri).host)}.</p>`,
  )
}

export function appsPage(account: Account | undefined, clients: readonly Client[]): string {
  if (!account)
    return layout('Your apps', '<h1>Your apps</h1><p>Nobody is logged in here. Connect an app first.</p>')
  const rows = clients.map(
    ({ id, name }) => `<li><b>${escape(name)}</b><form method="post" action="/accounts/apps">
      <button name="client" value="${escape(id)}" aria-label="Remove access of ${escape(name)}">Remove access</button></form>`,
  )
  const list =
    rows.length > 0 ? `<ul class="apps">${rows.join('')}</ul>` : '<p>No app has access to your account.</p>'
  return layout('Your apps', `<h1>Your apps</h1><p>Logged in as <b>${escape(account.name)}</b></p>${list}`)
}

/** Shown if the redirect URI cannot be trusted. */
export const errorPage = (message: string): string =>
  layout('Error', `<h1>That did not work</h1><p role="alert">${escape(message)}</p>`)

export const style = `
:root { color-scheme: light dark; --ground: #f4efe6; --card: #fffdf8; --ink: #29211b; --quiet: #6b5f55 }
:root { --line: #ddd2c3; --accent: #a2431f; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ground: #191512; --card: #241e1a; --ink: #f3eae0; --quiet: #b5a698 }
  :root { --line: #43382f; --accent: #f0935f; --on: #1d120b }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; padding: 24px 16px 48px; background: var(--ground); color: var(--ink) }
body { font: 16px/1.5 ui-sans-serif, system-ui, sans-serif }
header, main { max-width: 460px; margin: 0 auto }
header { display: flex; align-items: center; gap: 12px; padding: 8px 4px 20px; color: var(--quiet); font-size: 14px }
header p, .who p { margin: 0 }
header strong { color: var(--ink) }
main { padding: 28px; border: 1px solid var(--line); border-radius: 18px; background: var(--card) }
h1 { margin: 0 0 8px; font-size: 25px; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance }
h2 { margin: 24px 0 8px; font-size: 16px }
ul { margin: 0; padding: 0; list-style: none }
.wishes { padding-left: 20px; list-style: disc }
.people { display: grid; gap: 8px; margin-top: 16px }
button { padding: 11px 22px; border: 1px solid var(--line); border-radius: 999px; background: none; cursor: pointer }
button { color: inherit; font: inherit; font-weight: 600 }
button:hover { border-color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.person { display: flex; align-items: center; gap: 14px; width: 100%; padding: 10px 14px; border-radius: 14px }
.person { text-align: left; font-weight: 400 }
.person b, .person small { display: block }
small, .note { color: var(--quiet); font-size: 14px }
.person img, .initial { width: 56px; height: 56px; flex: none; border-radius: 50% }
.initial { display: grid; place-items: center; background: var(--accent); color: var(--on); font-size: 24px }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; margin-top: 16px }
.who img, .who .initial { width: 40px; height: 40px; border-radius: 50%; font-size: 18px }
.link { padding: 4px 0; border: 0; color: var(--accent); text-decoration: underline }
a { color: var(--accent) }
.answer { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 20px }
.agree { border-color: var(--accent); background: var(--accent); color: var(--on) }
.note { margin: 16px 0 0 }
.apps li { display: flex; align-items: center; justify-content: space-between; padding: 12px 0; border-top: 1px solid var(--line) }
`
