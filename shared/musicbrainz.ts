const GROUP_ID =
  /^(?:https?:\/\/(?:[a-z\d-]+\.)*musicbrainz\.org\/release-group\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[/?#].*)?$/i

/** Parses the id of a release group, or its address at MusicBrainz; null if it is neither. */
export const parseGroupId = (text: string): string | null =>
  GROUP_ID.exec(text.trim())?.[1]?.toLowerCase() ?? null

export const groupUrl = (id: string): string => `https://musicbrainz.org/release-group/${id}`
