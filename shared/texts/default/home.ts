export const home = {
  title: 'Record Your Musical Journey',
  lead: 'Log the albums you listen to, rate and review them, and see what the people you follow are listening to.',
  start: 'Get Started',
  discoverLists: 'Discover Music Lists',
  trending: 'Trending Albums',
  noDescription: 'Açıklama yok',
  collect: 'Create Collection',
  collectHow: 'Mark every album you have heard and keep the ones you love within reach.',
  comment: 'Make Comments',
  commentHow: 'Rate in half stars, write down what you heard, and talk about it with others.',
  discoverHow: 'Follow people whose ears you trust and see what they play, as they play it.',
}
