const TEXT = 0x81
const [ONE_BYTE, TWO_BYTES, EIGHT_BYTES] = [125, 126, 127]
const MOST_IN_TWO = 0xffff

/** Encodes a text as a single unmasked WebSocket frame, as a server sends it (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length <= ONE_BYTE ? 2 : length <= MOST_IN_TWO ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(head + length)
  frame[0] = TEXT
  frame[1] = head === 2 ? length : head === 4 ? TWO_BYTES : EIGHT_BYTES
  if (head === 4) frame.writeUInt16BE(length, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, head)
  return frame
}
