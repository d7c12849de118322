/** The address of the picture of a star that the service has where it knows none. */
export const starImage = 'https://img.test/300x300/2a96cbd8b46e442fc41c2b86b821562f.png'
