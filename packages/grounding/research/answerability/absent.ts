/** Stands for a measure that a question or page does not have; the trees part it from 0. */
export const ABSENT = -1;
