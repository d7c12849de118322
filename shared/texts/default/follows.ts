export const follows = {
  followed: 'Followed',
  unfollowed: 'Unfollowed',
  self: 'You cannot follow yourself',
  noFollowers: 'No followers yet',
  noFollowing: 'No one is following you yet',
  listFailed: 'These people could not be loaded',
}
