import { request } from 'node:http'

/** Asks a server for a path as a browser does that knows it by another host name. */
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
