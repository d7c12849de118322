import { limits } from '../../limits.ts'

export const users = {
  notFound: 'User not found',
  fetchFailed: 'Error fetching profile',
  updated: 'Profile updated successfully',
  updateFailed: 'Error updating profile',
  updateBroken: 'An error occurred while updating the profile',
  avatarInvalid: 'Please enter a valid image URL',
  linkInvalid: 'Enter a link that begins with https:// or http://',
  linkTwice: 'There can be one link of each kind',
  tooManyLinks: `You can add up to ${limits.customLinks} links of your own`,
}
