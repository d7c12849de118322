/**
 * Whether a click is not the second one of a double click, which would undo the first. A key press on a button is a click with
 * the detail 0.
 */
export const isFirstClick = ({ detail }: { detail: number }): boolean => detail < 2
