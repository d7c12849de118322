/** Encodes a message of an event stream over HTTP. `data` is JSON, which has no line breaks. */
export const serverSentMessage = (id: string, type: string, data: string): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${type}\ndata: ${data}\n\n`)
