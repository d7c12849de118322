/** False for the second click of a double click, which would undo the first. A key press is a click with `detail` 0. */
export const isFirstClick = ({ detail }: { detail: number }): boolean => detail < 2
