export const pictures = {
  type: 'Choose a JPEG, PNG, WebP or AVIF picture',
  tooLarge: 'The picture is larger than 8 MB',
  tooManyPixels: 'The picture has too many pixels',
  unreadable: 'This picture cannot be read',
  expired: 'The picture is no longer there. Choose it again.',
  uploadFailed: 'The picture could not be uploaded',
  choose: 'Choose picture',
  drop: 'or drop it here',
  remove: 'Remove cover',
  uploading: (percent: number) => `Uploading the picture: ${percent}%`,
  hint: 'JPEG, PNG, WebP or AVIF, up to 8 MB',
}
