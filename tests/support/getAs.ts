import { request } from 'node:http'

/** Requests a path of a server with another host name in the Host header. */
export function getAs(
  server: string,
  host: string,
  path: string,
): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    request(server, { path, headers: { host } }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode!, location: answer.headers.location })
    })
      .on('error', reject)
      .end()
  })
}
