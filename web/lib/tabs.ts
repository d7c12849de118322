/** A channel to the other tabs; null where a device refuses it (lib/onDevice.ts). */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
