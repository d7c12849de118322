const libraries =
  /^(?:-|node|undici|node-fetch|axios|got|python-requests|python-urllib|python|curl|wget|java|okhttp|go-http-client|libwww-perl|ruby|faraday|dart)(?:[/ ].*)?$/i

/** True for the User-Agent of a library: it names no application. */
export const isLibrary = (userAgent: string): boolean => libraries.test(userAgent.trim())
