export const layout = {
  slogan: 'Track, discover and share your musical journey',
  titleOf: (page: string) => `${page} · Plak`,
  main: 'Main',
  menu: 'Menu',
  accountMenu: 'Account menu',
  footer: 'Footer',
  /** accessible name of the links to other services in the footer */
  elsewhere: 'Plak elsewhere',
  skip: 'Skip to content',
  search: 'Search album, artist or user...',
  searchShort: 'Ara...',
  searchResults: 'Search results',
  showAllResults: 'Show all results',
  reload: 'Reload',
  pageNotFound: 'Page not found',
  pageNotFoundHint: 'This groove leads nowhere. It may have moved, or never been pressed.',
  demo: 'This is a demo: the catalogue and its covers are the demo’s own, not the music service’s.',
  /** shown before a link in the wording that the service requires */
  data: 'Album and artist data',
  poweredBy: 'powered by AudioScrobbler',
  licenses: 'Licenses',
}
