/** Height of the offer to connect, in any language, so that nothing below moves when it is loaded. */
export const offerSpace = 'min-h-52 sm:min-h-40 lg:min-h-24'
