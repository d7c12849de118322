/** The URL of the star that the service returns if it has no picture. */
export const starImage = 'https://img.test/300x300/2a96cbd8b46e442fc41c2b86b821562f.png'
