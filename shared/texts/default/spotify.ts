export const spotify = {
  cancelled: 'Spotify connection cancelled',
  codeMissing: 'Spotify code could not be retrieved',
  connectFailed: 'Spotify connection failed',
  connected: 'Spotify connected successfully',
  notConnected: 'Spotify connection not found',
  tokenMissing: 'Token could not be retrieved',
  tokenUnsaved: 'Error saving token',
  newTokenUnsaved: 'Token could not be saved',
  connectBroken: 'An error occurred while connecting Spotify',
  notAdmitted: 'Spotify connection failed. Spotify has not admitted this account to Plak yet; whoever runs this site can add it.',
  synced: 'Spotify verileri başarıyla senkronize edildi',
  syncFailed: 'Spotify verilerini senkronize ederken bir hata oluştu',
  refreshed: 'Data updated successfully',
  refreshFailed: 'Error updating data',
  removed: 'Spotify connection removed',
  removeFailed: 'Error removing Spotify connection',
  notSetUp: 'Spotify is not set up here',
  syncRunning: 'Your Spotify data is being synced already',
  syncInterrupted: 'The sync was interrupted, and nothing was changed. Start it again.',
  ended: 'Your connection to Spotify has run out. Reconnect it to go on.',
  unreachable: 'Spotify cannot be reached right now. Try again in a moment.',
  refused: 'Spotify takes no calls from Plak right now. Try again later.',
  asksToWait: (minutes: number) =>
    minutes < 120
      ? `Spotify asks us to wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Try again then.`
      : `Spotify asks us to wait ${Math.ceil(minutes / 60)} hours. Try again then.`,
  albumsForbidden: 'Spotify does not let Plak read your saved albums. Reconnect Spotify and allow it.',
  playlistUnreadable: 'This playlist cannot be read',
  /** what is shown in place of a block that Spotify did not give */
  blockFailed: {
    savedAlbums: 'Kaydedilen albümler alınırken bir hata oluştu',
    playlists: 'Çalma listeleri alınırken bir hata oluştu',
    followedArtists: 'Takip edilen sanatçılar alınırken bir hata oluştu',
    savedTracks: 'Kaydedilen şarkılar alınırken bir hata oluştu',
  },
  blockForbidden: 'Reconnect Spotify to show this',
  blockMissing: 'Spotify did not give this',
  notAllowed: 'Not everything was allowed over there, and so some of it is missing here.',
  statsFailed: 'What Spotify knows could not be loaded',
  connecting: 'Connecting…',
  disconnects:
    'Albums that came from Spotify and that you never touched leave your profile. What you rated, reviewed or dated ' +
    'stays, and so do your favorites.',
  endsOn: (day: string) => `This connection ends on ${day}. Reconnect Spotify to keep it.`,
  restsUntil: (time: string) => `Spotify asks us to wait until ${time}.`,
}
