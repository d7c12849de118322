/** Returns null if the device refuses it (lib/onDevice.ts). */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
