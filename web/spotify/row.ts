export const row =
  '-mx-2 flex min-h-18 w-[calc(100%+1rem)] items-center gap-4 rounded-control px-2 py-2 text-start'
export const liveRow = `${row} group transition-colors duration-100 hover:bg-sunken`
export const rowTitle = 'block truncate font-semibold decoration-1 underline-offset-2 group-hover:underline'
