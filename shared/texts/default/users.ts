import { limits } from '../../limits.ts'

export const users = {
  notFound: 'User not found',
  fetchFailed: 'Error fetching profile',
  updated: 'Profile updated successfully',
  updateFailed: 'Error updating profile',
  updateBroken: 'An error occurred while updating the profile',
  changedElsewhere:
    'This has been changed elsewhere since you opened it. What you wrote is still here; save again to keep it.',
  avatarInvalid: 'Please enter a valid image URL',
  linkInvalid: 'Enter a link that begins with https:// or http://',
  linkTwice: 'You can add one link of each kind',
  tooManyLinks: `You can add up to ${limits.customLinks} links of your own`,
  mine: 'My Profile',
  someones: 'User Profile',
  noBio: 'User has no information yet',
  noOwnBio: 'No information yet',
  noName: 'No Name User',
  diary: 'Diary',
  links: 'Links',
  profileHint: 'How others see you on Plak.',
  linksHint: 'Other places where people can find you, shown on your profile.',
  biography: 'Biography',
  avatar: 'Avatar URL',
  pictureLoading: 'Loading the picture…',
  pictureLooks: 'This is how it looks.',
  picturePreview: 'Preview of your avatar',
  link: (number: number) => `Link ${number}`,
  removeLink: (number: number) => `Remove link ${number}`,
  addLink: 'Add link',
  /** placeholder for the name in example URLs */
  handle: 'you',
}
